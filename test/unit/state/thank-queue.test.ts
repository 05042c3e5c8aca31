import { describe, expect, it } from "vitest";

import type { StreamEvent } from "../../../src/state/stream-event";
import { ThankQueue } from "../../../src/state/thank-queue";

const follow = (person: string, more: Partial<StreamEvent> = {}): StreamEvent => ({
	id: person,
	type: "follow",
	createdAtMs: 0,
	isDeleted: false,
	person,
	...more,
});

describe("ThankQueue", () => {
	it("thanks whoever has waited longest, one by one", () => {
		const queue = new ThankQueue();
		queue.add([follow("Ada"), follow("Bob")]);
		queue.add([follow("Cyd")]);
		expect(queue.waitingCount).toBe(3);
		expect(queue.thanked).toBeUndefined();
		const thanked = ["Ada", "Bob", "Cyd", undefined].map(() => {
			queue.thankNext();
			return [queue.thanked?.person, queue.waitingCount];
		});
		expect(thanked).toEqual([
			["Ada", 2],
			["Bob", 1],
			["Cyd", 0],
			[undefined, 0],
		]);
	});

	it("lets somebody new come into view", () => {
		const queue = new ThankQueue();
		queue.add([follow("Ada"), follow("Bob")]);
		queue.thankNext();
		queue.add([follow("Cyd")]);
		expect([queue.thanked, queue.waitingCount]).toEqual([undefined, 2]);
	});

	it("does not thank for tests", () => {
		const queue = new ThankQueue();
		queue.add([follow("Ada", { isTest: true }), follow("Bob")]);
		expect(queue.waitingCount).toBe(1);
		queue.thankNext();
		expect(queue.thanked?.person).toBe("Bob");
	});

	it("forgets everybody when cleared", () => {
		const queue = new ThankQueue();
		queue.add([follow("Ada"), follow("Bob")]);
		queue.thankNext();
		queue.clear();
		expect([queue.thanked, queue.waitingCount]).toEqual([undefined, 0]);
	});

	it("forgets what is no more, and what turns out to be a test", () => {
		const queue = new ThankQueue();
		queue.add([follow("Ada"), follow("Bob"), follow("Cyd"), follow("Dan")]);
		queue.thankNext();
		queue.review((event) => {
			if (event.person === "Ada" || event.person === "Bob") return undefined;
			return event.person === "Cyd" ? { ...event, isTest: true } : event;
		});
		expect([queue.thanked, queue.waitingCount]).toEqual([undefined, 1]);
		queue.thankNext();
		expect(queue.thanked?.person).toBe("Dan");
	});
});
