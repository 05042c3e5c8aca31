import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { stringsFor } from "../../../../src/key-face/language";
import type { Face } from "../../../../src/key-face/face";
import { renderFace } from "../../../../src/key-face/drawing/image";
import { stripFeedback, type StripFeedback } from "../../../../src/key-face/drawing/strip";
import { languages } from "../../../../src/state/language";
import { drawnWords, faultOf } from "../drawn";
import { galleryOf } from "../gallery";
import { chart } from "../gallery/chart";
import { counter } from "../gallery/counter";
import { latest } from "../gallery/latest-event";
import { remote } from "../gallery/remote-action";
import { count, down, failed, money, nowMs } from "../gallery/shared";
import { top } from "../gallery/top-supporter";

type LayoutItem = {
	readonly key: string;
	readonly type: string;
	readonly rect: readonly [number, number, number, number];
	readonly zOrder: number;
};

function readLayout(name: string): { readonly items: readonly LayoutItem[] } {
	const url = new URL(`../../../../com.example.streamevents.sdPlugin/layouts/${name}`, import.meta.url);
	return JSON.parse(readFileSync(url, "utf8")) as { readonly items: readonly LayoutItem[] };
}

const layouts = [readLayout("dial.json"), readLayout("dial-command.json")];

describe("a dial's feedback", () => {
	it("contains label, value as drawn, and state", () => {
		expect(stripFeedback(counter({}))).toMatchObject({
			title: "Followers",
			value: "12,408",
			state: "live",
			note: "",
		});
		expect(stripFeedback(remote({}))).toMatchObject({
			title: "Follower goal",
			value: "Trigger",
			state: "ready",
		});
		expect(stripFeedback(latest({ waitingCount: 2 }))).toMatchObject({
			title: "Donation",
			value: "Marguerite",
			note: "€20.00 · 3 min ago",
			detail: "2 to thank",
		});
		expect(stripFeedback(chart({}))).toMatchObject({ title: "Followers", value: "+148", state: "live" });
	});

	it("displays a problem rather than a second currency", () => {
		const value = money(["EUR", 123_450], ["BHD", 3_702]);
		const settings = { metric: "donationAmount", scope: "custom", from: "2026-11-27T18:00" };
		const face = counter({ value, link: failed("service-error") }, settings);
		expect(stripFeedback(face)).toMatchObject({ note: "Service down · Nov 27 –" });
	});

	it("displays what is missing on a dial without an item", () => {
		expect(stripFeedback(remote({}, { itemId: undefined, itemName: undefined }))).toMatchObject({
			title: "Set up",
			value: "Choose an item",
			note: "",
		});
	});

	it.each([
		["stale", counter({ link: down }), "stale", "4 min ago"],
		["offline", remote({ link: down }), "offline", "Offline"],
		["missing", remote({ binding: { kind: "missing", part: "item" } }), "missing", "Not in scene"],
		["not set up", remote({}, { itemId: undefined }), "not set up", "Choose an item"],
	])("displays in words that a key is %s", (_name, face, state, note) => {
		expect(stripFeedback(face)).toMatchObject({ state, note });
	});

	it.each<[string, Face, Partial<StripFeedback>]>([
		["a long period", counter({}, { scope: "session" }), { title: "Followers", note: "this session" }],
		["a short period", counter({}, { scope: "today" }), { title: "Followers today", note: "" }],
		[
			"a short form",
			counter({ value: money(["EUR", 1250]) }, { metric: "donationAmount", scope: "week" }),
			{ title: "Donated this week", note: "" },
		],
		[
			"a long period after a drop",
			counter({ away: count(23) }, { scope: "session" }),
			{ title: "Followers", note: "+23 while away", detail: "this session" },
		],
		[
			"a long period that can be undone",
			counter({ undo: { untilMs: nowMs + 1_000 } }, { scope: "session" }),
			{ title: "Followers", note: "Press to undo", detail: "this session" },
		],
		["a label of the user's own", counter({}, { label: "Goal", scope: "week" }), { title: "Goal", note: "" }],
		[
			"a ranking",
			top({}, { scope: "session" }),
			{ title: "Largest this session", note: "€250.00 · this session" },
		],
		[
			"an empty ranking",
			top({ rank: 9 }, { scope: "month" }),
			{ title: "#9 Top donation", note: "#9 · this month" },
		],
	])("uses the title that fits, and keeps the period, for %s", (_name, face, feedback) => {
		expect(stripFeedback(face)).toMatchObject(feedback);
	});

	it("displays a chart's currency, and its range if the labels are too long", () => {
		const labels = ["January of this year", "December of this year"];
		const face = chart(
			{
				chart: { labels, series: { donationAmount: { values: [1, 2], total: 1_234.5 } } },
				accountCurrency: "EUR",
			},
			{ series: "donationAmount", range: "year" },
		);
		expect(stripFeedback(face)).toMatchObject({ value: "+€1,234.50", detail: "this year" });
		expect(drawnWords(renderFace(face)).at(-1)).toBe("this year");
		expect(drawnWords(renderFace(chart({}))).at(-1)).toBe("Mon – Sun");
	});

	it("masks hidden numbers", () => {
		expect(stripFeedback(counter({ isHidden: true })).value).toBe("•••");
	});

	it("displays a second currency beside the first", () => {
		const face = counter({ value: money(["EUR", 1250], ["USD", 300]) }, { metric: "donationAmount" });
		expect(stripFeedback(face)).toMatchObject({ value: "€12.50", note: "+ $3.00" });
	});

	it("displays a goal as a bar, replaced by the progress of a hold", () => {
		const value = count(412);
		expect(stripFeedback(counter({ value }, { goal: 500 })).bar).toMatchObject({ enabled: true, value: 82 });
		expect(stripFeedback(counter({ value: count(499.9) }, { goal: 500 })).bar.value).toBe(99);
		expect(stripFeedback(counter({ value: count(900) }, { goal: 500 })).bar.value).toBe(100);
		const press = { sinceMs: nowMs - 250, holdMs: 500 };
		expect(stripFeedback(counter({ value, press }, { goal: 500 })).bar.value).toBe(50);
		expect(stripFeedback(counter({})).bar.enabled).toBe(false);
	});

	it.each([
		["en", "Week: Mon – Sun"],
		["fr", "Semaine\u00a0: lun. – dim."],
		["ja", "週：月 – 日"],
	])("displays a chart's period with the punctuation of %s", (language, detail) => {
		expect(stripFeedback(chart({}, {}, stringsFor(language))).detail).toBe(detail);
	});

	it("displays bars for a chart unless there is a message", () => {
		expect(stripFeedback(chart({})).chart.enabled).toBe(true);
		expect(stripFeedback(chart({ link: down })).chart.enabled).toBe(false);
	});

	it.each(languages)("contains every item of the layout and well-formed pictures in %s", (language) => {
		const keysOfLayouts = layouts.map(({ items }) => items.map(({ key }) => key).sort());
		for (const { face } of galleryOf(language)) {
			const feedback = stripFeedback(face);
			for (const keys of keysOfLayouts) expect(Object.keys(feedback).sort()).toEqual(keys);
			expect(feedback.icon).toMatch(/^<svg /);
			expect(feedback.chart.value).toMatch(/^<svg /);
			expect(faultOf(feedback.icon)).toBeUndefined();
			expect(faultOf(feedback.chart.value)).toBeUndefined();
		}
	});
});

