import { expect, it, vi } from "vitest";

import { releaseMemoryAfterSync } from "../../../src/host/memory-return";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { someEvent, someSnapshot } from "../ledger/some-events";
import { createStore } from "../../world/fakes/create-store";

it("runs twice after a long list was read, and never for pushed events", { timeout: 30_000 }, async () => {
	const [store, clock] = [createStore(), new VirtualClock()];
	let collections = 0;
	releaseMemoryAfterSync(store, clock, () => void collections++);
	const events = (fromId: number, count: number) =>
		Array.from({ length: count }, (_, index) => someEvent(fromId + index));
	const read = async (count: number) => {
		store.ledger.applySnapshot(someSnapshot(events(1, count)));
		store.update({ confirmation: "confirmed" });
		store.update({});
		await clock.advance(10_000);
		return collections;
	};
	expect(await read(500)).toBe(0);
	expect(await read(11_000)).toBe(2);
	expect(await read(11_400)).toBe(2);
	for (const event of events(100_000, 10_100)) {
		store.ledger.applyEvent(event, event.createdAtMs);
		store.notify({ events: [event], source: "live" });
	}
	await clock.advance(10_000);
	expect(collections).toBe(2);
	store.forgetAccount();
	expect(await read(11_000)).toBe(4);
	expect(clock.pendingCount).toBe(0);
});

it("collects unreferenced objects", async () => {
	const [store, clock] = [createStore(), new VirtualClock()];
	releaseMemoryAfterSync(store, clock);
	const released = new WeakRef({ is: "garbage" });
	store.ledger.applySnapshot(someSnapshot(Array.from({ length: 10_001 }, (_, id) => someEvent(id))));
	store.update({});
	await clock.advance(10_000);
	await vi.waitFor(() => expect(released.deref()).toBeUndefined(), { timeout: 12_000 });
});
