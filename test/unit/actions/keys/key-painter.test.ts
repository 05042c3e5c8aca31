import { describe, expect, it, vi } from "vitest";

import { createGuard } from "../../../../src/state/guard";
import { KeyPainter } from "../../../../src/actions/keys/key-painter";
import type { Face } from "../../../../src/key-face/face";
import { noSurface } from "../../../../src/actions/keys/surface";
import { VirtualClock } from "../../../world/fakes/virtual-clock";
import { FakeLog } from "../../../world/fakes/fake-log";
import { faceOf, FakeSurface } from "../../../world/fakes/fake-surface";

function setUp() {
	const clock = new VirtualClock();
	const log = new FakeLog();
	const painter = new KeyPainter(clock, createGuard(log));
	/** Adds a key that displays a settable value. */
	const addKey = (id: string, value = "0", surface = new FakeSurface(clock)) => {
		const key = {
			surface,
			value,
			say: (next: string) => {
				key.value = next;
				painter.repaint(id);
			},
		};
		painter.add(id, { surface, face: () => faceOf(key.value) });
		return key;
	};
	/** Adds a key that has been visible for a while and displays "0". */
	const addSettledKey = async (id: string) => {
		const key = addKey(id, "new");
		await clock.advance(100);
		key.say("0");
		key.surface.shown.splice(0, 1);
		return key;
	};
	return { clock, log, painter, addKey, addSettledKey };
}

describe("a key that has disappeared", () => {
	it("is not painted over its successor by a pending timer", async () => {
		const { clock, painter } = setUp();
		const surface = new FakeSurface(clock);
		let value = "0";
		painter.add("a", { surface, face: (nowMs) => faceOf(value, nowMs + 60_000) });
		for (value of ["1", "2", "3", "4"]) {
			// Several timers in a row: for the next change, and for early changes.
			painter.repaint("a");
			await clock.advance(15);
		}
		const successor = new FakeSurface(clock);
		painter.add("a", { surface: successor, face: () => faceOf("another key") });
		const shown = [...surface.values];
		value = "late";
		await clock.advance(120_000);
		expect(surface.values).toEqual(shown);
		expect(successor.values).toEqual(["another key"]);
		painter.remove("a");
		expect(clock.pendingCount).toBe(0);
	});

	it.each([0, 5, 30, 99, 150])("leaves no timer when it disappears after %d ms", async (ms) => {
		const { clock, painter, addKey } = setUp();
		const key = addKey("a");
		painter.add("b", { surface: key.surface, face: (nowMs) => faceOf("b", nowMs + 50) });
		for (const next of ["1", "2", "3", "4", "5", "6"]) key.say(next);
		await clock.advance(ms);
		key.say("7");
		for (const id of ["a", "b"]) painter.remove(id);
		expect(clock.pendingCount).toBe(0);
		const shown = [...key.surface.values];
		await clock.advance(10_000);
		expect(key.surface.values).toEqual(shown);
	});
});

