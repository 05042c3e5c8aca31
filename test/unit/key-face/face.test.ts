import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Face, faceTitle } from "../../../src/key-face/face";
import { toDataUrl, renderFace } from "../../../src/key-face/drawing/image";
import { stringsFor } from "../../../src/key-face/language";
import { languages } from "../../../src/state/language";
import { drawnTexts, faultOf, titleOf } from "./drawn";
import { galleryOf } from "./gallery";
import { chart } from "./gallery/chart";
import { connection } from "./gallery/connection";
import { counter } from "./gallery/counter";
import { latest } from "./gallery/latest-event";
import { boundSettings, remote } from "./gallery/remote-action";
import { sendEvent } from "./gallery/send-event";
import { live, money, nowMs, streamEvent } from "./gallery/shared";

const hostileTexts = [
	`<b>&"'`,
	"]]><script/>",
	"\u0000\u0001\u001f\u007f",
	"\ud800",
	"a\udc00b\ud83d",
	"👩‍🚀🇫🇷👨‍👩‍👧‍👦",
	"\u202eevil\u202d שלום עולם",
	"مرحبا بالعالم",
	"W".repeat(300),
	"長い名前".repeat(80),
	"word ".repeat(60),
	"e" + "\u0301".repeat(200),
	"Z̷̧̢̛̛̪̮͎̥̙̹͔̑̑a̶̧̛͚l̵̖̏g̶̫̈́o̵̼͌",
	"﷽".repeat(20),
	"𒐫𒈙⸻",
	"a · b · c",
	"\n\r\t line\u2028break",
	"\ufffe\uffff\u{1fffe}",
	"%00%3Csvg",
	"",
	"   ",
];

const text = fc.oneof(
	fc.constantFrom(...hostileTexts),
	fc.string({ unit: "binary", maxLength: 300 }),
	fc.string({ unit: "grapheme", maxLength: 60 }),
	fc.string({ unit: "binary-ascii", maxLength: 60 }),
);

/** Returns faces with external text in every possible place. */
function facesWith(name: string, other: string): readonly Face[] {
	const notice = { text: name, untilMs: nowMs + 1000 };
	const found = { kind: "found", itemName: name, actionName: other } as const;
	return [
		counter({ notice }, { label: name, provider: other }),
		counter({ value: { kind: "unknown" }, notice }, { label: name }),
		counter({ value: money([name, 1250], [other, 3]) }, { provider: name, goal: 10 }),
		counter({ value: money([name, 1250], [other, 3], ["EUR", 1], ["x", 7]), away: money([name, 5]) }),
		counter({ flash: { delta: money([name, 1250], [other, 3]), atMs: nowMs } }),
		remote({ binding: found }),
		remote({}, { itemName: name, actionName: other, actionCode: name || "x" }),
		remote({ press: { sinceMs: nowMs - 400, holdMs: 500 } }, { holdActionName: other }),
		latest({ event: streamEvent({ person: name, amount: { minorUnits: 1_234_567, currency: other } }) }),
		latest({ event: streamEvent({ person: name, type: "follow" }), waitingCount: 3 }),
		sendEvent({}, { username: name }),
		sendEvent({}, { type: "hosting", hostname: name, username: other }),
		chart({ notice }),
		connection({ username: name, host: other }),
		connection({ username: undefined, host: name, link: { phase: "connecting" } }),
	];
}

