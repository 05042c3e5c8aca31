import { describe, expect, it } from "vitest";

import { PageSize } from "../../../../src/sync/list/page-size";
import { ServiceError } from "../../../../src/service/errors";

const pageOf = (entryCount: number) => ({ events: [], entryCount });
const failure = (
	status?: number,
	kind: "server-error" | "timeout" | "aborted" | "too-large" = "server-error",
) => new ServiceError(kind, "broken", status === undefined ? {} : { status });

describe("the page size", () => {
	it.each([
		[5, 10],
		[12, 12],
		[100, 100],
		[5_000, 100],
	])("is for %i expected entries %i at first", (expected, limit) => {
		expect(new PageSize(expected).limitFor(Infinity)).toBe(limit);
	});

	it("grows with every full page, up to a thousand", () => {
		const size = new PageSize(10);
		const limits = Array.from({ length: 5 }, () => {
			const limit = size.limitFor(Infinity);
			size.recordPage(pageOf(limit));
			return limit;
		});
		expect(limits).toEqual([10, 100, 400, 1_000, 1_000]);
	});

	it("is at most a hundred more than the missing entries", () => {
		const size = new PageSize(100);
		size.recordPage(pageOf(100));
		expect([size.limitFor(250.2), size.limitFor(3), size.limitFor(Infinity)]).toEqual([251, 100, 400]);
	});

	it("shrinks if the service refuses it, and reports that", () => {
		const size = new PageSize(100);
		size.recordPage(pageOf(100));
		expect(size.recordFailure(failure(400), 400)).toBe(true);
		expect([size.limitFor(Infinity), size.clampLimit(400), size.clampLimit(5)]).toEqual([100, 100, 5]);
		expect(size.recordFailure(failure(422), 100)).toBe(true);
		expect([size.limitFor(Infinity), size.clampLimit(400)]).toEqual([10, 10]);
		expect(size.recordFailure(failure(400), 10)).toBe(false);
		size.recordPage(pageOf(10));
		expect(size.limitFor(Infinity)).toBe(10);
	});

	it("is no longer expected to be as long as before after it was reduced", () => {
		const size = new PageSize(100);
		size.recordPage(pageOf(100));
		size.recordPage(pageOf(400));
		expect(size.expectedCount).toBe(400);
		size.recordFailure(failure(500), 1_000);
		expect(size.expectedCount).toBe(100);
	});

	it("shrinks if a large page is too much for the service or the plugin", () => {
		const broken = new PageSize(100);
		broken.recordPage(pageOf(100));
		expect(broken.recordFailure(failure(500), 400)).toBe(false);
		expect(broken.limitFor(Infinity)).toBe(100);
		expect(broken.recordFailure(failure(500), 100)).toBe(false);
		expect(broken.limitFor(Infinity)).toBe(100);
		const tooLarge = new PageSize(100);
		expect(tooLarge.recordFailure(failure(undefined, "too-large"), 100)).toBe(true);
		expect(tooLarge.limitFor(Infinity)).toBe(10);
	});

	it("does not change after an abort or an error of the plugin", () => {
		const size = new PageSize(100);
		size.recordPage(pageOf(100));
		expect(size.recordFailure(failure(undefined, "aborted"), 400)).toBe(false);
		expect(size.recordFailure(new Error("ours"), 400)).toBe(false);
		expect(size.limitFor(Infinity)).toBe(400);
	});
});

describe("the number of parallel pages", () => {
	it("grows with every page that is as large as the last one", () => {
		const size = new PageSize(100);
		const counts = Array.from({ length: 6 }, () => {
			size.recordPage(pageOf(50));
			return size.parallelPages;
		});
		expect(counts).toEqual([1, 2, 3, 4, 4, 4]);
		expect(size.expectedCount).toBe(50);
	});

	it("is one again when a page has another size, the size grows, the list changes, or a page fails", () => {
		const steady = () => {
			const size = new PageSize(100);
			for (let pages = 0; pages < 4; pages++) size.recordPage(pageOf(50));
			return size;
		};
		const another = steady();
		another.recordPage(pageOf(49));
		expect(another.parallelPages).toBe(1);
		const grown = steady();
		grown.recordPage(pageOf(100));
		expect(grown.parallelPages).toBe(1);
		const moved = steady();
		moved.recordListChange();
		expect(moved.parallelPages).toBe(1);
		moved.recordPage(pageOf(50));
		moved.recordPage(pageOf(50));
		expect(moved.parallelPages).toBe(2);
		const failed = steady();
		failed.recordFailure(failure(500), 50);
		expect(failed.parallelPages).toBe(1);
	});

	it("is limited to two thousand entries", () => {
		const size = new PageSize(100);
		for (const count of [100, 400, 1_000, 1_000, 1_000, 1_000]) size.recordPage(pageOf(count));
		expect(size.parallelPages).toBe(2);
	});
});
