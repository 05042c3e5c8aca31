import { describe, expect, it } from "vitest";

import { Presses, type PressPlan } from "../../../../src/actions/keys/press";
import { holdMs } from "../../../../src/actions/timing";
import { instantOf, msSince, type Instant } from "../../../../src/state/time/clock";
import { VirtualClock } from "../../../world/fakes/virtual-clock";

function setUp() {
	const clock = new VirtualClock();
	const changed: string[] = [];
	const arrivals = {
		sentAfter: instantOf(clock),
		isLagging: false,
		afterPendingInput: (callback: () => void) => callback(),
	};
	const presses = new Presses(clock, arrivals, (id) => void changed.push(id));
	const done: string[] = [];
	const pressOnly = (name = "press", debounceMs = 0): PressPlan => ({
		debounceMs,
		onPress: () => void done.push(name),
	});
	const withHold = (debounceMs = 0): PressPlan => ({
		...pressOnly("press", debounceMs),
		onHold: () => void done.push("hold"),
	});
	return { clock, arrivals, changed, presses, done, pressOnly, withHold };
}

describe("a press", () => {
	it("acts when pressed if a hold has the same function", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		presses.down("a", pressOnly(), "key");
		expect(done).toEqual(["press"]);
		await clock.advance(10 * holdMs);
		presses.up("a");
		expect(done).toEqual(["press"]);
	});

	it("acts on release if it may become a hold", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold(), "key");
		await clock.advance(holdMs - 1);
		expect(done).toEqual([]);
		presses.up("a");
		expect(done).toEqual(["press"]);
		await clock.advance(10 * holdMs);
		expect(done).toEqual(["press"]);
	});

	it("becomes a hold after 500 ms, and is no press any more", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold(), "key");
		await clock.advance(499);
		expect(done).toEqual([]);
		await clock.advance(1);
		expect(done).toEqual(["hold"]);
		await clock.advance(10 * holdMs);
		presses.up("a");
		expect(done).toEqual(["hold"]);
	});

	it("is cancelled when the key disappears, as a press and as a hold", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold(), "key");
		await clock.advance(100);
		presses.cancel("a");
		presses.up("a");
		await clock.advance(10 * holdMs);
		expect(done).toEqual([]);
		expect(clock.pendingCount).toBe(0);
	});

	it("affects only its own key", async () => {
		const { clock, presses, done, pressOnly, withHold } = setUp();
		presses.down("a", withHold(), "key");
		presses.down("b", pressOnly("other", 1_000), "key");
		presses.down("c", pressOnly("third", 1_000), "key");
		presses.cancel("b");
		presses.up("unknown");
		presses.cancel("unknown");
		await clock.advance(holdMs);
		expect(done).toEqual(["other", "third", "hold"]);
	});

	it("runs the handlers planned when it started", async () => {
		const { clock, presses, done, pressOnly, withHold } = setUp();
		presses.down("a", withHold(), "key");
		await clock.advance(10);
		presses.down("a", pressOnly("a plan that came with a bounce", 250), "key");
		await clock.advance(10);
		presses.up("a");
		expect(done).toEqual(["press"]);
	});

	it("that never ended is replaced by the next, because a release can be lost", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold(), "key");
		await clock.advance(100);
		presses.down("a", withHold(), "key");
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
	it("is ignored within the guard time, and the first press after it counts", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		const tap = () => {
			presses.down("a", pressOnly("press", 250), "key");
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

	it("is measured from the last press that counted, so that fast presses count sometimes", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		for (let index = 0; index < 10; index++) {
			presses.down("a", pressOnly("press", 250), "key");
			presses.up("a");
			await clock.advance(100);
		}
		expect(done).toHaveLength(4);
	});

	it.each(["key", "dial"] as const)("at the start of a hold on a %s is part of the hold", async (control) => {
		for (const debounceMs of [0, 15, 250]) {
			const { clock, presses, done, withHold } = setUp();
			const sinceMs = clock.now();
			for (const stepMs of [4, 9, 12]) {
				presses.down("a", withHold(debounceMs), control);
				await clock.advance(stepMs);
				presses.up("a");
				await clock.advance(5);
			}
			presses.down("a", withHold(debounceMs), control);
			expect(presses.inProgress("a")).toEqual({ sinceMs, holdMs });
			await clock.advance(holdMs);
			presses.up("a");
			await clock.advance(10 * holdMs);
			expect(done).toEqual(["hold"]);
			expect(presses.inProgress("a")).toBeUndefined();
		}
	});

	it.each(["key", "dial"] as const)(
		"of a tap on a %s causes one press, soon after the first contact",
		async (control) => {
			const { clock, presses, done, withHold } = setUp();
			presses.down("a", withHold(), control);
			await clock.advance(5);
			presses.up("a");
			await clock.advance(15);
			expect(done).toEqual(["press"]);
			expect(clock.pendingCount).toBe(0);
		},
	);

	it.each(["key", "dial"] as const)("on a %s that disappears has no effect", async (control) => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold(), control);
		await clock.advance(5);
		presses.up("a");
		presses.cancel("a");
		expect(clock.pendingCount).toBe(0);
		await clock.advance(10 * holdMs);
		expect(done).toEqual([]);
	});

	it("is distinguished from a press on another key", () => {
		const { presses, done, pressOnly } = setUp();
		presses.down("a", pressOnly("a", 250), "key");
		presses.down("b", pressOnly("b", 250), "key");
		expect(done).toEqual(["a", "b"]);
	});

	it("is detected correctly when the wall clock is set back", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		presses.down("a", pressOnly("press", 250), "key");
		presses.up("a");
		clock.jump(-3_600_000);
		await clock.advance(300);
		presses.down("a", pressOnly("press", 250), "key");
		expect(done).toHaveLength(2);
	});
});

