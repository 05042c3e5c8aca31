import type { Clock } from "../state/clock";
import type { LinkTrouble } from "../state/link-status";
import type { Store } from "../state/store";

/** Somebody who pressed a key does not wait longer than this for a word. */
const maxWaitMs = 10_000;

/** Looks until something comes of it. @returns Undefined where that takes longer than the limit. */
export function awaitState<T>(
	store: Store,
	clock: Clock,
	check: () => T | undefined,
	timeoutMs: number,
): Promise<T | undefined> {
	return new Promise((resolve) => {
		const settle = (result: T | undefined) => {
			cancelTimer();
			unsubscribe();
			resolve(result);
		};
		const recheck = () => {
			const result = check();
			if (result !== undefined) settle(result);
		};
		const cancelTimer = clock.schedule(() => settle(undefined), timeoutMs);
		const unsubscribe = store.subscribe(recheck);
		recheck();
	});
}

/**
 * Waits until the link is up and everything has been read, or until it is clear that this won't happen by itself soon.
 * @returns What is in the way, if anything is.
 */
export async function awaitSnapshot(store: Store, clock: Clock): Promise<LinkTrouble | undefined> {
	const check = (): LinkTrouble | "fine" | undefined => {
		const { link, confirmation } = store.state;
		if ("trouble" in link && link.trouble) return link.trouble;
		if (link.phase === "not-set-up" || link.phase === "idle") return "unreachable";
		if (link.phase !== "live" || confirmation === "pending") return undefined;
		return confirmation === "failed" ? "service-error" : "fine";
	};
	const outcome = (await awaitState(store, clock, check, maxWaitMs)) ?? "unreachable";
	return outcome === "fine" ? undefined : outcome;
}
