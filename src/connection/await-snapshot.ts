import { awaitState } from "../state/await-state";
import type { Clock } from "../state/time/clock";
import type { LinkTrouble } from "../state/link-status";
import type { Store } from "../state/store";
import { snapshotWaitMs } from "./timing";

/**
 * Waits until the channel is joined and a snapshot was read, or until an error shows that this will not happen
 * soon.
 * @returns The error; undefined after success.
 */
export async function awaitSnapshot(store: Store, clock: Clock): Promise<LinkTrouble | undefined> {
	const check = (): LinkTrouble | "fine" | undefined => {
		const { link, confirmation } = store.state;
		if ("trouble" in link && link.trouble) return link.trouble;
		if (link.phase === "not-set-up" || link.phase === "idle") return "unreachable";
		if (link.phase !== "live" || confirmation === "pending") return undefined;
		return confirmation === "failed" ? "service-error" : "fine";
	};
	const outcome = (await awaitState(store, clock, check, snapshotWaitMs)) ?? "unreachable";
	return outcome === "fine" ? undefined : outcome;
}
