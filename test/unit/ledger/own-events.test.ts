import { describe, expect, it } from "vitest";

import type { CustomEvent } from "../../../src/state/custom-event";
import { OwnEvents } from "../../../src/ledger/own-events";
import type { StreamEvent } from "../../../src/state/stream-event";

const nowMs = 1_000_000;
const hashName = (name: string) => `#${name.length}`;
const exactName = (name: string) => name;
const content: CustomEvent = { type: "follow", username: "Tester" };
const told = (fields: Partial<StreamEvent> = {}): StreamEvent => ({
	id: "7",
	ref: "r7",
	type: "follow",
	createdAtMs: nowMs,
	isDeleted: false,
	person: "Tester",
	...fields,
});

describe("OwnEvents", () => {
	it("recognises an event by its id or its ref once the post is answered", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		own.resolve(post, { kind: "created", event: told() }, nowMs);
		expect(own.recognise(told({ ref: undefined }), nowMs)).toBe(true);
		expect(own.recognise(told({ id: undefined }), nowMs)).toBe(true);
		expect(own.recognise(told({ id: "8", ref: "r8" }), nowMs)).toBe(false);
	});

	it("recognises it by its content while the post is under way, once", () => {
		const own = new OwnEvents(hashName);
		own.expect(content, nowMs);
		expect(own.recognise(told({ person: "Other", id: "6", ref: "r6" }), nowMs)).toBe(false);
		expect(own.recognise(told(), nowMs)).toBe(true);
		expect(own.recognise(told(), nowMs)).toBe(true);
		expect(own.recognise(told({ id: "8", ref: "r8" }), nowMs)).toBe(false);
	});

	it("recognises one that is told without a name while the post is under way, and not once that is over", () => {
		const own = new OwnEvents(hashName);
		const poor = told({ person: undefined });
		const post = own.expect(content, nowMs);
		expect(own.recognise(poor, nowMs)).toBe(true);
		expect(own.resolve(post, { kind: "created", event: told() }, nowMs)).toBeUndefined();
		own.resolve(own.expect(content, nowMs), { kind: "unnamed" }, nowMs);
		expect(own.recognise({ ...poor, id: "8", ref: "r8" }, nowMs)).toBe(false);
	});

	it("keeps two posts of the same content apart", () => {
		const own = new OwnEvents(hashName);
		const posts = [own.expect(content, nowMs), own.expect(content, nowMs)];
		expect(own.recognise(told({ id: "1", ref: "r1" }), nowMs)).toBe(true);
		expect(own.recognise(told({ id: "2", ref: "r2" }), nowMs)).toBe(true);
		expect(own.recognise(told({ id: "3", ref: "r3" }), nowMs)).toBe(false);
		for (const [index, post] of posts.entries()) {
			const event = told({ id: String(index + 1), ref: `r${index + 1}` });
			expect(own.resolve(post, { kind: "created", event }, nowMs)).toBeUndefined();
		}
	});

	it("gives back somebody else's event that it took for its own", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		const theirs = told({ id: "1", ref: "r1" });
		expect(own.recognise(theirs, nowMs)).toBe(true);
		expect(own.resolve(post, { kind: "created", event: told() }, nowMs)).toEqual(theirs);
		expect(own.has(theirs)).toBe(false);
		expect(own.has(told())).toBe(true);
	});

	it("gives it back too when the post is refused", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		own.recognise(told(), nowMs);
		expect(own.resolve(post, { kind: "refused" }, nowMs)).toEqual(told());
		expect(own.recognise(told(), nowMs)).toBe(false);
	});

	it.each([
		["the post was not answered", { kind: "unnamed" }],
		[
			"the answer does not identify it",
			{ kind: "created", event: told({ id: undefined, ref: "content:[]" }) },
		],
	] as const)(
		"recognises an event created up to half a minute later, whenever it arrives, when %s",
		(_when, result) => {
			for (const [afterMs, isOwn] of [
				[-6_000, false],
				[-4_000, true],
				[30_000, true],
				[30_001, false],
			] as const) {
				const own = new OwnEvents(hashName);
				own.resolve(own.expect(content, nowMs), result, nowMs);
				expect(own.recognise(told({ createdAtMs: nowMs + afterMs }), nowMs + 3_600_000)).toBe(isOwn);
			}
		},
	);

	it("expects nothing more of a post that has been seen", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		own.recognise(told(), nowMs);
		expect(own.resolve(post, { kind: "unnamed" }, nowMs)).toBeUndefined();
		expect(own.recognise(told({ id: "8", ref: "r8" }), nowMs)).toBe(false);
		expect(own.has(told())).toBe(true);
	});

	it("has nothing in hand of a post that is over, and still learns what it made", () => {
		const own = new OwnEvents(hashName);
		const post = own.expect(content, nowMs);
		own.resolve(post, { kind: "refused" }, nowMs);
		expect(own.resolve(post, { kind: "unnamed" }, nowMs)).toBeUndefined();
		expect(own.recognise(told(), nowMs)).toBe(false);
		own.resolve(post, { kind: "created", event: told() }, nowMs);
		expect(own.has(told())).toBe(true);
	});

	it("takes no event without a name for one of its own that had none", () => {
		const own = new OwnEvents(hashName);
		own.add(told({ ref: undefined }));
		own.add(told({ id: undefined, ref: "r8" }));
		expect(own.has(told({ id: "9", ref: undefined }))).toBe(false);
		expect(own.has(told({ id: undefined, ref: "r9" }))).toBe(false);
	});

	it("keeps of a long ref both ends and its length", () => {
		const ref = (middle: string) => `${"a".repeat(30)}${middle}${"z".repeat(30)}`;
		const own = new OwnEvents(hashName);
		own.add(told({ id: undefined, ref: ref("1") }));
		expect(own.records.keys).toEqual([`ref:${"a".repeat(16)}~65~${"z".repeat(30)}`]);
		expect(own.has(told({ id: undefined, ref: ref("1") }))).toBe(true);
		expect(own.has(told({ id: undefined, ref: ref("12") }))).toBe(false);
	});

	it("recognises in another run what it posted in this one, by id and by ref", () => {
		const own = new OwnEvents(hashName);
		own.add(told());
		const later = new OwnEvents(hashName);
		later.restore(own.records);
		expect(later.has(told({ ref: undefined }))).toBe(true);
		expect(later.has(told({ id: undefined }))).toBe(true);
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
		const event = told({ createdAtMs: nowMs + 2_000 });
		expect(later.recognise({ ...event, person: "Somebody" }, nowMs + 600_000)).toBe(false);
		expect(later.recognise(event, nowMs + 600_000)).toBe(true);
		expect(later.records).toEqual({ keys: ["7", "ref:r7"], posts: [] });
	});

	it("recognises it in the list of an earlier run as well, which contains hashed names only", () => {
		const own = new OwnEvents(hashName);
		own.resolve(own.expect(content, nowMs), { kind: "unnamed" }, nowMs);
		expect(own.recognise(told({ person: undefined, nameKey: hashName("tester") }), nowMs)).toBe(true);
	});

	it("stores no user names", () => {
		const own = new OwnEvents(hashName);
		own.expect(content, nowMs);
		own.add(told({ id: undefined, ref: 'content:["follow","Tester"]' }));
		expect(JSON.stringify(own.records)).not.toMatch(/tester/i);
	});

	it("reports each change of what has to be stored", () => {
		const own = new OwnEvents(hashName);
		const sizes: number[] = [];
		own.watch(() => sizes.push(own.records.keys.length + own.records.posts.length));
		const post = own.expect(content, nowMs);
		own.recognise(told(), nowMs);
		own.resolve(post, { kind: "created", event: told() }, nowMs);
		expect(sizes).toEqual([1, 2, 2]);
	});

	it("keeps thousands of them", () => {
		const own = new OwnEvents(hashName);
		for (let id = 0; id < 5_000; id++) own.add(told({ id: String(id), ref: undefined }));
		expect(own.records.keys).toHaveLength(5_000);
	});
});

