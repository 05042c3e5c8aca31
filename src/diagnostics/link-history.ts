import type { LinkStatus } from "../state/link-status";
import type { Store, StreamState } from "../state/store";
import { History, type TimedLine } from "./history";

const maxLines = 60;

/** What became of the links to the service, and of the numbers, with reasons. */
export class LinkHistory {
	readonly #history = new History(maxLines);
	readonly #last = new Map<string, string>();

	/** @param now Epoch milliseconds. */
	constructor(store: Store, now: () => number) {
		this.#look(store.state, now());
		store.subscribe(() => {
			this.#look(store.state, now());
		});
	}

	get lines(): readonly TimedLine[] {
		return this.#history.lines;
	}

	#look({ link, sceneLink, confirmation }: StreamState, nowMs: number): void {
		this.#note("events", statusText(link), nowMs);
		this.#note("scenes", statusText(sceneLink), nowMs);
		this.#note("numbers", confirmation, nowMs);
	}

	#note(what: string, status: string, nowMs: number): void {
		if (this.#last.get(what) === status) return;
		this.#last.set(what, status);
		this.#history.add(nowMs, `${what}: ${status}`);
	}
}

/** `failed, refused` */
export function statusText(link: LinkStatus): string {
	const trouble = "trouble" in link ? link.trouble : undefined;
	return trouble === undefined ? link.phase : `${link.phase}, ${trouble}`;
}
