import { burstMs, decisionMs } from "../timing";
import type { KeyPlace } from "./surface";

/** Key that appeared on a device or disappeared from it, and when on the monotonic clock. */
type DeviceChange = {
	readonly kind: "appeared" | "disappeared";
	readonly id: string;
	readonly place: KeyPlace;
	readonly atMs: number;
};

export class DeviceChanges {
	/** Oldest first. */
	readonly #changes: DeviceChange[] = [];

	record(change: DeviceChange): void {
		const recentAt = this.#changes.findIndex(({ atMs }) => atMs >= change.atMs - 2 * decisionMs);
		this.#changes.splice(0, recentAt === -1 ? Infinity : recentAt);
		this.#changes.push(change);
	}

	/** Returns whether the key disappeared less than `decisionMs` ago, and nothing else on the device changed. */
	isOnlyChange(id: string, place: KeyPlace, nowMs: number): boolean {
		const own = this.#changes.findLast((change) => change.kind === "disappeared" && change.id === id);
		if (!own || nowMs - own.atMs > decisionMs) return false;
		return !this.hasOtherReason(id, place, own.atMs);
	}

	/**
	 * Returns whether other changes of the device show that a key disappeared for another reason than its removal: several
	 * keys disappeared, or one appeared elsewhere.
	 */
	hasOtherReason(id: string, place: KeyPlace, disappearedAtMs: number): boolean {
		// Keys that appeared together with this one, for example at the start, are not a reason for its disappearance.
		const ownAtMs = this.#changes.findLast((change) => change.kind === "appeared" && change.id === id)?.atMs;
		const fromMs = Math.max(disappearedAtMs - burstMs, (ownAtMs ?? -Infinity) + burstMs);
		return this.#changes.some((change) => {
			if (change.place.deviceId !== place.deviceId) return false;
			if (change.kind === "disappeared")
				return change.id !== id && Math.abs(change.atMs - disappearedAtMs) <= decisionMs;
			return (change.atMs >= disappearedAtMs || change.atMs > fromMs) && !isSamePosition(change.place, place);
		});
	}
}

export function isSamePosition(one: KeyPlace, other: KeyPlace): boolean {
	return one.position !== undefined && one.position === other.position;
}
