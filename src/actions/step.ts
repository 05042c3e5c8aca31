/** The value so many places further on; past the last one it begins anew. */
export function step<T>(values: readonly T[], from: T, ticks: number): T {
	return values.at((values.indexOf(from) + ticks) % values.length) ?? from;
}
