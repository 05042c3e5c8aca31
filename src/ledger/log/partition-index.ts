/** Returns the first index whose item does not satisfy `isBefore` (binary search). */
export function partitionIndex<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
	let [low, high] = [0, items.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const item = items[middle];
		if (item !== undefined && isBefore(item)) low = middle + 1;
		else high = middle;
	}
	return low;
}
