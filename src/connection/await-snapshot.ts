import type { Clock } from "../state/clock";
import type { LinkTrouble } from "../state/link-status";
import type { Store } from "../state/store";

/** Somebody who pressed a key does not wait longer than this for a word. */
const maxWaitMs = 10_000;

/** Looks until something comes of it. @returns Undefined where that takes longer than the limit. */
export function awaitState<T>(
	store: Store,
	clock: Clock,
	look: () => T | undefined,
	limitMs: number,
): Promise<T | undefined> {
	return new Promise((resolve) => {
		const settle = (found: T | undefined) => {
			cancelTimer();
			unsubscribe();
			resolve(found);
		};
		const lookAgain = () => {
			const found = look();
			if (found !== undefined) settle(found);
		};
		const cancelTimer = clock.schedule(() => settle(undefined), limitMs);
		const unsubscribe = store.subscribe(lookAgain);
		lookAgain();
	});
}

/**
 * Waits until the link is up and everything has been read, or until it is clear that this won't happen by itself soon.
 * @returns What is in the way, if anything is.
 */
export async function awaitSnapshot(store: Store, clock: Clock): Promise<LinkTrouble | undefined> {
	const look = (): LinkTrouble | "fine" | undefined => {
		const { link, confirmation } = store.state;
		if ("trouble" in link && link.trouble) return link.trouble;
		if (link.phase === "not-set-up" || link.phase === "idle") return "unreachable";
		if (link.phase !== "live" || confirmation === "pending") return undefined;
		return confirmation === "failed" ? "service-error" : "fine";
	};
	const outcome = (await awaitState(store, clock, look, maxWaitMs)) ?? "unreachable";
	return outcome === "fine" ? undefined : outcome;
}
