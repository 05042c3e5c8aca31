import type { LinkStatus } from "../state/link-status";
import type { Store, StreamState } from "../state/store";
import { LineHistory, type TimedLine } from "./line-history";

const maxLines = 60;

/**
 * History of both channels and of the numbers' confirmation, with reasons. Invariant: equal states in a row are one
 * line.
 */
export class LinkHistory {
	readonly #history = new LineHistory(maxLines);
	readonly #lastStatuses = new Map<string, string>();

	/** @param now Epoch milliseconds. */
	constructor(store: Store, now: () => number) {
		this.#recordState(store.state, now());
		store.subscribe((batch) => {
			if (!batch) this.#recordState(store.state, now());
		});
	}

	get lines(): readonly TimedLine[] {
		return this.#history.lines;
	}

	#recordState({ link, sceneLink, confirmation }: StreamState, nowMs: number): void {
		this.#recordStatus("events", statusText(link), nowMs);
		this.#recordStatus("scenes", statusText(sceneLink), nowMs);
		this.#recordStatus("numbers", confirmation, nowMs);
	}

	#recordStatus(subject: string, status: string, nowMs: number): void {
		if (this.#lastStatuses.get(subject) === status) return;
		this.#lastStatuses.set(subject, status);
		this.#history.add(nowMs, `${subject}: ${status}`);
	}
}

/** Returns a status as text, for example `failed, refused`. */
export function statusText(link: LinkStatus): string {
	const trouble = "trouble" in link ? link.trouble : undefined;
	return trouble === undefined ? link.phase : `${link.phase}, ${trouble}`;
}
