/** Line with the time at which it was added, in epoch milliseconds. */
export type TimedLine = { readonly atMs: number; readonly text: string };

/** The most recent lines, oldest first. A line that repeats the previous one increases its count instead. */
export class LineHistory {
	readonly #maxLines: number;
	readonly #lines: { readonly atMs: number; readonly text: string; count: number; lastAtMs: number }[] = [];

	constructor(maxLines: number) {
		this.#maxLines = maxLines;
	}

	add(atMs: number, text: string): void {
		const last = this.#lines.at(-1);
		if (last?.text === text) {
			last.count++;
			last.lastAtMs = atMs;
			return;
		}
		this.#lines.push({ atMs, text, count: 1, lastAtMs: atMs });
		if (this.#lines.length > this.#maxLines) this.#lines.shift();
	}

	get lines(): readonly TimedLine[] {
		return this.#lines.map(({ atMs, text, count, lastAtMs }) => ({
			atMs,
			text: count === 1 ? text : `${text} (${count} times, until ${timeOfDay(lastAtMs)})`,
		}));
	}
}

/** Returns the UTC time of day, for example `08:15:02Z`. */
export function timeOfDay(atMs: number): string {
	return `${new Date(atMs).toISOString().slice(11, 19)}Z`;
}
