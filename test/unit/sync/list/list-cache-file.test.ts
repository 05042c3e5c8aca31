import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ListCacheFile } from "../../../../src/sync/list/list-cache-file";
import { decodeList, encodeList } from "../../../../src/sync/list/list-cache-format";
import type { CachedList } from "../../../../src/ledger/cached-list";
import { streamEventTypes, type StreamEvent } from "../../../../src/state/events/stream-event";
import { VirtualClock } from "../../../world/fakes/virtual-clock";
import { someEvent } from "../../ledger/some-events";

const encoded = (whole: CachedList) => [...encodeList(whole, "secret", (name) => name)].join("");
const types = ["follow", "donation"] as const;
const persons = ["Ada", "Zoë", "たなか"];
const list: CachedList = {
	types,
	olderCount: 7,
	events: Array.from({ length: 30 }, (_, index) =>
		someEvent(100 - index, {
			agoMs: index * 60_000,
			type: index % 3 === 0 ? "donation" : "follow",
			person: persons[index % 3],
			message: "hello from me",
			...(index % 3 === 0 && { amount: { minorUnits: 500 + index, currency: "EUR" } }),
		}),
	),
};

let folder: string;
let clock: VirtualClock;
let warnings: string[];
const path = () => join(folder, "memory", "event-list.txt");
const writtenPath = () => join(folder, "memory", "event-list-follow-donation.txt");
const open = (secret = "a key") =>
	new ListCacheFile({ path: path(), secret, clock, warn: (line) => warnings.push(line) });

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "list-"));
	clock = new VirtualClock(Date.now());
	warnings = [];
});
afterEach(async () => {
	await chmod(folder, 0o700);
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe("the list in a file", () => {
	it("is equal in another run, without names and messages", async () => {
		open().save(list);
		await expect.poll(() => open().load(types)).toBeDefined();
		const recalled = await open().load(types);
		expect(recalled).toMatchObject({ types, olderCount: 7 });
		const key = open().hashName("ada");
		expect(recalled?.events[0]).toEqual({
			id: "100",
			type: "donation",
			createdAtMs: list.events[0]?.createdAtMs,
			isDeleted: false,
			amount: { minorUnits: 500, currency: "EUR" },
			nameKey: key,
		});
		const written = await readFile(writtenPath(), "utf8");
		for (const word of [...persons, "ada", "hello", "a key"]) expect(written).not.toContain(word);
		expect(await readdir(join(folder, "memory"))).toEqual(["event-list-follow-donation.txt"]);
	});

	it("belongs to one account and the requested types of events", async () => {
		const memory = open();
		memory.save(list);
		expect(await memory.load(["follow"])).toBeUndefined();
		expect(await open("another key").load(types)).toBeUndefined();
		expect(open("another key").hashName("ada")).not.toBe(memory.hashName("ada"));
		expect(await memory.load(types)).toBeDefined();
		memory.forget();
		expect(await memory.load(types)).toBeUndefined();
		expect(memory.isDue()).toBe(true);
	});

	it("is stored for each combination of types", async () => {
		const memory = open();
		memory.save(list);
		memory.save({ ...list, types: ["follow"], events: list.events.slice(0, 10) });
		expect((await memory.load(types))?.events).toHaveLength(30);
		expect((await memory.load(["follow"]))?.events).toHaveLength(10);
		memory.forget();
		expect([await memory.load(types), await memory.load(["follow"])]).toEqual([undefined, undefined]);
	});

	it.each(["run", "start"])("is not written again in the same %s without changes", async (where) => {
		const first = open();
		first.save(list);
		await first.load(types);
		const past = new Date(2020, 0, 1);
		await utimes(writtenPath(), past, past);
		const memory = where === "run" ? first : open();
		memory.save(list);
		await memory.load(types);
		expect((await stat(writtenPath())).mtimeMs).toBe(past.getTime());
		const changed = { ...list, events: [{ ...list.events[0], id: "999" } as StreamEvent, ...list.events] };
		memory.save(changed);
		expect((await memory.load(types))?.events).toHaveLength(31);
	});

	it("is ignored if any single character was changed", () => {
		const file = encoded({ ...list, events: [] });
		expect(decodeList(file, "secret")).toBeDefined();
		fc.assert(
			fc.property(fc.nat(file.length - 1), fc.constantFrom("0", "x", ""), (at, other) => {
				const changed = file.slice(0, at) + other + file.slice(at + 1);
				if (changed !== file) expect(decodeList(changed, "secret")).toBeUndefined();
			}),
		);
	});

	it("keeps all values of an event", () => {
		const event = fc.record({
			id: fc.bigInt({ min: 1n }).map(String),
			type: fc.constantFrom(...streamEventTypes),
			createdAtMs: fc.nat(),
			nameKey: fc.option(fc.string(), { nil: undefined }),
			isTest: fc.option(fc.constant(true), { nil: undefined }),
			count: fc.option(fc.nat(), { nil: undefined }),
			currency: fc.constantFrom("EUR", "", "BTC"),
		});
		fc.assert(
			fc.property(fc.array(event), (drawn) => {
				const events = drawn.map(({ count, currency, ...rest }): StreamEvent => {
					const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
					const common = { ...(known as typeof rest), isDeleted: false } as StreamEvent;
					if (count === undefined || rest.type === "follow") return common;
					if (rest.type === "subscription") return { ...common, resub: count };
					if (rest.type === "hosting") return { ...common, viewers: count };
					const assumed = currency === "" ? { isCurrencyAssumed: true } : {};
					return { ...common, amount: { minorUnits: count, currency }, ...assumed };
				});
				const whole = { types, olderCount: 3, events };
				expect(decodeList(encoded(whole), "secret")).toEqual(whole);
			}),
		);
	});

	it("is not replaced by one that reaches less far back, until it is a week old", async () => {
		const memory = open();
		memory.save(list);
		const shorter = { ...list, events: list.events.slice(0, 10) };
		memory.save(shorter);
		expect((await memory.load(types))?.events).toHaveLength(30);
		clock.jump(8 * 86_400_000);
		memory.save(shorter);
		await expect.poll(async () => (await open().load(types))?.events.length).toBe(10);
	});

	it("causes one log line if the disk fails", async () => {
		await writeFile(join(folder, "memory"), "a file where the folder should be");
		const memory = open();
		memory.save(list);
		expect(await memory.load(types)).toBeUndefined();
		memory.save(list);
		expect(await memory.load(types)).toBeUndefined();
		memory.forget();
		expect(warnings).toHaveLength(1);
	});
});
