import { describe, expect, it } from "vitest";

import type { CustomEvent } from "../../../src/state/events/custom-event";
import { OwnEvents } from "../../../src/ledger/own-events";
import type { StreamEvent } from "../../../src/state/events/stream-event";

const nowMs = 1_000_000;
const hashName = (name: string) => `#${name.length}`;
const exactName = (name: string) => name;
const content: CustomEvent = { type: "follow", username: "Tester" };
const received = (fields: Partial<StreamEvent> = {}): StreamEvent => ({
	id: "7",
	ref: "r7",
	type: "follow",
	createdAtMs: nowMs,
	isDeleted: false,
	person: "Tester",
	...fields,
});

describe("OwnEvents", () => {
	it("recognises an event by its id or ref after the response to the post", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		own.resolve(post, { kind: "created", event: received() }, nowMs);
		expect(own.recognise(received({ ref: undefined }), nowMs)).toBe(true);
		expect(own.recognise(received({ id: undefined }), nowMs)).toBe(true);
		expect(own.recognise(received({ id: "8", ref: "r8" }), nowMs)).toBe(false);
	});

	it("recognises an event by its content while the post is running, once", () => {
		const own = new OwnEvents(hashName);
		own.expect(content, nowMs);
		expect(own.recognise(received({ person: "Other", id: "6", ref: "r6" }), nowMs)).toBe(false);
		expect(own.recognise(received(), nowMs)).toBe(true);
		expect(own.recognise(received(), nowMs)).toBe(true);
		expect(own.recognise(received({ id: "8", ref: "r8" }), nowMs)).toBe(false);
	});

	it("recognises an event without a key while the post is running, and not afterwards", () => {
		const own = new OwnEvents(hashName);
		const poor = received({ person: undefined });
		const post = own.expect(content, nowMs);
		expect(own.recognise(poor, nowMs)).toBe(true);
		expect(own.resolve(post, { kind: "created", event: received() }, nowMs)).toBeUndefined();
		own.resolve(own.expect(content, nowMs), { kind: "unnamed" }, nowMs);
		expect(own.recognise({ ...poor, id: "8", ref: "r8" }, nowMs)).toBe(false);
	});

	it("takes the time of arrival for an event without a time", () => {
		const own = new OwnEvents(hashName);
		own.resolve(own.expect(content, nowMs), { kind: "unnamed" }, nowMs);
		const undated = received({ createdAtMs: 0, isTimeAssumed: true });
		expect(own.recognise(undated, nowMs + 60_000)).toBe(false);
		expect(own.recognise(undated, nowMs + 1_000)).toBe(true);
	});

	it("distinguishes two posts of the same content", () => {
		const own = new OwnEvents(hashName);
		const posts = [own.expect(content, nowMs), own.expect(content, nowMs)];
		expect(own.recognise(received({ id: "1", ref: "r1" }), nowMs)).toBe(true);
		expect(own.recognise(received({ id: "2", ref: "r2" }), nowMs)).toBe(true);
		expect(own.recognise(received({ id: "3", ref: "r3" }), nowMs)).toBe(false);
		for (const [index, post] of posts.entries()) {
			const event = received({ id: String(index + 1), ref: `r${index + 1}` });
			expect(own.resolve(post, { kind: "created", event }, nowMs)).toBeUndefined();
		}
	});

	it("returns an event of another user that was taken for its own", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		const theirs = received({ id: "1", ref: "r1" });
		expect(own.recognise(theirs, nowMs)).toBe(true);
		expect(own.resolve(post, { kind: "created", event: received() }, nowMs)).toEqual(theirs);
		expect(own.has(theirs)).toBe(false);
		expect(own.has(received())).toBe(true);
	});

	it("returns that event also if the post is refused", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		own.recognise(received(), nowMs);
		expect(own.resolve(post, { kind: "refused" }, nowMs)).toEqual(received());
		expect(own.recognise(received(), nowMs)).toBe(false);
	});

	it.each([
		["the post was not answered", { kind: "unnamed" }],
		[
			"the answer does not identify it",
			{ kind: "created", event: received({ id: undefined, ref: "content:[]" }) },
		],
	] as const)(
		"recognises an event created up to half a minute later, regardless of its arrival, if %s",
		(_when, result) => {
			for (const [afterMs, isOwn] of [
				[-6_000, false],
				[-4_000, true],
				[30_000, true],
				[30_001, false],
			] as const) {
				const own = new OwnEvents(hashName);
				own.resolve(own.expect(content, nowMs), result, nowMs);
				expect(own.recognise(received({ createdAtMs: nowMs + afterMs }), nowMs + 3_600_000)).toBe(isOwn);
			}
		},
	);

	it("expects no further event of a post whose event was recognised", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		own.recognise(received(), nowMs);
		expect(own.resolve(post, { kind: "unnamed" }, nowMs)).toBeUndefined();
		expect(own.recognise(received({ id: "8", ref: "r8" }), nowMs)).toBe(false);
		expect(own.has(received())).toBe(true);
	});

	it("has no event of a finished post, but stores its id if it arrives later", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		own.resolve(post, { kind: "refused" }, nowMs);
		expect(own.resolve(post, { kind: "unnamed" }, nowMs)).toBeUndefined();
		expect(own.recognise(received(), nowMs)).toBe(false);
		own.resolve(post, { kind: "created", event: received() }, nowMs);
		expect(own.has(received())).toBe(true);
	});

	it("does not match two events by a missing key", () => {
		const own = new OwnEvents(hashName);
		own.add(received({ ref: undefined }));
		own.add(received({ id: undefined, ref: "r8" }));
		expect(own.has(received({ id: "9", ref: undefined }))).toBe(false);
		expect(own.has(received({ id: undefined, ref: "r9" }))).toBe(false);
	});

	it("stores start, end and length of a long ref", () => {
		const ref = (middle: string) => `${"a".repeat(30)}${middle}${"z".repeat(30)}`;
		const own = new OwnEvents(hashName);
		own.add(received({ id: undefined, ref: ref("1") }));
		expect(own.records.keys).toEqual([`ref:${"a".repeat(16)}~65~${"z".repeat(30)}`]);
		expect(own.has(received({ id: undefined, ref: ref("1") }))).toBe(true);
		expect(own.has(received({ id: undefined, ref: ref("12") }))).toBe(false);
	});

	it("recognises events posted by an earlier run, by id and by ref", () => {
		const own = new OwnEvents(hashName);
		own.add(received());
		const later = new OwnEvents(hashName);
		later.restore(own.records);
		expect(later.has(received({ ref: undefined }))).toBe(true);
		expect(later.has(received({ id: undefined }))).toBe(true);
	});

	it.each([
		["is under way", () => undefined],
		[
			"was not answered",
			(own: OwnEvents, post: symbol) => void own.resolve(post, { kind: "unnamed" }, nowMs),
		],
	])("recognises in another run the event of a post that %s", (_state, end) => {
		const own = new OwnEvents(hashName);
		end(own, own.expect(content, nowMs));
		const later = new OwnEvents(hashName);
		later.restore(own.records);
		const event = received({ createdAtMs: nowMs + 2_000 });
		expect(later.recognise({ ...event, person: "Somebody" }, nowMs + 600_000)).toBe(false);
		expect(later.recognise(event, nowMs + 600_000)).toBe(true);
		expect(later.records).toEqual({ keys: ["7", "ref:r7"], posts: [] });
	});

	it("recognises it in the cached list of an earlier run, which contains hashed names only", () => {
		const own = new OwnEvents(hashName);
		own.resolve(own.expect(content, nowMs), { kind: "unnamed" }, nowMs);
		expect(own.recognise(received({ person: undefined, nameKey: hashName("tester") }), nowMs)).toBe(true);
	});

	it("stores no user names", () => {
		const own = new OwnEvents(hashName);
		own.expect(content, nowMs);
		own.add(received({ id: undefined, ref: 'content:["follow","Tester"]' }));
		expect(JSON.stringify(own.records)).not.toMatch(/tester/i);
	});

	it("reports each change of the stored data", () => {
		const own = new OwnEvents(hashName);
		const sizes: number[] = [];
		own.watch(() => sizes.push(own.records.keys.length + own.records.posts.length));
		const post = own.expect(content, nowMs);
		own.recognise(received(), nowMs);
		own.resolve(post, { kind: "created", event: received() }, nowMs);
		expect(sizes).toEqual([1, 2, 2]);
	});

	it("keeps thousands of events", () => {
		const own = new OwnEvents(hashName);
		for (let id = 0; id < 5_000; id++) own.add(received({ id: String(id), ref: undefined }));
		expect(own.records.keys).toHaveLength(5_000);
	});
});