const donation: CustomEvent = { type: "donation", username: "Zoë", amount: "5.00", currency: "EUR" };
const hosting: CustomEvent = { type: "hosting", hostname: "Raid", viewers: 3 };
const subscription: CustomEvent = { type: "subscription", username: "Ada", resub: 0 };
const euros = (minorUnits: number) => ({ minorUnits, currency: "EUR" });
const bare = { person: undefined };

describe("the content of a post's event", () => {
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
	])("of %j and %j matches, before the answer and without one", (event, posted, isOwn) => {
		for (const isAnswered of [false, true]) {
			const own = new OwnEvents(exactName);
			const post = own.expect(posted, nowMs);
			if (isAnswered) own.resolve(post, { kind: "unnamed" }, nowMs);
			expect(own.recognise(told(event), nowMs)).toBe(isOwn);
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
	])("of %j and %j may match as long as the answer is to come", (event, posted, isPossible) => {
		const own = new OwnEvents(exactName);
		const post = own.expect(posted, nowMs);
		expect(own.recognise(told(event), nowMs)).toBe(isPossible);
		own.resolve(post, { kind: "refused" }, nowMs);
		own.resolve(own.expect(posted, nowMs), { kind: "unnamed" }, nowMs);
		expect(own.recognise(told({ ...event, id: "8", ref: "r8" }), nowMs)).toBe(false);
	});
});
