import { describe, expect, it } from "vitest";

import { passingNotice } from "../../../../src/actions/keys/press-failure";
import type { Face } from "../../../../src/key-face/face";
import { renderFace } from "../../../../src/key-face/drawing/image";
import { stringsFor } from "../../../../src/key-face/language";
import { stripFeedback } from "../../../../src/key-face/drawing/strip";
import { languages } from "../../../../src/state/language";
import { factsOf } from "../drawn";
import { galleryOf } from "../gallery";
import { chart } from "../gallery/chart";
import { connection } from "../gallery/connection";
import { counter } from "../gallery/counter";
import { latest } from "../gallery/latest-event";
import { remote } from "../gallery/remote-action";
import { sendEvent } from "../gallery/send-event";
import { count, down, failed, money, nowMs } from "../gallery/shared";
import { top } from "../gallery/top-supporter";

const asOf = "as of 2026-11-20T19:55:55Z";
const failure = (language: string) => passingNotice("rejected", nowMs, stringsFor(language));

describe("a picture's description", () => {
	it.each<[string, Face, readonly string[]]>([
		["a plain number", counter({}), []],
		["an increase while away", counter({ away: count(23) }), ["+23 while away"]],
		["a fall while away", counter({ away: count(-3) }), ["-3 while away"]],
		[
			"money while away",
			counter({ away: money(["EUR", 300], ["JPY", 500]) }),
			["+3.00 EUR + 500 JPY while away"],
		],
		["a hidden number", counter({ away: count(23), value: count(600), isHidden: true }, { goal: 500 }), []],
		["a stale number", counter({ link: down }), [asOf]],
		["a stale number that was refused", counter({ link: failed("refused") }), []],
		["a goal below", counter({ value: count(499) }, { goal: 500 }), []],
		["a goal that is reached", counter({ value: count(500) }, { goal: 500 }), ["goal reached"]],
		[
			"a goal that is celebrated",
			counter({ value: count(501), celebration: { goal: 500, atMs: nowMs } }, { goal: 500, goalStep: 100 }),
			["goal reached"],
		],
		["the next goal", counter({ value: count(501) }, { goal: 500, goalStep: 100 }), []],
		["people to thank", latest({ waitingCount: 3 }), ["3 to thank"]],
		["people to thank, hidden", latest({ waitingCount: 3, isHidden: true }), []],
		["people to thank, stale", latest({ waitingCount: 3, link: down }), ["3 to thank", asOf]],
		["a stale ranking", top({ link: down }), [asOf]],
		["a stale chart", chart({ link: down }), [asOf]],
		["a connection that is down", connection({ link: down }), [asOf]],
		["a remote key", remote({}), []],
	])("of %s", (_name, face, facts) => {
		expect(factsOf(renderFace(face))).toEqual(facts);
		expect(factsOf(stripFeedback(face).icon)).toEqual(facts);
	});

	it.each(languages)("contains in English why a press failed, with words of %s", (language) => {
		const notice = failure(language);
		const faces = [counter, latest, top, chart, connection, remote, sendEvent].map((faceOf) =>
			faceOf({ notice }),
		);
		expect(faces.map((face) => factsOf(renderFace(face)))).toEqual(faces.map(() => ["failed: not sent"]));
		const later = counter({ notice: { ...notice, untilMs: nowMs } });
		expect(factsOf(renderFace(later))).toEqual([]);
	});

	it.each(languages)("is the same in %s as in English", (language) => {
		const factsIn = (code: string) => galleryOf(code).map(({ face }) => factsOf(renderFace(face)));
		expect(factsIn(language)).toEqual(factsIn("en"));
	});
});
