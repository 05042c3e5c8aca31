import { toMoney } from "../../service/data/currency";
import type { EventDraft, StoredTotals } from "../../service/data/store";
import type { Random } from "../random";

const names = ["Ada", "ada", "Max", "Zoë", "たなか", "O'Neill", "x", "carol", "dan", "Łukasz", undefined];
const amounts = ["0.10", "1", "2.5", "5.00", "12.34", "1500", "0"];
const currencies = ["EUR", "EUR", "EUR", "USD", "JPY", "BHD"];
const dayMs = 86_400_000;

/** Draws an action of a viewer. */
export function drawEvent(random: Random): EventDraft {
	const username = random.pick(names);
	const origin = random.pick(["twitch", "twitch", "youtube", undefined]);
	const draw = random.next();
	if (draw < 0.4) return { type: "follow", username, origin };
	if (draw < 0.62) return { type: "subscription", username, origin, resub: random.pick([0, 0, 1, 12]) };
	if (draw < 0.82) {
		const amount = toMoney(random.pick(amounts), random.pick(currencies));
		return { type: "donation", username, amount };
	}
	if (draw < 0.95) return { type: "hosting", origin, hostname: username, viewers: random.integer(0, 400) };
	return { type: random.pick(["cheer", "raid", "superchat"]), username, origin };
}

/** Draws the events before the plugin started: some of today, most long ago. */
export function drawPastEvents(random: Random, nowMs: number): EventDraft[] {
	const count = random.pick([0, 3, 30, 120]);
	const reachMs = random.pick([3_600_000, 3 * dayMs, 40 * dayMs, 400 * dayMs]);
	return Array.from({ length: count }, () => nowMs - random.next() ** 2 * reachMs - 5_000)
		.sort((a, b) => a - b)
		.map((createdAtMs) => ({ ...drawEvent(random), createdAtMs }));
}

/** Draws a longer history, often mostly of one type, so that limits are crossed. */
export function drawLongPast(random: Random, nowMs: number, count: number): EventDraft[] {
	const reachMs = random.pick([28 * 3_600_000, 40 * dayMs, 300 * dayMs]);
	const mainType = random.chance(0.5) ? random.pick(["follow", "donation", "subscription"]) : undefined;
	// The latest donation that a key with a minimum amount displays is then far back in the list.
	const smallMs = mainType === "donation" ? reachMs * random.pick([0, 0.9]) : 0;
	return Array.from({ length: count }, () => {
		const agoMs = random.next() * reachMs + 5_000;
		const draft = mainType === undefined ? drawEvent(random) : drawEventOf(mainType, random);
		const amount = agoMs < smallMs ? toMoney("1", "EUR") : draft.amount;
		return { ...draft, ...(amount && { amount }), createdAtMs: nowMs - agoMs };
	});
}

/** Draws an event of this type. */
export function drawEventOf(type: string, random: Random): EventDraft {
	for (;;) {
		const draft = drawEvent(random);
		if (draft.type === type) return draft;
	}
}

/** Lifetime totals from before the oldest listed event. */
export function drawTotals(random: Random): StoredTotals {
	return {
		followers: random.integer(500, 90_000),
		subscribers: random.integer(50, 2_000),
		donations: { minorUnits: random.integer(1_000, 9_000_000), currency: "EUR" },
		byProvider: {
			twitch: { followers: random.integer(100, 50_000), subscribers: random.integer(10, 1_000) },
			youtube: { followers: random.integer(100, 5_000), subscribers: random.integer(10, 100) },
		},
	};
}