describe("the painter", () => {
	it("paints a key immediately when it appears", () => {
		const { addKey } = setUp();
		expect(addKey("a", "first").surface.values).toEqual(["first"]);
	});

	it("paints the first change after a quiet time immediately", async () => {
		const { clock, addKey } = setUp();
		const key = addKey("a");
		await clock.advance(100);
		key.say("1");
		expect(key.surface.shown.at(-1)).toEqual({ value: "1", atMs: clock.elapsedMs() });
	});

	it("sends no picture twice, even if its other data changes", async () => {
		const { clock, painter } = setUp();
		const surface = new FakeSurface(clock);
		let face = faceOf("0");
		painter.add("a", { surface, face: () => face });
		await clock.advance(100);
		face = { ...face, label: "Another label" };
		painter.repaint("a");
		expect(surface.values).toEqual(["0"]);
	});

	it("is not delayed by the first picture of a key", async () => {
		const { clock, addKey } = setUp();
		const key = addKey("a", "nothing is known yet");
		await clock.advance(30);
		key.say("1");
		expect(key.surface.values).toEqual(["nothing is known yet", "1"]);
		await clock.advance(30);
		key.say("2");
		expect(key.surface.values).toHaveLength(2);
	});

	it("paints early changes as soon as allowed, only the latest", async () => {
		const { clock, addSettledKey } = setUp();
		const key = await addSettledKey("a");
		await clock.advance(30);
		for (const value of ["1", "2", "3"]) key.say(value);
		await clock.advance(69);
		expect(key.surface.values).toEqual(["0"]);
		await clock.advance(1);
		expect(key.surface.values).toEqual(["0", "3"]);
	});

	it.each(["a key that has just appeared", "a settled key"])(
		"paints at most ten times a second, with the last change within a tenth of a second: %s",
		async (kind) => {
			const { clock, addKey, addSettledKey } = setUp();
			const key = kind === "a settled key" ? await addSettledKey("a") : addKey("a");
			for (let value = 1; value <= 1_000; value++) {
				key.say(String(value));
				await clock.advance(1);
			}
			await clock.advance(100);
			const { shown } = key.surface;
			expect(shown.length).toBeGreaterThanOrEqual(10);
			for (const [index, { atMs }] of shown.entries()) {
				const tenth = shown[index + 10];
				if (tenth) expect(tenth.atMs - atMs).toBeGreaterThanOrEqual(1_000);
			}
			expect(key.surface.values.at(-1)).toBe("1000");
		},
	);

	it("limits each key separately", async () => {
		const { clock, addKey } = setUp();
		const keys = Array.from({ length: 32 }, (_, index) => addKey(String(index)));
		await clock.advance(100);
		for (const key of keys) key.say("1");
		for (const key of keys) expect(key.surface.values).toEqual(["0", "1"]);
	});

	it("sends no picture twice in a row, and a previous one again", async () => {
		const { clock, painter, addKey } = setUp();
		const key = addKey("a");
		for (let index = 0; index < 10; index++) {
			await clock.advance(100);
			painter.repaint("a");
		}
		expect(key.surface.values).toEqual(["0"]);
		await clock.advance(100);
		key.say("1");
		key.say("0");
		await clock.advance(100);
		expect(key.surface.values).toEqual(["0", "1", "0"]);
	});

	it("sends nothing if a change was reverted before it was painted", async () => {
		const { clock, addKey } = setUp();
		const key = addKey("a");
		key.say("1");
		key.say("0");
		await clock.advance(1_000);
		expect(key.surface.values).toEqual(["0"]);
	});

	it("sends nothing to a key that has disappeared", async () => {
		const { clock, painter, addKey } = setUp();
		const key = addKey("a");
		key.say("1");
		painter.remove("a");
		key.say("2");
		painter.remove("a");
		await clock.advance(1_000);
		expect(key.surface.values).toEqual(["0"]);
		expect(clock.pendingCount).toBe(0);
	});

	it("paints a key that appears again even without a change, because the app discards images", () => {
		const { clock, addKey } = setUp();
		const surface = new FakeSurface(clock);
		addKey("a", "same", surface);
		addKey("a", "same", surface);
		expect(surface.values).toEqual(["same", "same"]);
	});

	it("sends nothing to the previous position of a key that appeared again", async () => {
		const { clock, addKey } = setUp();
		const before = addKey("a");
		before.say("1");
		const after = addKey("a");
		await clock.advance(1_000);
		expect(before.surface.values).toEqual(["0"]);
		expect(after.surface.values).toEqual(["0"]);
		expect(clock.pendingCount).toBe(0);
	});

	it("draws a key rarely during a burst that does not change it, and displays a change within a moment", async () => {
		const { clock, painter } = setUp();
		const surface = new FakeSurface(clock);
		let [value, drawnCount] = ["0", 0];
		painter.add("a", {
			surface,
			face: () => {
				drawnCount++;
				return faceOf(value);
			},
		});
		await clock.advance(100);
		for (let index = 0; index < 1_000; index++) {
			painter.repaint("a");
			await clock.advance(1);
		}
		expect(drawnCount).toBeLessThanOrEqual(60);
		value = "1";
		painter.repaint("a");
		await clock.advance(20);
		expect(surface.values).toEqual(["0", "1"]);
	});

	it("draws the batches of a start as they arrive", async () => {
		const { clock, painter } = setUp();
		const surface = new FakeSurface(clock);
		const values = ["0", "0", "0", "0", "0", "0", "0", "1"];
		painter.add("a", { surface, face: () => faceOf(values.shift() ?? "1") });
		await clock.advance(100);
		const newsAtMs = clock.elapsedMs();
		for (let index = 0; index < 7; index++) painter.repaint("a");
		expect(surface.shown.at(-1)).toEqual({ value: "1", atMs: newsAtMs });
	});

	it("draws an unchanged face once, and a changed one again", async () => {
		const { clock, painter } = setUp();
		let [value, drawnCount] = ["0", 0];
		const draw = ({ value: content }: Face) => {
			drawnCount++;
			return { content, send: () => Promise.resolve() };
		};
		painter.add("a", {
			surface: { ...noSurface, draw },
			face: (nowMs) => faceOf(value, nowMs + 1_000),
		});
		await clock.advance(10_500);
		expect(drawnCount).toBe(1);
		value = "1";
		painter.repaint("a");
		expect(drawnCount).toBe(2);
	});

	it("sets its timer once for a burst", async () => {
		const { clock, addKey } = setUp();
		const key = addKey("a");
		await clock.advance(100);
		key.say("1");
		const scheduled = vi.spyOn(clock, "schedule");
		for (let value = 2; value <= 1_000; value++) key.say(String(value));
		expect(scheduled).toHaveBeenCalledTimes(1);
	});

	it("waits with one timer for any number of changes", () => {
		const { clock, addKey } = setUp();
		const key = addKey("a");
		for (let value = 1; value <= 1_000; value++) key.say(String(value));
		expect(clock.pendingCount).toBe(1);
	});

	it("never paints a step of a multi-action", async () => {
		const { clock, log, painter, addKey } = setUp();
		const step = addKey("a", "0", new FakeSurface(clock, "step"));
		painter.repaint("a");
		await clock.advance(1_000);
		expect(step.surface.values).toEqual([]);
		expect(log.lines).toEqual([]);
	});

	it("keeps its interval when the wall clock jumps", async () => {
		const { clock, addKey } = setUp();
		const key = addKey("a");
		clock.jump(-3_600_000);
		key.say("1");
		expect(key.surface.values).toEqual(["0"]);
		await clock.advance(100);
		expect(key.surface.values).toEqual(["0", "1"]);
	});
});

