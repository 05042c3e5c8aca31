/** The value below which so much of the sorted values lies, by the nearest rank; NaN when there are none. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[sorted.length / 2 - 1] ?? NaN) + upper) / 2;
}

/**
 * How a cost grows: the exponent k of cost ≈ c · sizeᵏ, fitted by least squares on both logarithms.
 * 0 means that size costs nothing, 1 that twice the size costs twice as much.
 */
export function growthExponent(points: readonly (readonly [size: number, cost: number])[]): number {
	const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
	const mean = (pick: (point: readonly [number, number]) => number) =>
		logs.reduce((sum, point) => sum + pick(point), 0) / logs.length;
	const [meanSize, meanCost] = [mean(([size]) => size), mean(([, cost]) => cost)];
	const covariance = mean(([size, cost]) => (size - meanSize) * (cost - meanCost));
	return covariance / mean(([size]) => (size - meanSize) ** 2);
}