it("draws no item of a dial over another", () => {
	const [valueLayout, commandLayout] = layouts;
	const settings = {
		metric: "donationAmount",
		scope: "custom",
		from: "2026-11-27T18:00",
		to: "2026-11-29T20:00",
		goal: 200_000,
	};
	const crowded = counter({ value: money(["EUR", 123_450], ["USD", 94_000]) }, settings, stringsFor("fr"));
	const dials = galleryOf("en").filter(({ face }) => face.kind !== "connection");
	for (const { name, face } of [...dials, { name: "crowded", face: crowded }]) {
		const feedback: Readonly<Record<string, unknown>> = stripFeedback(face);
		const items = (face.kind === "command" ? commandLayout : valueLayout)?.items ?? [];
		const drawn = items.filter(({ key }) => key !== "state" && isDrawn(feedback[key]));
		const overlaps = drawn.flatMap((a, index) =>
			drawn
				.slice(index + 1)
				.filter((b) => isOverlapping(a.rect, b.rect))
				.map((b) => `${name}: ${a.key}/${b.key}`),
		);
		expect(overlaps).toEqual([]);
	}
	const { bar, detail } = stripFeedback(crowded);
	expect([bar.enabled, detail]).toEqual([true, "27–29 nov."]);
});

function isDrawn(sent: unknown): boolean {
	return typeof sent === "object" && sent !== null && "enabled" in sent ? sent.enabled === true : sent !== "";
}

describe.each(layouts)("a dial's layout", (layout) => {
	it("stays within the dial's part of the strip", () => {
		for (const { key, rect } of layout.items) {
			const [x, y, width, height] = rect;
			expect({ key, isInside: x >= 0 && y >= 0 && x + width <= 200 && y + height <= 100 }).toEqual({
				key,
				isInside: true,
			});
		}
	});

	it("has no overlapping items of the same depth", () => {
		const overlaps = layout.items.flatMap((a, index) =>
			layout.items
				.slice(index + 1)
				.filter((b) => a.zOrder === b.zOrder && isOverlapping(a.rect, b.rect))
				.map((b) => `${a.key}/${b.key}`),
		);
		expect(overlaps).toEqual([]);
	});
});

function isOverlapping([ax, ay, aw, ah]: LayoutItem["rect"], [bx, by, bw, bh]: LayoutItem["rect"]): boolean {
	return ax < bx + bw && bx < ax + aw && ay < by + bh && by < ay + ah;
}
