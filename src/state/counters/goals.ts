export type Goals = { readonly goal?: number | undefined; readonly goalStep?: number | undefined };

/** Relative rounding error of decimals in binary that still counts as reached. */
const tolerance = 1e-9;

/**
 * Returns the goal to display: the first one above the value, or the only one if there is no step.
 * @returns Undefined without a goal.
 */
export function goalAbove(value: number, { goal, goalStep }: Goals): number | undefined {
	if (goal === undefined || goalStep === undefined || !isReached(value, goal)) return goal;
	return withoutRoundingError(goal + goalStep * (stepsBelow(value, goal, goalStep) + 1));
}

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
	return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}
