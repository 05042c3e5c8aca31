import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { DataFolder } from "../../../src/data-folder/data-folder";
import { StoredOffsets } from "../../../src/data-folder/stored-offsets";

import { parseNewEvent } from "../../../src/service/socket/event-channel";
import { parseStreamEvent } from "../../../src/service/schemas/event-schema";
import { ServiceOffset } from "../../../src/service/service-offset";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const nowMs = Date.UTC(2026, 10, 28, 18, 0, 5);

function setUp() {
	const offset = new ServiceOffset();
	const local = (atMs: number, offsetMs: number) => new Date(atMs + offsetMs).toISOString().slice(0, 19);
	let id = 7;
	const follow = (fields: object) => ({ id, type: "follow", parameters: { username: "ada" }, ...fields });
	const push = (fields: object, atMs = nowMs) =>
		parseNewEvent(
			{ event: { ...follow(fields), id: ++id, ...fields } },
			{ apiKey: "key", now: () => atMs, offset },
		)?.createdAtMs;
	const listed = (time: object) => parseStreamEvent(follow(time), { now: () => 0, offset })?.createdAtMs;
	return { offset, local, push, listed };
}

describe("times without an offset", () => {
	it.each([-5, 5.5, 5.75, 12.75, -9.5, 0, 14])(
		"are parsed with the service's offset once a push has revealed it: %f hours",
		(hours) => {
			const { local, push, listed } = setUp();
			const offsetMs = hours * hourMs;
			const before = { created_at: local(nowMs - 3 * hourMs, offsetMs) };
			expect(listed(before)).toBe(nowMs - 3 * hourMs + offsetMs);
			expect(push({ created_at: local(nowMs - 40_000, offsetMs) })).toBe(nowMs - 40_000);
			expect(listed(before)).toBe(nowMs - 3 * hourMs);
			expect(listed({ inserted_at: before.created_at })).toBe(nowMs - 3 * hourMs);
			expect(listed({ created_at: `${before.created_at}Z` })).toBe(nowMs - 3 * hourMs + offsetMs);
		},
	);

	it("reveal the offset by the insertion time if there is no other", () => {
		const { local, push } = setUp();
		expect(push({ inserted_at: local(nowMs, -5 * hourMs) })).toBe(nowMs);
	});

	it("are ignored if they are not a whole number of quarter hours away", () => {
		const { local, push, listed } = setUp();
		const odd = { created_at: local(nowMs - 7 * minuteMs, 0) };
		expect([push(odd), listed(odd)]).toEqual([nowMs - 7 * minuteMs, nowMs - 7 * minuteMs]);
		const far = { created_at: local(nowMs - 48 * hourMs, 0) };
		expect(push(far)).toBe(nowMs - 48 * hourMs);
	});

	it.each([
		["changed", {}],
		["was deleted", { deleted_at: "2026-11-28T13:30:05" }],
	])("reveal nothing when an older event %s", (_change, fields) => {
		const { local, push, listed } = setUp();
		const old = { id: 3, created_at: local(nowMs, -5 * hourMs) };
		push(old);
		push({ ...old, ...fields }, nowMs + 30 * minuteMs);
		expect(listed({ created_at: local(nowMs + 20 * minuteMs, -5 * hourMs) })).toBe(nowMs + 20 * minuteMs);
	});

	it("reveal nothing when an event is deleted that was not pushed before", () => {
		const { local, push, listed } = setUp();
		const old = { created_at: local(nowMs, 0), deleted_at: local(nowMs + 30 * minuteMs, 0) };
		push(old, nowMs + 30 * minuteMs);
		expect(listed({ created_at: local(nowMs, 0) })).toBe(nowMs);
	});

	it("are parsed with the offset of their season", () => {
		const { local, push, listed } = setUp();
		const [summerMs, winterMs] = [nowMs, nowMs + 24 * hourMs];
		push({ created_at: local(summerMs, 2 * hourMs) });
		push({ created_at: local(winterMs, hourMs) }, winterMs);
		expect(listed({ created_at: local(summerMs + hourMs, 2 * hourMs) })).toBe(summerMs + hourMs);
		expect(listed({ created_at: local(winterMs + hourMs, hourMs) })).toBe(winterMs + hourMs);
	});

	it("do not make the offsets grow without limit", () => {
		const offset = new ServiceOffset();
		for (let index = 0; index < 10_000; index++) {
			const pushedMs = nowMs + index * minuteMs;
			offset.learn(pushedMs + (index % 2) * hourMs, pushedMs);
		}
		// The oldest offset that is still stored applies to everything before it.
		const times = Array.from({ length: 10_000 }, (_, index) => nowMs + index * minuteMs);
		const changes = times.filter(
			(ms, index) =>
				index > 0 &&
				ms - offset.utcMsOf(ms) !== (times[index - 1] ?? 0) - offset.utcMsOf(times[index - 1] ?? 0),
		);
		expect(changes.length).toBeLessThanOrEqual(20);
	});

	it("are parsed with the offset of an earlier run, stored for each service", async () => {
		const path = await mkdtemp(join(tmpdir(), "offsets-"));
		const run = () => {
			const folder = new DataFolder({ path, pluginId: "plugin", warn: () => undefined });
			const offset = new ServiceOffset(new StoredOffsets(folder));
			offset.useFor("https://one.example");
			return { offset, folder };
		};
		const first = run();
		first.offset.learn(nowMs - 9.5 * hourMs, nowMs);
		first.folder.flush();
		const second = run();
		expect(second.offset.utcMsOf(nowMs - 12 * hourMs)).toBe(nowMs - 2.5 * hourMs);
		second.offset.useFor("https://two.example");
		expect(second.offset.utcMsOf(nowMs)).toBe(nowMs);
		const [name = ""] = await readdir(path);
		expect(await readFile(join(path, name), "utf8")).not.toContain("example");
		await rm(path, { recursive: true, force: true, maxRetries: 5 });
	});

	it("count as UTC again at another service", () => {
		const { offset, local, push, listed } = setUp();
		offset.useFor("https://one.example");
		push({ created_at: local(nowMs, -5 * hourMs) });
		offset.useFor("https://one.example");
		expect(listed({ created_at: local(nowMs, -5 * hourMs) })).toBe(nowMs);
		offset.useFor("https://two.example");
		expect(listed({ created_at: local(nowMs, 0) })).toBe(nowMs);
	});
});