describe("a face that changes by itself", () => {
	it("is painted again at its announced time", async () => {
		const { clock, painter } = setUp();
		const surface = new FakeSurface(clock);
		const atMs = clock.now() + 1_500;
		painter.add("a", {
			surface,
			face: (nowMs) => (nowMs < atMs ? faceOf("glowing", atMs) : faceOf("plain")),
		});
		await clock.advance(1_499);
		expect(surface.values).toEqual(["glowing"]);
		await clock.advance(1);
		expect(surface.values).toEqual(["glowing", "plain"]);
		expect(clock.pendingCount).toBe(0);
	});

	it("is painted at most ten times a second, and without a timer once it is still", async () => {
		const { clock, painter } = setUp();
		const surface = new FakeSurface(clock);
		const endMs = clock.now() + 1_000;
		painter.add("a", {
			surface,
			face: (nowMs) => faceOf(String(nowMs), nowMs < endMs ? nowMs + 16 : undefined),
		});
		await clock.advance(1_000);
		expect(surface.shown).toHaveLength(11);
		await clock.advance(10_000);
		expect(surface.shown).toHaveLength(11);
		expect(clock.pendingCount).toBe(0);
	});

	it("is painted at its time even if events arrive in between", async () => {
		const { clock, painter } = setUp();
		const surface = new FakeSurface(clock);
		const endMs = clock.now() + 1_000;
		let value = "1";
		painter.add("a", {
			surface,
			face: (nowMs) => (nowMs < endMs ? faceOf(`${value} glowing`, endMs) : faceOf(value)),
		});
		for (const next of ["2", "3"]) {
			value = next;
			painter.repaint("a");
			await clock.advance(400);
		}
		await clock.advance(200);
		expect(surface.values).toEqual(["1 glowing", "2 glowing", "3 glowing", "3"]);
		expect(clock.pendingCount).toBe(0);
	});

	it("stops when the key disappears", async () => {
		const { clock, painter } = setUp();
		const surface = new FakeSurface(clock);
		painter.add("a", { surface, face: (nowMs) => faceOf(String(nowMs), nowMs + 100) });
		await clock.advance(500);
		painter.remove("a");
		const count = surface.shown.length;
		await clock.advance(500);
		expect(surface.shown).toHaveLength(count);
		expect(clock.pendingCount).toBe(0);
	});

	it("needs no timer while it is still", () => {
		const { clock, addKey } = setUp();
		addKey("a");
		expect(clock.pendingCount).toBe(0);
	});
});

