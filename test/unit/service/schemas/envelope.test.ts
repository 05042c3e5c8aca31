import { describe, expect, it } from "vitest";

import {
	contentOf,
	createdEventOf,
	eventEntriesOf,
	wrappedContentOf,
} from "../../../../src/service/schemas/envelope";

describe("the content of a response", () => {
	it.each([
		["bare", { a: 1 }, { a: 1 }],
		["in `data`", { data: { a: 1 } }, { a: 1 }],
		["in `datas`", { datas: { a: 1 }, data: { b: 2 } }, { a: 1 }],
		["in `data` beside an invalid `datas`", { datas: "none", data: { b: 2 } }, { b: 2 }],
		["PHP's empty object", { datas: [] }, {}],
	])("is found in: %s", (_where, json, content) => {
		expect(contentOf(json)).toEqual(content);
	});

	it("is undefined if it is not wrapped", () => {
		expect(wrappedContentOf({ a: 1, data: "text", datas: 5 })).toBeUndefined();
		expect(wrappedContentOf({ data: [] })).toEqual({});
	});
});

describe("the entries of an event list", () => {
	const entries = [{ id: 1 }];

	it.each([
		["`events`", { events: entries, total_count: 7 }],
		["`datas.events`", { datas: { events: entries, total_count: 7 } }],
		["`datas.items`", { datas: { items: entries }, total_count: 7 }],
		["`data.events`", { data: { events: entries, total_count: 7 } }],
		["`datas`", { datas: entries, total_count: 7 }],
		["`data`", { data: entries, total_count: 7 }],
	])("are found in %s, with the total", (_where, json) => {
		expect(eventEntriesOf(json)).toEqual({ entries, totalCount: 7 });
	});

	it("need no total, and are undefined without a list", () => {
		expect(eventEntriesOf({ events: [] })).toEqual({ entries: [], totalCount: undefined });
		expect(eventEntriesOf({ events: "none", total_count: 7 })).toBeUndefined();
	});
});

describe("the created event", () => {
	it.each([
		["`event`", { event: { id: 1 } }],
		["`datas.event`", { datas: { event: { id: 1 } } }],
		["`data.event`", { data: { event: { id: 1 } } }],
		["`datas` itself", { datas: { id: 1 } }],
		["`data` itself", { data: { id: 1 } }],
	])("is found in %s", (_where, json) => {
		expect(createdEventOf(json)).toEqual({ id: 1 });
	});

	it("is empty if there is none", () => {
		expect(createdEventOf({})).toEqual({});
	});
});
