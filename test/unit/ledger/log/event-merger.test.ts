import { beforeEach, describe, expect, it, vi } from "vitest";

import { noListCache } from "../../../../src/ledger/cached-list";
import { Ledger } from "../../../../src/ledger/ledger";
import type { Snapshot } from "../../../../src/ledger/snapshot";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { noonMs, someEvent, someSnapshot } from "../some-events";

const old = someEvent(1, { agoMs: 60_000 });
const byId = someEvent(2, { ref: undefined, person: "Told by id" });
const byRef = someEvent(2, { id: undefined, person: "Told by ref" });

let ledger: Ledger;
const applySnapshot = (events: readonly StreamEvent[], laterMs: number, changes: Partial<Snapshot> = {}) =>
	ledger.applySnapshot(
		someSnapshot(events, {
			startedAtMs: noonMs + laterMs,
			atMs: laterMs,
			reachMs: noonMs - 30_000,
			...changes,
		}),
	);

beforeEach(() => {
	ledger = new Ledger();
	applySnapshot([old, someEvent(2)], 0, { reachMs: -Infinity });
});

describe("an event received again", () => {
	it("keeps the values from the list, regardless of later pushes", () => {
		ledger.applyEvent(someEvent(2, { person: "Told late", message: "hello" }), noonMs);
		applySnapshot([someEvent(2, { person: "Ada" })], 1_000, { totalCount: 2 });
		ledger.applyEvent(someEvent(2, { person: "Told late" }), noonMs);
		expect(ledger.current(old)).toMatchObject(old);
		expect(ledger.current(someEvent(2))).toMatchObject({ person: "Ada", message: "hello" });
	});

	it("takes the values of the last push until it is listed", () => {
		for (const person of ["Ada", "Bob"]) ledger.applyEvent(someEvent(3, { person }), noonMs);
		expect(ledger.current(someEvent(3))).toMatchObject({ person: "Bob" });
	});

	it("twice in one snapshot keeps the values of the first entry, which was read last", () => {
		applySnapshot([someEvent(2, { person: "Ada" }), someEvent(2, { person: "Bob" })], 1_000);
		expect(ledger.current(someEvent(2))).toMatchObject({ person: "Ada" });
	});

	it("is not changed back by a slow read that began before another one found the change", () => {
		const slow = { startedAtMs: noonMs + 1_000 };
		applySnapshot([someEvent(2, { person: "Bob" })], 1_000);
		applySnapshot([someEvent(2, { person: "Ada" })], 2_000);
		applySnapshot([someEvent(2, { person: "Bob" })], 9_000, slow);
		expect(ledger.current(someEvent(2))).toMatchObject({ person: "Ada" });
		const later = someEvent(3, { agoMs: -3_000 });
		for (const laterMs of [10_000, 16_000]) applySnapshot([later], laterMs, { reachMs: -Infinity });
		expect(ledger.stored(someEvent(2))).toMatchObject({ isDeleted: true });
		applySnapshot([someEvent(2, { person: "Bob" })], 20_000, { startedAtMs: noonMs + 12_000 });
		expect(ledger.current(someEvent(2))).toBeUndefined();
		applySnapshot([someEvent(2, { person: "Bob" })], 30_000);
		expect(ledger.current(someEvent(2))).toMatchObject({ person: "Bob" });
	});

	it("is reported as changed if its content differs", () => {
		expect(applySnapshot([someEvent(2)], 1_000).hasChanges).toBe(false);
		expect(applySnapshot([someEvent(2, { person: "Ada" })], 2_000).hasChanges).toBe(true);
	});

	it("stays an own test, with either key", () => {
		const markTest = (event: StreamEvent) =>
			ledger.resolveTest(Symbol("post"), { kind: "created", event }, noonMs);
		markTest(someEvent(2, { id: undefined, ref: "content:[]", person: undefined }));
		expect(ledger.current(someEvent(2))).not.toHaveProperty("isTest");
		applySnapshot([someEvent(2, { person: "Ada" })], 1_000);
		markTest(someEvent(2, { id: undefined, ref: "content:[]", person: "Ada" }));
		applySnapshot([someEvent(2, { person: "Ada", message: "changed" })], 2_000);
		expect(ledger.current(someEvent(2))).toMatchObject({ isTest: true, message: "changed" });
	});
});

