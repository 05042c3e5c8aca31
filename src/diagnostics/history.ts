/** One line with the time that it was written, epoch milliseconds. */
export type TimedLine = { readonly atMs: number; readonly text: string };

/** The last lines of something, the oldest first. One that says the same as the one before it only counts. */
export class History {
	readonly #maxLines: number;
	readonly #lines: { readonly atMs: number; readonly text: string; times: number; lastMs: number }[] = [];

	constructor(maxLines: number) {
		this.#maxLines = maxLines;
	}

	add(atMs: number, text: string): void {
		const last = this.#lines.at(-1);
		if (last?.text === text) {
			last.times++;
			last.lastMs = atMs;
			return;
		}
		this.#lines.push({ atMs, text, times: 1, lastMs: atMs });
		if (this.#lines.length > this.#maxLines) this.#lines.shift();
	}

	get lines(): readonly TimedLine[] {
		return this.#lines.map(({ atMs, text, times, lastMs }) => ({
			atMs,
			text: times === 1 ? text : `${text} (${times} times, until ${timeOfDay(lastMs)})`,
		}));
	}
}

/** `08:15:02Z`, the same for reader and writer wherever they are. */
export function timeOfDay(atMs: number): string {
	return `${new Date(atMs).toISOString().slice(11, 19)}Z`;
}
