import { beforeEach, describe, expect, it } from "vitest";

import { Ledger } from "../../../../src/ledger/ledger";
import type { Snapshot } from "../../../../src/ledger/snapshot";
import type { StreamEvent } from "../../../../src/state/stream-event";
import { noonMs, someEvent, someSnapshot } from "../some-events";

const old = someEvent(1, { agoMs: 60_000 });
const byId = someEvent(2, { ref: undefined, person: "Told by id" });
const byRef = someEvent(2, { id: undefined, person: "Told by ref" });

let ledger: Ledger;
const look = (events: readonly StreamEvent[], laterMs: number, changes: Partial<Snapshot> = {}) =>
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
	look([old, someEvent(2)], 0, { reachMs: -Infinity });
});

describe("an event that is told again", () => {
	it("says what the list said, whatever the socket says later", () => {
		ledger.applyEvent(someEvent(2, { person: "Told late", message: "hello" }), noonMs);
		look([someEvent(2, { person: "Ada" })], 1_000, { totalCount: 2 });
		ledger.applyEvent(someEvent(2, { person: "Told late" }), noonMs);
		expect(ledger.current(old)).toMatchObject(old);
		expect(ledger.current(someEvent(2))).toMatchObject({ person: "Ada", message: "hello" });
	});

	it("says what the socket said last, as long as the list has not told it", () => {
		for (const person of ["Ada", "Bob"]) ledger.applyEvent(someEvent(3, { person }), noonMs);
		expect(ledger.current(someEvent(3))).toMatchObject({ person: "Bob" });
	});

	it("twice by one look says what it said first, which was read last", () => {
		look([someEvent(2, { person: "Ada" }), someEvent(2, { person: "Bob" })], 1_000);
		expect(ledger.current(someEvent(2))).toMatchObject({ person: "Ada" });
	});

	it("is news where it says something else", () => {
		expect(look([someEvent(2)], 1_000).hasChanges).toBe(false);
		expect(look([someEvent(2, { person: "Ada" })], 2_000).hasChanges).toBe(true);
	});

	it("stays a test of our own, under whichever name", () => {
		ledger.markTest(someEvent(2, { id: undefined, ref: "content:[]", person: undefined }));
		expect(ledger.current(someEvent(2))).not.toHaveProperty("isTest");
		look([someEvent(2, { person: "Ada" })], 1_000);
		ledger.markTest(someEvent(2, { id: undefined, ref: "content:[]", person: "Ada" }));
		look([someEvent(2, { person: "Ada", message: "changed" })], 2_000);
		expect(ledger.current(someEvent(2))).toMatchObject({ isTest: true, message: "changed" });
	});
});

describe("what the list is expected to count", () => {
	const gapWhere = (totalCount: number, events: readonly StreamEvent[]) =>
		look(events, 1_000, { totalCount }).hasCountMismatch;

	it("is the same when a known event is told again", () => {
		ledger.applyEvent(someEvent(2), noonMs);
		expect(gapWhere(2, [someEvent(2)])).toBe(false);
	});

	it("is one less for a deletion, however often it is told", () => {
		for (let times = 0; times < 2; times++) ledger.applyEvent({ ...someEvent(2), isDeleted: true }, noonMs);
		expect(gapWhere(1, [])).toBe(false);
	});

	it("is the same when something is deleted that it never listed", () => {
		ledger.applyEvent(someEvent(3), noonMs);
		ledger.applyEvent({ ...someEvent(3), isDeleted: true }, noonMs);
		expect(gapWhere(2, [someEvent(2)])).toBe(false);
	});

	it("is one less where a look lacks what it held, and one more where it holds what was told", () => {
		ledger.applyEvent(someEvent(3), noonMs);
		expect(gapWhere(2, [someEvent(3)])).toBe(false);
	});
});

describe("two events that turn out to be one", () => {
	beforeEach(() => {
		ledger = new Ledger();
		look([old], 0, { reachMs: -Infinity });
	});

	it.each([
		[byId, byRef, "Told by id"],
		[byRef, byId, "Told by ref"],
	])("say what the list says of either", (listed, pushed, person) => {
		ledger.applyEvent(pushed, noonMs);
		look([listed], 1_000);
		ledger.applyEvent(someEvent(2, { person: undefined }), noonMs);
		expect(ledger.newest(["follow"], 5)).toHaveLength(2);
		expect(ledger.current(someEvent(2))).toMatchObject({ person, id: "2", ref: "r2" });
		expect(ledger.unconfirmedFromMs(["follow"])).toBeUndefined();
	});

	it("are looked for in the list where it held neither", () => {
		for (const event of [byId, byRef, someEvent(2)]) ledger.applyEvent(event, noonMs);
		expect(ledger.unconfirmedFromMs(["follow"])).toBeDefined();
		expect(ledger.cacheableList(["follow"])).toBeUndefined();
	});

	it.each([["2"], ["ref:r2"]])("are a test where either was one: %s", (name) => {
		ledger.ownEvents.restore({ keys: [name], posts: [] });
		for (const event of [byId, byRef, someEvent(2)]) ledger.applyEvent(event, noonMs);
		expect(ledger.current(someEvent(2))).toMatchObject({ isTest: true });
	});

	it("are no test where neither was one", () => {
		for (const event of [byId, byRef, someEvent(2)]) ledger.applyEvent(event, noonMs);
		expect(ledger.current(someEvent(2))).not.toHaveProperty("isTest");
	});
});
