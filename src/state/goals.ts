/** A goal, and at what distance others follow it. */
export type Goals = { readonly goal?: number | undefined; readonly goalStep?: number | undefined };

/** Decimals that are not exact in binary may miss a goal by this share of it. */
const tolerance = 1e-9;

/**
 * The goal to show: the first one above what is reached; without a step, the only one there is.
 * @returns Undefined without a goal.
 */
export function goalAbove(value: number, { goal, goalStep }: Goals): number | undefined {
	if (goal === undefined || goalStep === undefined || !isReached(value, goal)) return goal;
	return withoutRoundingError(goal + goalStep * (stepsBelow(value, goal, goalStep) + 1));
}

/** The highest goal that is reached; undefined when none is. */
export function highestReachedGoal(value: number, { goal, goalStep }: Goals): number | undefined {
	if (goal === undefined || !isReached(value, goal)) return undefined;
	return goalStep === undefined
		? goal
		: withoutRoundingError(goal + goalStep * stepsBelow(value, goal, goalStep));
}

function isReached(value: number, goal: number): boolean {
	return value >= goal * (1 - tolerance);
}

function stepsBelow(value: number, goal: number, goalStep: number): number {
	return Math.max(0, Math.floor((value - goal) / goalStep + tolerance));
}

function withoutRoundingError(value: number): number {
	return Number(value.toPrecision(15));
}