describe("a dial", () => {
	it("acts on release", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		presses.down("a", pressOnly(), "dial");
		await clock.advance(10 * holdMs);
		expect(done).toEqual([]);
		presses.up("a");
		presses.up("a");
		expect(done).toEqual(["press"]);
	});

	it.each([
		[holdMs - 1, "press"],
		[holdMs, "hold"],
		[10 * holdMs, "hold"],
	])("released after %d ms causes a %s only", async (heldMs, expected) => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold(), "dial");
		await clock.advance(heldMs);
		expect(done).toEqual([]);
		presses.up("a");
		await clock.advance(10 * holdMs);
		expect(done).toEqual([expected]);
	});

	it.each([0, holdMs])("causes neither if it was rotated in the meantime, after %d ms", async (heldMs) => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold(), "dial");
		await clock.advance(heldMs);
		expect(presses.rotate("a")).toBe(true);
		expect(presses.inProgress("a")).toBeUndefined();
		await clock.advance(10 * holdMs);
		expect(presses.rotate("a")).toBe(true);
		presses.up("a");
		expect(done).toEqual([]);
		expect(presses.rotate("a")).toBe(false);
		presses.down("a", withHold(), "dial");
		await clock.advance(40);
		presses.up("a");
		expect(done).toEqual(["press"]);
	});

	it("that was pushed and rotated starts no guard time", async () => {
		const { clock, presses, done, withHold } = setUp();
		presses.down("a", withHold(3_000), "dial");
		await clock.advance(100);
		presses.rotate("a");
		presses.rotate("a");
		presses.up("a");
		presses.down("a", withHold(3_000), "dial");
		await clock.advance(100);
		presses.up("a");
		expect(done).toEqual(["press"]);
	});

	it("that is pushed and rotated within the guard time of a press keeps that time", async () => {
		const { clock, presses, done, withHold } = setUp();
		const push = async (turn = false) => {
			presses.down("a", withHold(3_000), "dial");
			await clock.advance(100);
			if (turn) expect(presses.rotate("a")).toBe(true);
			presses.up("a");
		};
		await push();
		await push(true);
		await push();
		expect(done).toEqual(["press"]);
		await clock.advance(3_000);
		await push();
		expect(done).toEqual(["press", "press"]);
	});

	it("that was never pushed rotates freely", () => {
		const { presses } = setUp();
		expect(presses.rotate("a")).toBe(false);
	});
});

describe("a touch", () => {
	it("is an immediate press, with the same guard time", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		presses.touch("a", pressOnly("touch", 250));
		await clock.advance(100);
		presses.touch("a", pressOnly("touch", 250));
		await clock.advance(149);
		presses.down("a", pressOnly("push", 250), "dial");
		presses.up("a");
		expect(done).toEqual(["touch"]);
		await clock.advance(1);
		presses.touch("a", pressOnly("touch", 250));
		expect(done).toEqual(["touch", "touch"]);
	});

	it("has no duration: a rotation after it is not a pushed one", () => {
		const { presses, changed, pressOnly } = setUp();
		presses.touch("a", pressOnly());
		expect(presses.rotate("a")).toBe(false);
		presses.up("a");
		expect(changed).toEqual([]);
	});

	it("right after a push is a bounce", async () => {
		const { clock, presses, done, pressOnly } = setUp();
		presses.down("a", pressOnly("push", 250), "dial");
		presses.up("a");
		await clock.advance(100);
		presses.touch("a", pressOnly("touch", 250));
		expect(done).toEqual(["push"]);
	});
});

