import type { Face } from "../../../../src/key-face/face";
import type { LinkStatus, LinkTrouble } from "../../../../src/state/link-status";
import type { StreamEvent } from "../../../../src/state/events/stream-event";

/** A face in one of its states, for the sheet of `scripts/pictures/faces.ts` and for tests of all faces. */
export type Exhibit = { readonly name: string; readonly face: Face };

export const nowMs = Date.UTC(2026, 10, 20, 20, 0, 0);
export const live: LinkStatus = { phase: "live", sinceMs: nowMs - 3_600_000 };
export const down: LinkStatus = { phase: "down", sinceMs: nowMs - 4 * 60_000 - 5_000 };
export const connecting: LinkStatus = { phase: "connecting" };
export const notSetUp: LinkStatus = { phase: "not-set-up" };
export const failed = (trouble: LinkTrouble): LinkStatus => ({ phase: "failed", trouble });

export const count = (number: number) => ({ kind: "count", count: number }) as const;
export const money = (...sums: readonly (readonly [string, number])[]) =>
	({ kind: "money", sums: new Map(sums) }) as const;

export function streamEvent(event: Partial<StreamEvent>): StreamEvent {
	return {
		id: "1",
		type: "donation",
		createdAtMs: nowMs - 3 * 60_000,
		isDeleted: false,
		person: "Marguerite",
		...event,
	};
}

export const donation = streamEvent({ amount: { minorUnits: 2000, currency: "EUR" } });

export const next = streamEvent({ id: "0", person: "Ada" });
export const soon = { untilMs: nowMs + 2_000 };
export const longName = "Xx_TheVeryLongNameOfAViewer_xX";