describe("a face's picture", () => {
	it("is well-formed, for any names", () => {
		fc.assert(
			fc.property(text, text, (name, other) => {
				const faults = facesWith(name, other).map((face) => faultOf(renderFace(face)));
				expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
			}),
			{ numRuns: 150, examples: hostileTexts.map((hostile) => [hostile, hostile]) },
		);
	});

	it("keeps every text inside the key with a margin, for any names", () => {
		fc.assert(
			fc.property(text, text, (name, other) => {
				for (const face of facesWith(name, other)) expectTextsToFit(renderFace(face));
			}),
			{ numRuns: 150, examples: hostileTexts.map((hostile) => [hostile, hostile]) },
		);
	});

	it.each(languages)("has space for the texts of every state in %s", (language) => {
		for (const { face } of galleryOf(language)) {
			const svg = renderFace(face);
			expect(faultOf(svg)).toBeUndefined();
			expectTextsToFit(svg);
			expectLinesApart(svg);
		}
	});

	it.each(languages)("does not truncate any of its own texts in %s", (language) => {
		const foreign = /^(Xx_|n?gName|Start the|events\.)/;
		const own = JSON.stringify(stringsFor(language));
		const cut = galleryOf(language)
			.flatMap(({ face }) => drawnTexts(renderFace(face)))
			.filter(({ text: drawn }) => drawn.endsWith("…") && !own.includes(drawn) && !foreign.test(drawn));
		expect(cut).toEqual([]);
	});

	it("contains its content in its title", () => {
		for (const { face } of galleryOf("fr")) expect(titleOf(renderFace(face))).toBe(faceTitle(face));
	});

	it("distinguishes not set up, connecting, live, stale, refused and missing by shape and by word", () => {
		const faces = [
			remote({ link: { phase: "not-set-up" } }),
			remote({ link: { phase: "connecting" } }),
			remote({}),
			remote({ link: { phase: "down", sinceMs: nowMs } }),
			remote({ link: { phase: "failed", trouble: "refused" } }),
			remote({ binding: { kind: "missing", part: "item" } }),
		].map(renderFace);
		const words = faces.map((svg) => drawnTexts(svg).at(-1)?.text);
		expect(new Set(words).size).toBe(faces.length);
		const colourless = faces.map((svg) =>
			svg.replace(/#[0-9a-f]{6}/g, "").replace(/<(title|desc)>.*?<\/\1>/g, ""),
		);
		expect(new Set(colourless).size).toBe(faces.length);
	});
});

describe("a face's title", () => {
	it("has three parts, for any names", () => {
		fc.assert(
			fc.property(text, text, (name, other) => {
				for (const face of facesWith(name, other)) {
					const parts = faceTitle(face).split(" · ");
					expect(parts).toHaveLength(3);
					expect(parts.every((part) => part !== "")).toBe(true);
				}
			}),
			{ examples: hostileTexts.map((hostile) => [hostile, hostile]) },
		);
	});

	it("replaces a separator inside a name with a similar character", () => {
		expect(faceTitle(remote({}, { itemName: "Goal · follower" }))).toBe("Goal • follower · Trigger · ready");
	});

	it("keeps a long name that the picture truncates", () => {
		const itemName = "A rather long name for a widget on a scene";
		expect(faceTitle(remote({}, { ...boundSettings, itemName }))).toBe(`${itemName} · Trigger · ready`);
	});
});

describe("an image", () => {
	it("is a percent-encoded data URI, also with lone surrogates", () => {
		const image = toDataUrl("<svg>\ud800 é</svg>");
		expect(image).toBe("data:image/svg+xml,%3Csvg%3E%EF%BF%BD%20%C3%A9%3C%2Fsvg%3E");
	});

	it("is equal for equal faces", () => {
		expect(toDataUrl(renderFace(counter({ link: live })))).toBe(
			toDataUrl(renderFace(counter({ link: live }))),
		);
	});
});

function expectTextsToFit(svg: string): void {
	const misfits = drawnTexts(svg).filter(
		({ sizePx, leftX, rightX }) =>
			leftX < 0 || rightX > 144 || rightX - leftX > 144 * 0.9 + 0.01 || sizePx < 16,
	);
	if (misfits.length > 0) expect(misfits).toEqual([]);
}

function expectLinesApart(svg: string): void {
	const lines = [...drawnTexts(svg)].sort((a, b) => a.baselineY - b.baselineY);
	for (const [index, line] of lines.entries()) {
		expect(line.baselineY).toBeLessThanOrEqual(140);
		for (const above of lines.slice(0, index)) {
			const isBeside = above.rightX < line.leftX || line.rightX < above.leftX;
			const gapPx = isBeside ? Infinity : line.topY - above.baselineY;
			expect(gapPx, `${above.text} / ${line.text}`).toBeGreaterThanOrEqual(4);
		}
	}
}
