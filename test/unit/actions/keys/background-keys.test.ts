import { describe, expect, it } from "vitest";

import { BackgroundKeys, type BackgroundKey } from "../../../../src/actions/keys/background-keys";
import { VirtualClock } from "../../../world/fakes/virtual-clock";

const manifestId = "counter";
const dayMs = 86_400_000;

type KeyOptions = {
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly device?: string;
	readonly kind?: "key" | "dial" | "step";
	readonly manifestId?: string;
	readonly isKept?: boolean;
};

/** Creates a deck whose keys and positions have names. */
function setUp(stored: readonly BackgroundKey[] = [], clock = new VirtualClock()) {
	const removed: string[] = [];
	const saved: (readonly BackgroundKey[])[] = [];
	const keys = new BackgroundKeys({
		clock,
		storage: { load: () => stored, save: (all) => void saved.push(all) },
		onRemove: ({ id }) => void removed.push(id),
		onChange: () => undefined,
	});
	keys.restore(({ settings }) => JSON.stringify(settings));
	const appear = (id: string, position: string, options: KeyOptions = {}) => {
		const { settings = { goal: 1, of: id }, device = "deck", kind = "key" } = options;
		return keys.appear({
			id,
			manifestId: options.manifestId ?? manifestId,
			surface: { kind, place: { deviceId: device, position } },
			settings,
			identity: JSON.stringify(settings),
			isKept: options.isKept ?? true,
		});
	};
	const hidden = () => keys.hidden.map(({ id }) => id);
	return { clock, keys, removed, saved, appear, hidden };
}

/** Creates a deck with the keys a and b on one page, some time after the plugin's start. */
async function setUpPage() {
	const rig = setUp();
	rig.appear("a", "0,0");
	rig.appear("b", "1,0");
	await rig.clock.advance(10_000);
	return rig;
}

describe("a key that disappears", () => {
	it("alone was removed", async () => {
		const { clock, keys, removed, hidden, saved } = await setUpPage();
		keys.disappear("a");
		await clock.advance(1_999);
		expect(removed).toEqual([]);
		await clock.advance(1);
		expect([removed, hidden()]).toEqual([["a"], []]);
		expect(saved.at(-1)?.map(({ id }) => id)).toEqual(["b"]);
	});

	it("alone and is replaced by another one was removed", async () => {
		const { clock, keys, removed, appear } = await setUpPage();
		keys.disappear("a");
		await clock.advance(1_000);
		appear("c", "0,0");
		await clock.advance(2_000);
		expect(removed).toEqual(["a"]);
	});

	it.each<[string, (rig: Awaited<ReturnType<typeof setUpPage>>) => void | Promise<void>]>([
		["with its page", ({ keys }) => keys.disappear("b")],
		[
			"with its page, and replaced by another one",
			({ keys, appear }) => (keys.disappear("b"), void appear("c", "2,0")),
		],
		["while another one appears elsewhere", ({ appear }) => void appear("c", "2,0")],
		[
			"and another one a second later",
			async ({ clock, keys }) => {
				await clock.advance(1_000);
				keys.disappear("b");
			},
		],
	])("%s is hidden", async (_how, happen) => {
		const rig = await setUpPage();
		rig.keys.disappear("a");
		await happen(rig);
		await rig.clock.advance(3_000);
		expect(rig.removed).toEqual([]);
		expect(rig.hidden()).toContain("a");
	});

	it("after the keys of the new page appeared is hidden", async () => {
		const { clock, keys, removed, appear } = await setUpPage();
		appear("c", "2,0");
		keys.disappear("b");
		keys.disappear("a");
		await clock.advance(3_000);
		expect(removed).toEqual([]);
	});

	it("two seconds after another one was removed, alone, was removed as well", async () => {
		const { clock, keys, removed, appear } = await setUpPage();
		appear("c", "2,0");
		await clock.advance(5_000);
		keys.disappear("a");
		await clock.advance(2_001);
		keys.disappear("b");
		await clock.advance(2_000);
		expect(removed).toEqual(["a", "b"]);
	});

	it("is hidden if only another device has a key", async () => {
		const rig = setUp();
		rig.appear("a", "0,0");
		rig.appear("b", "0,0", { device: "other" });
		await rig.clock.advance(10_000);
		rig.keys.disappear("a");
		await rig.clock.advance(3_000);
		expect([rig.removed, rig.hidden()]).toEqual([[], ["a"]]);
	});

	it("is not affected by another device", async () => {
		const rig = await setUpPage();
		rig.appear("c", "0,0", { device: "other" });
		await rig.clock.advance(10_000);
		rig.keys.disappear("a");
		rig.keys.disappear("c");
		await rig.clock.advance(3_000);
		expect(rig.removed).toEqual(["a"]);
	});

	it("from a dial is hidden, because dials can be stacked", async () => {
		const rig = setUp();
		rig.appear("a", "dial 0,0", { kind: "dial" });
		rig.appear("b", "0,0");
		await rig.clock.advance(10_000);
		rig.keys.disappear("a");
		await rig.clock.advance(3_000);
		expect([rig.removed, rig.hidden()]).toEqual([[], ["a"]]);
	});

	it("and is reported again while it is visible does not change", async () => {
		const { clock, keys, removed, appear } = await setUpPage();
		keys.disappear("a");
		appear("b", "1,0");
		await clock.advance(3_000);
		expect(removed).toEqual(["a"]);
	});
});

