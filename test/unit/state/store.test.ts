import { defaultCalendar } from "../../../src/state/periods";
import { describe, expect, it } from "vitest";

import { type EventBatch } from "../../../src/state/store";
import { noonMs, someEvent, someSnapshot } from "../ledger/some-events";
import { createStore } from "../../world/fakes/create-store";

describe("the store", () => {
	it("tells each listener of every change, and of what happened, until it is called off", () => {
		const store = createStore();
		const seen: (EventBatch | undefined)[] = [];
		const stop = store.subscribe((batch) => seen.push(batch));
		store.update({ hideNumbers: true });
		expect(store.state.hideNumbers).toBe(true);
		const batch: EventBatch = { events: [someEvent(1)], source: "live" };
		store.notify(batch);
		stop();
		store.notify();
		expect(seen).toEqual([undefined, batch]);
	});

	it("tells a listener that others went while they were being told", () => {
		const store = createStore();
		const seen: string[] = [];
		const stop = store.subscribe(() => {
			seen.push("first");
			stop();
		});
		store.subscribe(() => seen.push("second"));
		store.notify();
		expect(seen).toEqual(["first", "second"]);
	});

	it("forgets all of an account but how numbers are shown and since when the session counts", () => {
		const store = createStore();
		store.update({
			hideNumbers: true,
			sessionStartedAtMs: noonMs,
			serviceHost: "service.example",
			confirmation: "confirmed",
		});
		store.ledger.applySnapshot(someSnapshot([someEvent(1)]));
		store.forgetAccount();
		expect(store.state).toMatchObject({
			hideNumbers: true,
			sessionStartedAtMs: noonMs,
			confirmation: "pending",
			link: { phase: "connecting" },
		});
		expect(store.state.serviceHost).toBeUndefined();
		expect(store.ledger.newestMs()).toBeUndefined();
	});

	it("answers in the account's currency, by its session and by who was thanked", () => {
		const store = createStore();
		store.update({
			sessionStartedAtMs: noonMs,
			account: { username: "marguerite", currency: "USD", providers: [] },
		});
		store.ledger.thanks.resume({}, noonMs);
		const { thanksFromMs, ...context } = store.ledgerContext(noonMs + 1_000);
		expect(context).toEqual({
			nowMs: noonMs + 1_000,
			calendar: defaultCalendar,
			sessionStartedAtMs: noonMs,
			currency: "USD",
		});
		expect(thanksFromMs?.(["follow"])).toBe(noonMs);
	});
});
