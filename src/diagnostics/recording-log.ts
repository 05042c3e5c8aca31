import type { Log } from "../state/log";
import { LineHistory, type TimedLine } from "./line-history";

const maxLines = 40;

/** Log that also records the most recent warnings and errors. */
export class RecordingLog implements Log {
	readonly #log: Log;
	readonly #now: () => number;
	readonly #history = new LineHistory(maxLines);

	/** @param now Epoch milliseconds. */
	constructor(log: Log, now: () => number) {
		this.#log = log;
		this.#now = now;
	}

	/** Warnings and errors, oldest first. */
	get lines(): readonly TimedLine[] {
		return this.#history.lines;
	}

	info(message: string): void {
		this.#log.info(message);
	}

	warn(message: string): void {
		this.#history.add(this.#now(), `warning: ${message}`);
		this.#log.warn(message);
	}

	error(message: string): void {
		this.#history.add(this.#now(), `error: ${message}`);
		this.#log.error(message);
	}
}
