/** One line with the time that it was written, epoch milliseconds. */
export type TimedLine = { readonly atMs: number; readonly text: string };

/** The last lines of something, the oldest first. One that says the same as the one before it only counts. */
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

/** `08:15:02Z`, the same for reader and writer wherever they are. */
export function timeOfDay(atMs: number): string {
	return `${new Date(atMs).toISOString().slice(11, 19)}Z`;
}
