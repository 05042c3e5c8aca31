import type { Log } from "../../../src/state/log";

/** Records log lines, each prefixed with its level. */
export class FakeLog implements Log {
	readonly lines: string[] = [];

	info(message: string): void {
		this.lines.push(`info ${message}`);
	}

	warn(message: string): void {
		this.lines.push(`warn ${message}`);
	}

	error(message: string): void {
		this.lines.push(`error ${message}`);
	}
}