describe("a pressed key", () => {
	it("has a start time, and a time until the hold", async () => {
		const { clock, presses, withHold, pressOnly } = setUp();
		await clock.advance(1_000);
		presses.down("a", withHold(), "key");
		presses.down("b", pressOnly(), "key");
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

	it("changes on press, hold and release, and not on a bounce", async () => {
		const { clock, presses, changed, withHold } = setUp();
		presses.down("a", withHold(2_000), "key");
		expect(changed).toHaveLength(1);
		presses.down("a", withHold(2_000), "key");
		expect(changed).toHaveLength(1);
		await clock.advance(holdMs);
		expect(changed).toHaveLength(2);
		presses.up("a");
		presses.up("a");
		expect(changed).toEqual(["a", "a", "a"]);
	});
});

describe("the age of a press", () => {
	function setUpTimes() {
		const clock = new VirtualClock();
		const arrivals = {
			sentAfter: instantOf(clock),
			isLagging: false,
			afterPendingInput: (callback: () => void) => callback(),
		};
		const presses = new Presses(clock, arrivals, () => undefined);
		const ages: [string, number][] = [];
		const note = (name: string) => (pressedAt: Instant) => void ages.push([name, msSince(pressedAt, clock)]);
		const plan: PressPlan = { debounceMs: 0, onPress: note("press"), onHold: note("hold") };
		return { clock, presses, ages, plan, keepUp: () => (arrivals.sentAfter = instantOf(clock)) };
	}

	it("is at most that of its message", async () => {
		const { clock, presses, ages, plan, keepUp } = setUpTimes();
		await clock.advance(100);
		keepUp();
		presses.down("a", { ...plan, onHold: undefined }, "key");
		await clock.advance(3_000);
		presses.touch("a", plan);
		presses.down("b", { ...plan, onHold: undefined }, "dial");
		presses.up("b");
		await clock.advance(20);
		expect(ages).toEqual([
			["press", 0],
			["press", 3_000],
			["press", 3_015],
		]);
	});

	it("starts with the release if that causes the press", async () => {
		const { clock, presses, ages, plan, keepUp } = setUpTimes();
		presses.down("a", plan, "key");
		await clock.advance(100);
		keepUp();
		presses.up("a");
		expect(ages).toEqual([["press", 0]]);
	});

	it("of a hold starts when it became one, regardless of when that is detected", async () => {
		const { clock, presses, ages, plan } = setUpTimes();
		presses.down("a", plan, "key");
		await clock.advance(holdMs);
		presses.down("b", plan, "key");
		clock.jump(20_000);
		await clock.advance(holdMs);
		expect(ages).toEqual([
			["hold", 0],
			["hold", 20_500],
		]);
	});
});

describe("a tap that is read late by a suspended process", () => {
	it("is not a hold, even if the hold time passed before the release was read", async () => {
		const { clock, arrivals, presses, done, withHold } = setUp();
		const waiting: (() => void)[] = [];
		arrivals.afterPendingInput = (callback) => void waiting.push(callback);
		const readOn = () => {
			for (const callback of waiting.splice(0)) callback();
		};
		presses.down("a", withHold(), "key");
		await clock.advance(900);
		presses.up("a");
		readOn();
		expect(done).toEqual(["press"]);
		presses.down("a", withHold(), "key");
		await clock.advance(900);
		readOn();
		presses.up("a");
		expect(done).toEqual(["press", "hold"]);
	});

	it("does not become a hold of the following press", async () => {
		const { clock, arrivals, presses, done, withHold } = setUp();
		const waiting: (() => void)[] = [];
		arrivals.afterPendingInput = (callback) => void waiting.push(callback);
		presses.down("a", withHold(), "key");
		await clock.advance(900);
		presses.up("a");
		presses.down("a", withHold(), "key");
		for (const callback of waiting.splice(0)) callback();
		expect(done).toEqual(["press"]);
	});

	it("is not a hold on a dial either, unless its duration is certain", async () => {
		const { clock, arrivals, presses, done, withHold } = setUp();
		presses.down("a", withHold(), "dial");
		await clock.advance(100);
		arrivals.sentAfter = instantOf(clock);
		await clock.advance(900);
		arrivals.isLagging = true;
		presses.up("a");
		expect(done).toEqual(["press"]);
		arrivals.isLagging = false;
		presses.down("a", withHold(), "dial");
		await clock.advance(600);
		arrivals.sentAfter = instantOf(clock);
		await clock.advance(900);
		arrivals.isLagging = true;
		presses.up("a");
		expect(done).toEqual(["press", "hold"]);
	});
});
