import { describe, expect, it } from "vitest";

import { holdMs, Presses, type PressPlan } from "../../../src/actions/press";
import { VirtualClock } from "../../world/fakes/virtual-clock";

function setUp() {
	const clock = new VirtualClock();
	const changed: string[] = [];
	const presses = new Presses(clock, (id) => void changed.push(id));
	const done: string[] = [];
	const pressOnly = (name = "press", guardMs = 0): PressPlan => ({
		guardMs,
		onPress: () => void done.push(name),
	});
	const withHold = (guardMs = 0): PressPlan => ({
		...pressOnly("press", guardMs),
		onHold: () => void done.push("hold"),
	});
	return { clock, changed, presses, done, pressOnly, withHold };
}

describe("a press", () => {
	it("happens as the finger comes down, where a hold is the same", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		presses.down("a", pressOnly());
		expect(done).toEqual(["press"]);
		await clock.advance(10 * holdMs);
		presses.up("a");
		expect(done).toEqual(["press"]);
	});

	it("happens as the finger is taken off, where it might become a hold", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold());
		await clock.advance(holdMs - 1);
		expect(done).toEqual([]);
		presses.up("a");
		expect(done).toEqual(["press"]);
		await clock.advance(10 * holdMs);
		expect(done).toEqual(["press"]);
	});

	it("becomes a hold after 500 ms, and is no press any more", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold());
		await clock.advance(499);
		expect(done).toEqual([]);
		await clock.advance(1);
		expect(done).toEqual(["hold"]);
		await clock.advance(10 * holdMs);
		presses.up("a");
		expect(done).toEqual(["hold"]);
	});

	it("is not there any more when the key goes, neither as a press nor as a hold", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold());
		await clock.advance(100);
		presses.cancel("a");
		presses.up("a");
		await clock.advance(10 * holdMs);
		expect(done).toEqual([]);
		expect(clock.pendingCount).toBe(0);
	});

	it("is its own key's alone", async () => {
		const { clock, presses, done, pressOnly, withHold } = setUp();
		presses.down("a", withHold());
		presses.down("b", pressOnly("other", 1_000));
		presses.down("c", pressOnly("third", 1_000));
		presses.cancel("b");
		presses.up("unknown");
		presses.cancel("unknown");
		await clock.advance(holdMs);
		expect(done).toEqual(["other", "third", "hold"]);
	});

	it("does what was planned when the finger came down", async () => {
		const { clock, presses, done, pressOnly, withHold } = setUp();
		presses.down("a", withHold());
		await clock.advance(10);
		presses.down("a", pressOnly("a plan that came with a bounce", 250));
		presses.up("a");
		expect(done).toEqual(["press"]);
	});

	it("that never ended is replaced by the next: a release may be lost", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold());
		await clock.advance(100);
		presses.down("a", withHold());
		await clock.advance(holdMs - 1);
		expect(done).toEqual([]);
		await clock.advance(1);
		expect(done).toEqual(["hold"]);
		presses.up("a");
		presses.up("a");
		expect(done).toEqual(["hold"]);
	});
});

describe("a bounce", () => {
	it("is dropped within the guard time, and what comes at its end counts", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		const tap = () => {
			presses.down("a", pressOnly("press", 250));
			presses.up("a");
		};
		tap();
		await clock.advance(249);
		tap();
		expect(done).toHaveLength(1);
		await clock.advance(1);
		tap();
		expect(done).toHaveLength(2);
	});

	it("is measured from the last press that counted: a nervous finger is heard now and then", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		for (let index = 0; index < 10; index++) {
			presses.down("a", pressOnly("press", 250));
			presses.up("a");
			await clock.advance(100);
		}
		expect(done).toHaveLength(4);
	});

	it("does not begin a hold", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold(250));
		await clock.advance(10);
		presses.up("a");
		await clock.advance(10);
		presses.down("a", withHold(250));
		expect(presses.inProgress("a")).toBeUndefined();
		await clock.advance(10 * holdMs);
		presses.up("a");
		expect(done).toEqual(["press"]);
	});

	it("is told from a press on another key", () => {
		const { presses, done, pressOnly } = setUp();
		presses.down("a", pressOnly("a", 250));
		presses.down("b", pressOnly("b", 250));
		expect(done).toEqual(["a", "b"]);
	});

	it("is told right when the wall clock is set back", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		presses.down("a", pressOnly("press", 250));
		presses.up("a");
		clock.jump(-3_600_000);
		await clock.advance(300);
		presses.down("a", pressOnly("press", 250));
		expect(done).toHaveLength(2);
	});
});

describe("a finger on a key", () => {
	it("is known from when on, and how long until it holds", async () => {
		const { clock, presses, withHold, pressOnly } = setUp();
		await clock.advance(1_000);
		presses.down("a", withHold());
		presses.down("b", pressOnly());
		expect(presses.inProgress("a")).toEqual({ sinceMs: clock.now(), holdMs });
		expect(presses.inProgress("b")).toEqual({ sinceMs: clock.now(), holdMs: undefined });
		await clock.advance(holdMs);
		expect(presses.inProgress("a")).toBeDefined();
		presses.up("a");
		presses.cancel("b");
		expect(presses.inProgress("a")).toBeUndefined();
		expect(presses.inProgress("b")).toBeUndefined();
		expect(presses.inProgress("never touched")).toBeUndefined();
	});

	it("changes the key as it comes, holds and goes, and a bounce does not", async () => {
		const { clock, presses, changed, withHold } = setUp();
		presses.down("a", withHold(2_000));
		expect(changed).toHaveLength(1);
		presses.down("a", withHold(2_000));
		expect(changed).toHaveLength(1);
		await clock.advance(holdMs);
		expect(changed).toHaveLength(2);
		presses.up("a");
		presses.up("a");
		expect(changed).toEqual(["a", "a", "a"]);
	});
});
