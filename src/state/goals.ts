/** A goal, and at what distance others follow it. */
export type Goals = { readonly goal?: number | undefined; readonly goalStep?: number | undefined };

/** Decimals that are not exact in binary may miss a goal by this share of it. */
const tolerance = 1e-9;

/**
 * The goal to show: the first one above what is reached; without a step, the only one there is.
 * @returns Undefined without a goal.
 */
export function goalAbove(reached: number, { goal, goalStep }: Goals): number | undefined {
	if (goal === undefined || goalStep === undefined || !isReached(reached, goal)) return goal;
	return exact(goal + goalStep * (stepsBelow(reached, goal, goalStep) + 1));
}

/** The highest goal that is reached; undefined when none is. */
export function goalReached(reached: number, { goal, goalStep }: Goals): number | undefined {
	if (goal === undefined || !isReached(reached, goal)) return undefined;
	return goalStep === undefined ? goal : exact(goal + goalStep * stepsBelow(reached, goal, goalStep));
}

function isReached(reached: number, goal: number): boolean {
	return reached >= goal * (1 - tolerance);
}

function stepsBelow(reached: number, goal: number, goalStep: number): number {
	return Math.max(0, Math.floor((reached - goal) / goalStep + tolerance));
}

function exact(value: number): number {
	return Number(value.toPrecision(15));
}
