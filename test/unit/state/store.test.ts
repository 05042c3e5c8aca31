import { defaultCalendar } from "../../../src/state/time/periods";
import { describe, expect, it } from "vitest";

import { type EventBatch } from "../../../src/state/store";
import { noonMs, someEvent, someSnapshot } from "../ledger/some-events";
import { createStore } from "../../world/fakes/create-store";

describe("the store", () => {
	it("notifies each listener of every change and its events until it is unsubscribed", () => {
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

	it("notifies listeners of what has just happened in several reads at once, and then of what was missed", () => {
		const store = createStore();
		const seen: (EventBatch | undefined)[] = [];
		store.subscribe((batch) => seen.push(batch));
		const [hosting, missed, follow] = [someEvent(1), someEvent(2), someEvent(3)];
		store.notifyFound({ live: [hosting], missed: [missed] }, { live: [follow], missed: [] });
		expect(seen).toEqual([
			{ events: [hosting, follow], source: "live" },
			{ events: [missed], source: "missed" },
		]);
	});

	it("notifies a listener even if others unsubscribe at the same time", () => {
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

	it("calls later listeners after the microtasks that listeners have queued", async () => {
		const store = createStore();
		const calls: string[] = [];
		const unsubscribe = store.subscribeLater((batch) => calls.push(`later ${batch?.source ?? "state"}`));
		store.subscribe(() => {
			calls.push("listener");
			queueMicrotask(() => calls.push("picture"));
		});
		store.notify({ events: [], source: "live" });
		expect(calls).toEqual(["listener"]);
		await Promise.resolve();
		expect(calls).toEqual(["listener", "picture", "later live"]);
		unsubscribe();
		store.notify();
		await Promise.resolve();
		expect(calls).toEqual(["listener", "picture", "later live", "listener", "picture"]);
	});

	it("clears everything of an account except the number display and the session's start", () => {
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

	it("counts in the account's currency, by its session and its thanks", () => {
		const store = createStore();
		store.update({
			sessionStartedAtMs: noonMs,
			account: { username: "marguerite", currency: "USD", providers: [] },
		});
		store.ledger.thanks.resume({}, noonMs);
		const { thanksFromMs, readsSeparately, ...context } = store.ledgerContext(noonMs + 1_000);
		expect(context).toEqual({
			nowMs: noonMs + 1_000,
			calendar: defaultCalendar,
			sessionStartedAtMs: noonMs,
			currency: "USD",
		});
		expect(thanksFromMs?.(["follow"])).toBe(noonMs);
		const dayMs = 86_400_000;
		const endsAtMs = [noonMs - 3 * dayMs, noonMs];
		expect(endsAtMs.map((toMs) => readsSeparately?.({ fromMs: 0, toMs }))).toEqual([true, false]);
	});
});
