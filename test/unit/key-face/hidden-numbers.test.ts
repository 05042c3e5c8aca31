import { describe, expect, it } from "vitest";

import type { Face } from "../../../src/key-face/face";
import { stringsFor } from "../../../src/key-face/language";
import { languages } from "../../../src/state/language";
import { renderFace } from "../../../src/key-face/drawing/image";
import { stripFeedback } from "../../../src/key-face/drawing/strip";
import { faceTitle } from "../../../src/key-face/face";
import { drawnWords } from "./drawn";
import { chart } from "./gallery/chart";
import { counter } from "./gallery/counter";
import { latest } from "./gallery/latest-event";
import { count, money, nowMs, streamEvent } from "./gallery/shared";

const justDown = { phase: "down", sinceMs: nowMs } as const;
const flash = { delta: count(4_321), atMs: nowMs };
const sums = money(["EUR", 432_100], ["USD", 432_100]);
const series = { followers: { values: [4_321, 4_321], total: 8_642 } };

/** Returns faces in which every number is 4321, twice that, or a remainder of it. */
function facesOf(language: string): readonly Face[] {
	const words = stringsFor(language);
	const isHidden = true;
	const event = (more: Parameters<typeof streamEvent>[0]) => ({
		isHidden,
		waitingCount: 4_321,
		event: streamEvent({ createdAtMs: nowMs, ...more }),
	});
	return [
		counter({ isHidden, value: count(4_321) }, {}, words),
		counter({ isHidden, value: count(4_321), flash }, { scope: "today" }, words),
		counter({ isHidden, value: count(4_321), away: count(4_321) }, { goal: 4_321 }, words),
		counter({ isHidden, value: sums, away: sums }, { metric: "donationAmount", goal: 8_642 }, words),
		counter({ isHidden, value: sums, flash: { ...flash, delta: sums } }, { metric: "donationAmount" }, words),
		counter({ isHidden, value: count(4_321), link: justDown }, { format: "compact" }, words),
		latest(event({ amount: { minorUnits: 432_100, currency: "EUR" } }), {}, words),
		latest({ ...event({ amount: { minorUnits: 432_100, currency: "EUR" } }), flash }, {}, words),
		latest(event({ type: "hosting", viewers: 4_321 }), {}, words),
		latest(event({ type: "subscription", resub: 4_321 }), {}, words),
		latest(event({ type: "follow" }), {}, words),
		chart({ isHidden, chart: { labels: ["Mon", "Tue"], series } }, {}, words),
	];
}

describe("hidden numbers", () => {
	it.each(languages)("appear nowhere: on no key, on no dial, in no title, in %s", (language) => {
		const texts = facesOf(language).flatMap((face) => {
			const { title, value, note, detail, bar } = stripFeedback(face);
			const onStrip = [title, value, note, detail, `bar ${bar.value}`];
			return [faceTitle(face), ...drawnWords(renderFace(face)), ...onStrip];
		});
		expect(texts.filter((text) => /[1-9]/.test(text))).toEqual([]);
	});

	it("are `hidden` in the title, and the rest of it stays", () => {
		const hosting = streamEvent({ type: "hosting", viewers: 1, person: "Ada" });
		expect(faceTitle(latest({ isHidden: true }))).toBe("Donation · Marguerite hidden · live");
		expect(faceTitle(latest({ isHidden: true, event: hosting }))).toBe("Host · Ada hidden · live");
		const follow = streamEvent({ type: "follow" });
		expect(faceTitle(latest({ isHidden: true, event: follow }))).toBe("Follow · Marguerite · live");
	});

	it("of one and of many viewers have the same text", () => {
		const hosting = (viewers: number) =>
			renderFace(latest({ isHidden: true, event: streamEvent({ type: "hosting", viewers }) }));
		expect(hosting(1)).toBe(hosting(42));
	});
});