describe("the cached list", () => {
	const forget = vi.fn();
	const list = [old, someEvent(2, { person: "Ada" })];
	beforeEach(() => {
		ledger = new Ledger({ ...noListCache, forget });
		applySnapshot(list, 0, { reachMs: -Infinity });
		forget.mockClear();
	});

	it("is discarded once when listed events have changed", () => {
		applySnapshot(list, 6_000);
		expect(forget).not.toHaveBeenCalled();
		applySnapshot([someEvent(1, { agoMs: 59_000 }), someEvent(2, { person: "Bob" })], 12_000);
		expect(forget).toHaveBeenCalledOnce();
	});

	it("is discarded when a push contradicts an event, also one that is no longer stored", () => {
		ledger.applyEvent(someEvent(2, { person: "Bob" }), noonMs + 700_000);
		expect(forget).toHaveBeenCalledOnce();
		ledger.applyEvent(someEvent(3, { agoMs: 90_000_000 }), noonMs + 700_000);
		expect(forget).toHaveBeenCalledTimes(2);
	});

	it("is kept when a push is the first report of a recent event, or repeats one", () => {
		ledger.applyEvent(someEvent(3, { mayBeDeleted: true }), noonMs);
		ledger.applyEvent(someEvent(4), noonMs + 90_000);
		ledger.applyEvent(someEvent(2), noonMs + 700_000);
		expect(forget).not.toHaveBeenCalled();
	});
});

describe("the expected list count", () => {
	const gapWhere = (totalCount: number, events: readonly StreamEvent[]) =>
		applySnapshot(events, 1_000, { totalCount }).hasCountMismatch;

	it("does not change when a stored event is received again", () => {
		ledger.applyEvent(someEvent(2), noonMs);
		expect(gapWhere(2, [someEvent(2)])).toBe(false);
	});

	it("decreases once for a deletion, also if it is reported several times", () => {
		for (let times = 0; times < 2; times++) ledger.applyEvent({ ...someEvent(2), isDeleted: true }, noonMs);
		expect(gapWhere(1, [])).toBe(false);
	});

	it("does not change when an unlisted event is deleted", () => {
		ledger.applyEvent(someEvent(3), noonMs);
		ledger.applyEvent({ ...someEvent(3), isDeleted: true }, noonMs);
		expect(gapWhere(2, [someEvent(2)])).toBe(false);
	});

	it("decreases for an event that is missing in a snapshot, and increases for a pushed event that is listed", () => {
		ledger.applyEvent(someEvent(3), noonMs);
		expect(gapWhere(2, [someEvent(3)])).toBe(false);
	});
});

describe("two entries of the same event", () => {
	beforeEach(() => {
		ledger = new Ledger();
		applySnapshot([old], 0, { reachMs: -Infinity });
	});

	it.each([
		[byId, byRef, "Told by id"],
		[byRef, byId, "Told by ref"],
	])("are merged with the values from the list", (listed, pushed, person) => {
		ledger.applyEvent(pushed, noonMs);
		applySnapshot([listed], 1_000);
		ledger.applyEvent(someEvent(2, { person: undefined }), noonMs);
		expect(ledger.newest(["follow"], 5)).toHaveLength(2);
		expect(ledger.current(someEvent(2))).toMatchObject({ person, id: "2", ref: "r2" });
		expect(ledger.unconfirmedFromMs(["follow"])).toBeUndefined();
	});

	it.each([
		[someEvent(2), byRef],
		[byRef, someEvent(2)],
	])("are not stored if pages of one read contain the event with an id and without", (...events) => {
		applySnapshot(events, 1_000);
		expect(ledger.newest(["follow"], 5)).toHaveLength(2);
		for (const [index, listed] of [someEvent(2), byRef, byRef, someEvent(2)].entries()) {
			applySnapshot([listed], 2_000 + index * 6_000);
			expect(ledger.newest(["follow"], 5)).toHaveLength(2);
			expect(ledger.unconfirmedFromMs(["follow"])).toBeUndefined();
		}
	});

	it("are expected in the list if neither was listed", () => {
		for (const event of [byId, byRef, someEvent(2)]) ledger.applyEvent(event, noonMs);
		expect(ledger.unconfirmedFromMs(["follow"])).toBeDefined();
		expect(ledger.cacheableList(["follow"])).toBeUndefined();
	});

	it.each([["2"], ["ref:r2"]])("are merged into a test if either is a test: %s", (name) => {
		ledger.ownEvents.restore({ keys: [name], posts: [] });
		for (const event of [byId, byRef, someEvent(2)]) ledger.applyEvent(event, noonMs);
		expect(ledger.current(someEvent(2))).toMatchObject({ isTest: true });
	});

	it("are not merged into a test if neither is a test", () => {
		for (const event of [byId, byRef, someEvent(2)]) ledger.applyEvent(event, noonMs);
		expect(ledger.current(someEvent(2))).not.toHaveProperty("isTest");
	});
});
