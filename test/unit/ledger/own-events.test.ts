import { describe, expect, it } from "vitest";

import type { CustomEvent } from "../../../src/state/custom-event";
import { OwnEvents, ownEventKey } from "../../../src/ledger/own-events";
import type { StreamEvent } from "../../../src/state/stream-event";

const nowMs = 1_000_000;
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
		const own = new OwnEvents();
		const post = own.expect(content);
		own.resolve(post, { kind: "created", event: told() }, nowMs);
		expect(own.recognise(told({ ref: undefined }), nowMs)).toBe(true);
		expect(own.recognise(told({ id: undefined }), nowMs)).toBe(true);
		expect(own.recognise(told({ id: "8", ref: "r8" }), nowMs)).toBe(false);
	});

	it("recognises it by its content while the post is under way, once", () => {
		const own = new OwnEvents();
		own.expect(content);
		expect(own.recognise(told({ person: "Other", id: "6", ref: "r6" }), nowMs)).toBe(false);
		expect(own.recognise(told(), nowMs)).toBe(true);
		expect(own.recognise(told(), nowMs)).toBe(true);
		expect(own.recognise(told({ id: "8", ref: "r8" }), nowMs)).toBe(false);
	});

	it("recognises one that is told without a name while the post is under way, and not once that is over", () => {
		const own = new OwnEvents();
		const poor = told({ person: undefined });
		const post = own.expect(content);
		expect(own.recognise(poor, nowMs)).toBe(true);
		expect(own.resolve(post, { kind: "created", event: told() }, nowMs)).toBeUndefined();
		own.resolve(own.expect(content), { kind: "unnamed" }, nowMs);
		expect(own.recognise({ ...poor, id: "8", ref: "r8" }, nowMs)).toBe(false);
	});

	it("keeps two posts of the same content apart", () => {
		const own = new OwnEvents();
		const posts = [own.expect(content), own.expect(content)];
		expect(own.recognise(told({ id: "1", ref: "r1" }), nowMs)).toBe(true);
		expect(own.recognise(told({ id: "2", ref: "r2" }), nowMs)).toBe(true);
		expect(own.recognise(told({ id: "3", ref: "r3" }), nowMs)).toBe(false);
		for (const [index, post] of posts.entries()) {
			const event = told({ id: String(index + 1), ref: `r${index + 1}` });
			expect(own.resolve(post, { kind: "created", event }, nowMs)).toBeUndefined();
		}
	});

	it("gives back somebody else's event that it took for its own", () => {
		const own = new OwnEvents();
		const post = own.expect(content);
		const theirs = told({ id: "1", ref: "r1" });
		expect(own.recognise(theirs, nowMs)).toBe(true);
		expect(own.resolve(post, { kind: "created", event: told() }, nowMs)).toEqual(theirs);
		expect(own.has(theirs)).toBe(false);
		expect(own.has(told())).toBe(true);
	});

	it("gives it back too when the post is refused", () => {
		const own = new OwnEvents();
		const post = own.expect(content);
		own.recognise(told(), nowMs);
		expect(own.resolve(post, { kind: "refused" }, nowMs)).toEqual(told());
		expect(own.recognise(told(), nowMs)).toBe(false);
	});

	it.each([
		["nobody knows how the post ended", { kind: "unnamed" }],
		["the answer has no name for it", { kind: "created", event: told({ id: undefined, ref: "content:[]" }) }],
	] as const)("waits half a minute for it when %s", (_when, result) => {
		for (const [afterMs, isOwn] of [
			[30_000, true],
			[30_001, false],
		] as const) {
			const own = new OwnEvents();
			own.resolve(own.expect(content), result, nowMs);
			expect(own.recognise(told(), nowMs + afterMs)).toBe(isOwn);
		}
	});

	it("expects nothing more of a post that has been seen", () => {
		const own = new OwnEvents();
		const post = own.expect(content);
		own.recognise(told(), nowMs);
		expect(own.resolve(post, { kind: "unnamed" }, nowMs)).toBeUndefined();
		expect(own.recognise(told({ id: "8", ref: "r8" }), nowMs)).toBe(false);
		expect(own.has(told())).toBe(true);
	});

	it("has nothing in hand of a post that is over, and still learns what it made", () => {
		const own = new OwnEvents();
		const post = own.expect(content);
		own.resolve(post, { kind: "refused" }, nowMs);
		expect(own.resolve(post, { kind: "unnamed" }, nowMs)).toBeUndefined();
		expect(own.recognise(told(), nowMs)).toBe(false);
		own.resolve(post, { kind: "created", event: told() }, nowMs);
		expect(own.has(told())).toBe(true);
	});

	it("takes no event without a name for one of its own that had none", () => {
		const own = new OwnEvents();
		own.add(told({ ref: undefined }));
		own.add(told({ id: undefined, ref: "r8" }));
		expect(own.has(told({ id: "9", ref: undefined }))).toBe(false);
		expect(own.has(told({ id: undefined, ref: "r9" }))).toBe(false);
	});

	it("keeps both names where they are short enough, or else the first one", () => {
		expect(ownEventKey(told({ id: "1", ref: "r".repeat(54) }))).toBe(`1\nref:${"r".repeat(54)}`);
		expect(ownEventKey(told({ id: "1", ref: "r".repeat(55) }))).toBe("1");
	});

	it("keeps of a long ref both ends and how long it is, and tells it from others by these", () => {
		const ref = (middle: string) => `${"a".repeat(30)}${middle}${"z".repeat(30)}`;
		const own = new OwnEvents();
		own.restore([ownEventKey(told({ id: undefined, ref: ref("1") })) ?? ""]);
		expect(ownEventKey(told({ id: undefined, ref: ref("1") }))).toBe(
			`ref:${"a".repeat(16)}~65~${"z".repeat(30)}`,
		);
		expect(own.has(told({ id: undefined, ref: ref("1") }))).toBe(true);
		expect(own.has(told({ id: undefined, ref: ref("12") }))).toBe(false);
		expect(ownEventKey(told({ id: undefined, ref: "r".repeat(56) }))).toBe(`ref:${"r".repeat(56)}`);
	});

	it("recalls events of another run by the names it gave them", () => {
		for (const event of [told(), told({ id: undefined })]) {
			const own = new OwnEvents();
			own.restore([ownEventKey(event)].filter((name) => name !== undefined));
			expect(own.has(told())).toBe(true);
			expect(own.has(told({ id: undefined }))).toBe(true);
		}
		expect(ownEventKey(told({ id: undefined, ref: "content:[]" }))).toBeUndefined();
	});
});