describe("an error while painting", () => {
	it("in a face is logged, and the next paint succeeds", async () => {
		const { clock, log, painter } = setUp();
		const surface = new FakeSurface(clock);
		let isBroken = true;
		painter.add("a", {
			surface,
			face: () => {
				if (isBroken) throw new Error("no such face");
				return faceOf("well");
			},
		});
		expect(log.lines).toHaveLength(1);
		expect(log.lines[0]).toContain("painting a key failed: Error: no such face");
		isBroken = false;
		await clock.advance(100);
		painter.repaint("a");
		expect(surface.values).toEqual(["well"]);
	});

	it("in one key's face does not affect others", async () => {
		const { clock, addKey } = setUp();
		const [first, broken, last] = [addKey("a"), addKey("b"), addKey("c")];
		broken.surface.setFault("drawing");
		await clock.advance(100);
		for (const key of [first, broken, last]) key.say("1");
		expect([first, broken, last].map(({ surface }) => surface.values.at(-1))).toEqual(["1", "0", "1"]);
	});

	it("in sending is logged, and the same picture is sent again at the next paint", async () => {
		const { clock, log, painter, addKey } = setUp();
		const key = addKey("a");
		await clock.advance(100);
		key.surface.setFault("sending");
		key.say("1");
		await clock.advance(100);
		expect(log.lines).toHaveLength(1);
		expect(log.lines[0]).toContain("painting a key failed: Error: the app does not listen");
		key.surface.clearFault();
		painter.repaint("a");
		expect(key.surface.values).toEqual(["0", "1"]);
	});

	it("in drawing does not stop an animation", async () => {
		const { clock, painter } = setUp();
		const surface = new FakeSurface(clock);
		painter.add("a", { surface, face: (nowMs) => faceOf(String(nowMs), nowMs + 100) });
		surface.setFault("drawing");
		await clock.advance(300);
		surface.clearFault();
		await clock.advance(100);
		expect(surface.shown).toHaveLength(2);
	});

	it("in sending does not discard a picture that was sent in the meantime", async () => {
		const { clock, painter } = setUp();
		const sent: string[] = [];
		const failures: (() => void)[] = [];
		let value = "0";
		painter.add("a", {
			surface: {
				...noSurface,
				draw: ({ value: content }) => ({
					content,
					send: () => {
						sent.push(content);
						return new Promise((_, reject) => {
							failures.push(() => {
								reject(new Error("too late"));
							});
						});
					},
				}),
			},
			face: () => faceOf(value),
		});
		await clock.advance(100);
		value = "1";
		painter.repaint("a");
		failures[0]?.();
		await clock.advance(100);
		painter.repaint("a");
		expect(sent).toEqual(["0", "1"]);
	});
});
