/** Returns the value `ticks` positions after `from`, wrapping around at both ends. */
export function step<T>(values: readonly T[], from: T, ticks: number): T {
	return values.at((values.indexOf(from) + ticks) % values.length) ?? from;
}
