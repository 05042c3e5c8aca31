/** Returns a quantile of the sorted values by the nearest-rank method; NaN for an empty list. */
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
 * Returns the exponent k of cost ≈ c · sizeᵏ, fitted by least squares on both logarithms.
 * 0 means that the cost is independent of size, 1 that it is proportional to it.
 */
export function growthExponent(points: readonly (readonly [size: number, cost: number])[]): number {
	const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
	const mean = (pick: (point: readonly [number, number]) => number) =>
		logs.reduce((sum, point) => sum + pick(point), 0) / logs.length;
	const [meanSize, meanCost] = [mean(([size]) => size), mean(([, cost]) => cost)];
	const covariance = mean(([size, cost]) => (size - meanSize) * (cost - meanCost));
	return covariance / mean(([size]) => (size - meanSize) ** 2);
}
