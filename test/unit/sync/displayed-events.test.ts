import { describe, expect, it } from "vitest";

import { createQuietStream, pastDonations } from "../../world/chaos/quiet-stream";
import { toMoney } from "../../world/service/data/currency";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minAmount = 50;
const recent = [{ types: ["donation"] as const, count: 1, minAmount }];

/** Starts a stream with thousands of small donations, and large ones this long ago. */
function createStream(...largeAgoMs: readonly number[]) {
	const large = largeAgoMs.map((agoMs) => ({
		type: "donation" as const,
		username: "Zoe",
		amount: toMoney("100", "EUR"),
		agoMs,
	}));
	const past = [...large, ...pastDonations(3_000, 90 * dayMs)].sort((a, b) => b.agoMs - a.agoMs);
	const stream = createQuietStream({ past });
	stream.show({ recent });
	/** Returns the names of the displayed events. */
	const displayed = () =>
		stream.ledger.newest(["donation"], 1, { amount: minAmount, currency: "EUR" }).map(({ person }) => person);
	return { ...stream, displayed };
}

describe("a key that displays donations from an amount on", () => {
	it("reads back to the latest one, keeps it, and then reads nothing", async () => {
		const { clock, displayed, service, requestsFor } = createStream(120 * dayMs);
		await clock.advance(10_000);
		expect(displayed()).toEqual(["Zoe"]);
		expect(service.requests.length).toBeLessThan(60);
		service.addEvent({ type: "donation", username: "Ada", amount: toMoney("1", "EUR") });
		expect(await requestsFor(hourMs)).toBeLessThan(110);
		expect(displayed()).toEqual(["Zoe"]);
		expect(await requestsFor(60_000)).toBeLessThan(5);
	});

	it("reads the list once if there is none", async () => {
		const { clock, displayed, service, requestsFor } = createStream();
		await clock.advance(10_000);
		expect(displayed()).toEqual([]);
		expect(service.requests.length).toBeLessThan(60);
		expect(await requestsFor(hourMs)).toBeLessThan(110);
		expect(await requestsFor(60_000)).toBeLessThan(5);
	});

	it("displays the next one within ten seconds when the latest is deleted", async () => {
		const { clock, displayed, service } = createStream(60_000, 30 * dayMs);
		await clock.advance(10_000);
		expect(displayed()).toEqual(["Zoe"]);
		const [latest] = service.store.query({ types: ["donation"] });
		if (latest) service.delete(latest, "announced");
		await clock.advance(10_000);
		expect(displayed()).toEqual(["Zoe"]);
	});
});
