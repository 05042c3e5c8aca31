import type { Clock } from "../state/clock";
import type { LinkTrouble } from "../state/link-status";
import type { Store } from "../state/store";

/** Somebody who pressed a key does not wait longer than this for a word. */
const maxWaitMs = 10_000;

/**
 * Waits until the link is up and everything has been read, or until it is clear that this won't happen by itself soon.
 * @returns What is in the way, if anything is.
 */
export function awaitSnapshot(store: Store, clock: Clock): Promise<LinkTrouble | undefined> {
	return new Promise((resolve) => {
		const settle = (trouble: LinkTrouble | undefined) => {
			cancelTimer();
			unsubscribe();
			resolve(trouble);
		};
		const look = () => {
			const { link, confirmation } = store.state;
			if (link.phase === "failed") settle(link.trouble);
			else if (link.phase === "down" && link.trouble) settle(link.trouble);
			else if (link.phase === "not-set-up" || link.phase === "idle") settle("unreachable");
			else if (link.phase === "live" && confirmation === "failed") settle("service-error");
			else if (link.phase === "live" && confirmation === "confirmed") settle(undefined);
		};
		const cancelTimer = clock.schedule(() => {
			settle("unreachable");
		}, maxWaitMs);
		const unsubscribe = store.subscribe(look);
		look();
	});
}
