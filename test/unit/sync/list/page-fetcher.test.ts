import { describe, expect, it } from "vitest";

import { CountTrust } from "../../../../src/sync/list/count-trust";
import { PageFetcher } from "../../../../src/sync/list/page-fetcher";
import { PageSize } from "../../../../src/sync/list/page-size";
import { ListedEntries } from "../../../../src/sync/list/listed-entries";
import { ServiceError } from "../../../../src/service/errors";
import type { EventsQuery } from "../../../../src/service/ports";
import { VirtualClock } from "../../../world/fakes/virtual-clock";
import { fakeClient, followOf } from "../../../world/fakes/fake-client";

const { signal } = new AbortController();

function setUp({ totalCount, cap = 1_000 }: { totalCount?: number; cap?: number } = {}) {
	const requests: EventsQuery[] = [];
	let refusedFrom = Infinity;
	const client = fakeClient({
		events: async (query) => {
			requests.push(query);
			const { offset = 0, limit = 0 } = query;
			if (limit >= refusedFrom) throw new ServiceError("server-error", "too many", { status: 400 });
			const entryCount = Math.max(0, Math.min(limit, cap, 120 - offset));
			const events = Array.from({ length: entryCount }, (_, index) => followOf(120 - offset - index));
			return { events, entryCount, ...(totalCount !== undefined && { totalCount }) };
		},
	});
	const countTrust = new CountTrust(new VirtualClock());
	const pages = new PageFetcher(client, ["follow"], new PageSize(100), countTrust);
	return { pages, countTrust, requests, client, refuseFrom: (limit: number) => (refusedFrom = limit) };
}

const entriesOf = (...ids: readonly number[]) => {
	const entries = new ListedEntries();
	entries.add(ids.map((id) => followOf(id)));
	return entries;
};

describe("a page of the list", () => {
	it("is requested by type, newest first", async () => {
		const { pages, requests } = setUp();
		await pages.fetch({ offset: 5, limit: 20 }, signal);
		expect(requests).toEqual([{ types: ["follow"], offset: 5, limit: 20, sort: "createdAt", order: "desc" }]);
	});

	it("is requested again with fewer entries if its size is refused", async () => {
		const { pages, requests, refuseFrom } = setUp();
		refuseFrom(50);
		const page = await pages.fetch({ offset: 0, limit: 400 }, signal);
		expect([page.entryCount, requests.map(({ limit }) => limit)]).toEqual([10, [400, 100, 10]]);
		expect(pages.requestCount).toBe(1);
		refuseFrom(1);
		await expect(pages.fetch({ offset: 0, limit: 10 }, signal)).rejects.toMatchObject({ status: 400 });
	});

	it("is short if the service returned more before, or ten, which every service can return", async () => {
		const { pages } = setUp({ cap: 30 });
		const isShort = async (offset: number, limit: number) =>
			(await pages.fetch({ offset, limit }, signal)).isShort;
		expect(await isShort(112, 100)).toBe(true);
		expect(await isShort(100, 100)).toBe(false);
		expect(await isShort(0, 100)).toBe(false);
		expect(await isShort(100, 100)).toBe(true);
		expect(await isShort(100, 20)).toBe(false);
		expect(await isShort(0, 30)).toBe(false);
	});
});

describe("the list's count", () => {
	it("is decided once: what one read finds holds for the next", async () => {
		const { pages, countTrust } = setUp({ totalCount: 100 });
		await pages.fetch({ offset: 91, limit: 10 }, signal);
		const next = new PageFetcher(setUp({ totalCount: 120 }).client, ["follow"], new PageSize(10), countTrust);
		expect((await next.fetch({ offset: 0, limit: 10 }, signal)).totalCount).toBeUndefined();
	});

	it("is suspected by each read for itself", () => {
		const { countTrust } = setUp();
		for (let read = 0; read < 3; read++) {
			countTrust.beginRead();
			for (let times = 0; times < 2; times++) countTrust.noteMismatch(entriesOf(2, 1));
		}
		expect(countTrust.isTrusted).toBe(true);
	});

	it("is returned with each page until a page has more entries", async () => {
		const { pages, countTrust } = setUp({ totalCount: 100 });
		expect(await pages.fetch({ offset: 0, limit: 100 }, signal)).toMatchObject({ totalCount: 100 });
		expect((await pages.fetch({ offset: 120, limit: 10 }, signal)).totalCount).toBe(100);
		expect(countTrust.isTrusted).toBe(true);
		expect((await pages.fetch({ offset: 91, limit: 10 }, signal)).totalCount).toBeUndefined();
		expect(countTrust.isTrusted).toBe(false);
		expect((await pages.fetch({ offset: 0, limit: 10 }, signal)).totalCount).toBeUndefined();
	});

	it("is not trusted after three disagreements with an unchanged list", () => {
		const { countTrust } = setUp();
		countTrust.noteMismatch(entriesOf(2, 1));
		countTrust.noteMismatch(entriesOf(3, 2, 1));
		expect(countTrust.isTrusted).toBe(true);
		countTrust.noteMismatch(entriesOf(3, 2, 1));
		expect(countTrust.isTrusted).toBe(false);
	});

	it("stays trusted while it reveals removed entries", () => {
		const { countTrust } = setUp();
		for (const ids of [[3, 2, 1], [3, 2, 1], [3, 2], [3, 2], [2]]) countTrust.noteMismatch(entriesOf(...ids));
		expect(countTrust.isTrusted).toBe(true);
	});
});