const donation: CustomEvent = { type: "donation", username: "Zoë", amount: "5.00", currency: "EUR" };
const hosting: CustomEvent = { type: "hosting", hostname: "Raid", viewers: 3 };
const subscription: CustomEvent = { type: "subscription", username: "Ada", resub: 0 };
const euros = (minorUnits: number) => ({ minorUnits, currency: "EUR" });
const bare = { person: undefined };

describe("the content of a posted event", () => {
	it.each<[Partial<StreamEvent>, CustomEvent, boolean]>([
		[{ person: "Zoe\u0308" }, { type: "follow", username: "Zoë" }, true],
		[{ person: " Ada" }, { type: "follow", username: "Ada " }, true],
		[{ type: "subscription", person: "Ada" }, subscription, true],
		[{ type: "subscription", person: "Ada", resub: 1 }, subscription, false],
		[{ type: "donation", person: "Zoë", amount: euros(500) }, donation, true],
		[{ type: "donation", person: "Zoë", amount: euros(501) }, donation, false],
		[{ type: "donation", person: "Zoë", amount: { minorUnits: 500, currency: "USD" } }, donation, false],
		[
			{
				type: "donation",
				person: "Zoë",
				amount: { minorUnits: 500, currency: "USD" },
				isCurrencyAssumed: true,
			},
			donation,
			true,
		],
		[{ type: "hosting", person: "Raid", viewers: 3 }, hosting, true],
		[{ type: "hosting", person: "Raid", viewers: 4 }, hosting, false],
		[{ type: "follow", person: "Raid" }, hosting, false],
	])("of %j and %j matches, with and without a response", (event, posted, isOwn) => {
		for (const isAnswered of [false, true]) {
			const own = new OwnEvents(exactName);
			const post = own.expect(posted, nowMs);
			if (isAnswered) own.resolve(post, { kind: "unnamed" }, nowMs);
			expect(own.recognise(received(event), nowMs)).toBe(isOwn);
		}
	});

	it.each<[Partial<StreamEvent>, CustomEvent, boolean]>([
		[bare, content, true],
		[{ ...bare, type: "hosting" }, content, false],
		[{ type: "donation", person: "Bob" }, donation, false],
		[{ type: "donation", person: "Zoë", currency: "EUR" }, donation, true],
		[{ type: "donation", person: "Zoë", currency: "USD" }, donation, false],
		[{ ...bare, type: "hosting" }, hosting, true],
		[{ ...bare, type: "hosting", viewers: 4 }, hosting, false],
		[{ type: "donation", person: "Zoë" }, donation, true],
		[{ ...bare, type: "donation", amount: euros(501) }, donation, false],
	])("of %j and %j may match while the response is pending", (event, posted, isPossible) => {
		const own = new OwnEvents(exactName);
		const post = own.expect(posted, nowMs);
		expect(own.recognise(received(event), nowMs)).toBe(isPossible);
		own.resolve(post, { kind: "refused" }, nowMs);
		own.resolve(own.expect(posted, nowMs), { kind: "unnamed" }, nowMs);
		expect(own.recognise(received({ ...event, id: "8", ref: "r8" }), nowMs)).toBe(false);
	});
});