describe("a key that reappears within two seconds", () => {
	it.each(["3,1", "0,0"])("under its own id at %s was not removed", async (position) => {
		const { clock, keys, removed, appear } = await setUpPage();
		keys.disappear("a");
		await clock.advance(1_000);
		expect(appear("a", position)).toBeUndefined();
		await clock.advance(3_000);
		expect(removed).toEqual([]);
	});

	it("under another id was moved, and continues as that one", async () => {
		const { clock, keys, removed, hidden, appear } = await setUpPage();
		keys.disappear("a");
		await clock.advance(1_900);
		expect(appear("a2", "3,1", { settings: { goal: 1, of: "a" } })).toBe("a");
		await clock.advance(3_000);
		expect([removed, hidden()]).toEqual([[], []]);
	});

	it("is a different key on another device, with other settings, or of another action", async () => {
		const { keys, appear } = await setUpPage();
		const settings = { goal: 1, of: "a" };
		keys.disappear("a");
		expect(appear("x", "3,1", { settings, device: "other" })).toBeUndefined();
		expect(appear("y", "3,1", { settings: { goal: 2 } })).toBeUndefined();
		expect(appear("z", "3,2", { settings, manifestId: "chart" })).toBeUndefined();
	});

	it("later than that is a different key", async () => {
		const { clock, keys, appear, hidden } = await setUpPage();
		keys.disappear("a");
		keys.disappear("b");
		await clock.advance(2_000);
		expect(appear("c", "0,0", { settings: { goal: 1, of: "a" } })).toBeUndefined();
		expect(hidden()).toEqual(["a", "b"]);
	});
});

describe("a hidden key", () => {
	it("ends when its id is used for another action, as in OpenDeck", async () => {
		const { clock, keys, removed, hidden, appear } = await setUpPage();
		keys.disappear("a");
		keys.disappear("b");
		await clock.advance(3_000);
		appear("a", "0,0", { manifestId: "chart", settings: {} });
		expect([removed, hidden()]).toEqual([["a"], ["b"]]);
	});

	it("ends when the user stops it", async () => {
		const { clock, keys, removed, hidden } = await setUpPage();
		keys.stop("a");
		expect(removed).toEqual([]);
		keys.disappear("a");
		keys.disappear("b");
		await clock.advance(3_000);
		keys.stop("a");
		expect([removed, hidden()]).toEqual([["a"], ["b"]]);
	});

	it("ends when it was not visible for 30 days", async () => {
		const { clock, keys, removed, hidden, appear } = await setUpPage();
		for (const id of ["a", "b"]) keys.disappear(id);
		await clock.advance(29 * dayMs);
		appear("b", "1,0");
		expect([removed, hidden()]).toEqual([[], ["a"]]);
		await clock.advance(40 * dayMs);
		expect([removed, hidden()]).toEqual([["a"], []]);
	});

	it("is undecided only until other changes show why it disappeared", async () => {
		const { clock, keys } = await setUpPage();
		keys.disappear("a");
		expect(keys.decisionOf("a")).toBeDefined();
		const decision = keys.decisionOf("a");
		keys.disappear("b");
		await decision;
		expect([keys.decisionOf("a"), keys.decisionOf("b")]).toEqual([undefined, undefined]);
		await clock.advance(3_000);
		expect(keys.decisionOf("a")).toBeUndefined();
	});
});

describe("after a restart", () => {
	const stored: BackgroundKey = {
		id: "old",
		manifestId,
		deviceId: "deck",
		position: "0,0",
		settings: { goal: 1 },
		seenAtMs: new VirtualClock().now() - 5 * dayMs,
	};

	it("a hidden key and a visible one continue", async () => {
		const first = await setUpPage();
		first.keys.disappear("a");
		const second = setUp(first.saved.at(-1));
		expect(second.hidden()).toEqual(["a", "b"]);
		expect(second.keys.hidden[0]).toMatchObject({ settings: { goal: 1, of: "a" }, deviceId: "deck" });
	});

	it("a key is recognised under another id by its settings, at its own position first", () => {
		const { appear, hidden } = setUp([stored, { ...stored, id: "second", position: "1,0" }]);
		expect(appear("new", "1,0", { settings: { goal: 1 } })).toBe("second");
		expect(appear("newer", "4,0", { settings: { goal: 1 } })).toBe("old");
		expect(hidden()).toEqual([]);
	});

	it("a key that was not visible for 30 days does not continue", () => {
		expect(setUp([{ ...stored, seenAtMs: stored.seenAtMs - 26 * dayMs }]).hidden()).toEqual([]);
	});
});

describe("a dial without a goal and a file", () => {
	const dial = { kind: "dial", settings: {}, isKept: false } as const;

	it("continues at another position under another id, as in OpenDeck", async () => {
		const { clock, keys, appear } = setUp();
		appear("a", "0,0", dial);
		await clock.advance(10_000);
		keys.disappear("a");
		expect(appear("b", "1,0", dial)).toBe("a");
	});

	it.each<[string, (rig: ReturnType<typeof setUp>) => void | Promise<void>, string]>([
		["with its page", ({ keys }) => keys.disappear("z"), "1,0"],
		["below another one of its stack", () => undefined, "0,0"],
		["long before", ({ clock }) => clock.advance(2_001), "1,0"],
	])("does not continue as another one if it disappeared %s", async (_how, happen, position) => {
		const rig = setUp();
		rig.appear("a", "0,0", dial);
		rig.appear("z", "3,0", dial);
		await rig.clock.advance(10_000);
		rig.keys.disappear("a");
		await happen(rig);
		expect(rig.appear("b", position, dial)).toBeUndefined();
	});
});
