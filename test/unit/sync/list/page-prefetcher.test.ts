import { describe, expect, it } from "vitest";

import type { PageRange } from "../../../../src/sync/list/page-fetcher";
import { PagePrefetcher } from "../../../../src/sync/list/page-prefetcher";

function setUp() {
	const requests: { readonly range: PageRange; readonly signal: AbortSignal }[] = [];
	const controller = new AbortController();
	let isFailing = false;
	const fetch = async (range: PageRange, signal: AbortSignal) => {
		requests.push({ range, signal });
		if (isFailing) throw new Error("broken");
		return { events: [], entryCount: range.offset, isShort: false };
	};
	const ahead = new PagePrefetcher({ fetch }, controller.signal);
	return {
		ahead,
		controller,
		offsets: () => requests.map(({ range }) => range.offset),
		areAborted: () => requests.map(({ signal }) => signal.aborted),
		fail: () => (isFailing = true),
	};
}

const pageAt = (offset: number) => ({ offset, limit: 10 });

describe("prefetched pages", () => {
	it("are requested once and used once", async () => {
		const { ahead, offsets } = setUp();
		ahead.prefetch(pageAt(0));
		ahead.prefetch(pageAt(0));
		ahead.prefetch(pageAt(9));
		expect([ahead.has(pageAt(0)), ahead.has(pageAt(9)), ahead.has(pageAt(18))]).toEqual([true, true, false]);
		expect(await ahead.take(pageAt(9))).toMatchObject({ entryCount: 9 });
		expect(ahead.has(pageAt(9))).toBe(false);
		expect(offsets()).toEqual([0, 9]);
		await ahead.take(pageAt(9));
		expect(offsets()).toEqual([0, 9, 9]);
	});

	it("are aborted and requested again when they are dropped", async () => {
		const { ahead, offsets, areAborted } = setUp();
		ahead.cancelAll();
		ahead.prefetch(pageAt(0));
		ahead.cancelAll();
		expect(ahead.has(pageAt(0))).toBe(false);
		await ahead.take(pageAt(0));
		expect([offsets(), areAborted()]).toEqual([
			[0, 0],
			[true, false],
		]);
	});

	it("are aborted with everything else, and no more are prefetched afterwards", async () => {
		const { ahead, controller, areAborted } = setUp();
		ahead.prefetch(pageAt(0));
		controller.abort();
		ahead.cancelAll();
		ahead.prefetch(pageAt(9));
		expect(areAborted()).toEqual([true, true]);
		const fetch = async (_: PageRange, { aborted }: AbortSignal) => ({
			events: [],
			entryCount: aborted ? 1 : 0,
			isShort: false,
		});
		const late = new PagePrefetcher({ fetch }, controller.signal);
		expect((await late.take(pageAt(0))).entryCount).toBe(1);
	});

	it("are aborted at the end of a read, and remove their listeners", () => {
		const { ahead, controller, areAborted } = setUp();
		ahead.prefetch(pageAt(0));
		ahead.close();
		expect(areAborted()).toEqual([true]);
		ahead.prefetch(pageAt(9));
		controller.abort();
		expect(areAborted()).toEqual([true, false]);
	});

	it("fail only for the caller that uses them", async () => {
		const { ahead, fail } = setUp();
		fail();
		ahead.prefetch(pageAt(0));
		ahead.prefetch(pageAt(9));
		await expect(ahead.take(pageAt(0))).rejects.toThrow("broken");
	});
});
