import { counterFace } from "../../../src/key-face/counter-face";
import { stringsFor } from "../../../src/key-face/language";
import { toDataUrl, renderFace } from "../../../src/key-face/drawing/image";
import { parseNewEvent } from "../../../src/service/socket/event-channel";
import { parseCounterSettings } from "../../../src/settings/schemas/counter";
import { Ledger } from "../../../src/ledger/ledger";
import type { Bench } from "../figure";
import { median } from "../statistics";

const rounds = 200;
const perRound = 100;

/** Measures the cost of one event and one picture in a warm process, on the current Node.js. */
export const pieceFigures: Bench = async () => {
	const ledger = new Ledger();
	const settings = parseCounterSettings({});
	const words = stringsFor("en");
	const startMs = Date.UTC(2026, 0, 1);
	let count = 0;
	const foldEvent = () => {
		const createdAtMs = startMs + ++count * 1_000;
		const created = new Date(createdAtMs).toISOString().replace(".000Z", "+0000");
		const parameters = { username: `somebody ${count}` };
		const event = { id: count, type: "follow", ref: `ref-${count}`, created_at: created, parameters };
		const frame = JSON.stringify({ appKey: "key", event });
		const parsed = parseNewEvent(JSON.parse(frame), { apiKey: "key", now: () => createdAtMs });
		if (parsed) ledger.applyEvent(parsed, createdAtMs);
	};
	const drawFace = () => {
		const input = {
			value: { kind: "count", count: ++count },
			link: { phase: "live", sinceMs: startMs },
			isHidden: false,
			isConfirming: false,
		} as const;
		return toDataUrl(renderFace(counterFace(input, settings, startMs, words)));
	};
	return [
		{ name: "one event parsed and folded", plugin: medianUs(foldEvent), unit: "µs" },
		{ name: "one face drawn", plugin: medianUs(drawFace), unit: "µs" },
	];
};

/** Median of the rounds, microseconds each. */
function medianUs(run: () => unknown): number {
	const durationsUs = Array.from({ length: rounds }, () => {
		const startMs = performance.now();
		for (let index = 0; index < perRound; index++) run();
		return ((performance.now() - startMs) / perRound) * 1_000;
	});
	return median(durationsUs);
}
