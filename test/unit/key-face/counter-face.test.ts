import { describe, expect, it } from "vitest";

import { type Face, faceTitle } from "../../../src/key-face/face";
import { renderFace } from "../../../src/key-face/drawing/image";
import { flashMs } from "../../../src/key-face/face-timing";
import { stringsFor } from "../../../src/key-face/language";
import { nextPeriodStartMs } from "../../../src/state/time/periods";
import { drawnTexts, drawnWords } from "./drawn";
import type { CounterFaceInput } from "../../../src/key-face/counter-face-input";
import { chart } from "./gallery/chart";
import { connection } from "./gallery/connection";
import { counter } from "./gallery/counter";
import { latest } from "./gallery/latest-event";
import { remote } from "./gallery/remote-action";
import { sendEvent } from "./gallery/send-event";
import { connecting, count, down, failed, live, money, notSetUp, nowMs } from "./gallery/shared";
import { top } from "./gallery/top-supporter";

const unknown = { kind: "unknown" } as const;
const words = (face: Face) => drawnWords(renderFace(face));
const donated = { metric: "donationAmount", scope: "today" };
const hosted = { metric: "viewers", scope: "today" };
const unreadable = { ...money(["EUR", 1250]), hasUnreadable: true };

describe("a counter's title", () => {
	it.each([
		["Followers · 12408 · live", counter({})],
		["Followers today · 7 · live", counter({ value: count(7) }, { scope: "today" })],
		["Subs goal · 412/500 · live", counter({ value: count(412) }, { label: "Subs goal", goal: 500 })],
		["Followers · 412/500.5 · live", counter({ value: count(412) }, { goal: 500.5 })],
		["Followers · – · connecting", counter({ value: unknown, link: connecting })],
		["Followers · –/500 · connecting", counter({ value: unknown, link: down }, { goal: 500 })],
		["Followers · – · refused", counter({ value: unknown, link: failed("refused") })],
		["Followers · – · not set up", counter({ value: unknown, link: notSetUp })],
		["Followers · 12408 · stale", counter({ link: down })],
		["Followers · 12408 · connecting", counter({ isConfirming: true })],
		["Followers · hidden · live", counter({ isHidden: true })],
		["Followers · hidden · stale", counter({ isHidden: true, link: down }, { goal: 500 })],
		["Donation amount today · 12.50 EUR · live", counter({ value: money(["EUR", 1250]) }, donated)],
		[
			"Donation amount today · 12.50 EUR + 1500 JPY · live",
			counter({ value: money(["EUR", 1250], ["JPY", 1500]) }, donated),
		],
		[
			"Donation amount today · 12.50 EUR + ?/100 · live",
			counter({ value: unreadable }, { ...donated, goal: 100 }),
		],
		["Viewers today · 7 + ? · live", counter({ value: { ...count(7), hasUnreadable: true } }, hosted)],
		[
			"Donations · 1234.5 · live",
			counter({ value: { kind: "figure", value: 1234.5 } }, { metric: "donations" }),
		],
		["Abonnements aujourd’hui · 3 · live", counter({ value: count(3) }, subsToday(), stringsFor("fr"))],
	])("is %s", (title, face) => {
		expect(faceTitle(face)).toBe(title);
	});

	it("is not rounded, unlike the picture", () => {
		const face = counter({ value: count(182_207) }, { format: "compact" });
		expect(faceTitle(face)).toBe("Followers · 182207 · live");
		expect(words(face)).toContain("182.2K");
	});
});

describe("a counter's number", () => {
	it.each([
		["auto", 182_207, "182,207"],
		["full", 182_207, "182,207"],
		["compact", 182_207, "182.2K"],
		["auto", 1_182_207, "1.1M"],
		["full", 1_182_207, "1,182,207"],
		["compact", 999_950, "999.9K"],
		["auto", 999, "999"],
		["auto", 1000, "1,000"],
		["compact", 1000, "1K"],
		["auto", 9999, "9,999"],
		["compact", 1_000_000, "1M"],
		["full", Number.MAX_SAFE_INTEGER, "9,007.1T"],
	])("is drawn, with format %s, %d as %s", (format, value, drawn) => {
		const texts = words(counter({ value: count(value) }, { format }));
		expect(texts).toContain(drawn.replace("9,007.1T", texts[1] ?? ""));
		if (value === Number.MAX_SAFE_INTEGER) expect(texts[1]).toMatch(/T$/);
	});

	it("is the largest text that fits", () => {
		const [, number] = drawnTexts(renderFace(counter({ value: count(7) }, { scope: "today" })));
		expect(number).toMatchObject({ text: "7", sizePx: 60 });
	});

	it("is unknown if it is not a number", () => {
		const face = counter({ value: count(NaN) });
		expect(faceTitle(face)).toBe("Followers · – · connecting");
	});

	it("is not live while part of it is unknown", () => {
		const value = { ...money(["EUR", 550]), isIncomplete: true };
		const face = counter({ value, accountCurrency: "EUR" }, donated);
		expect(faceTitle(face)).toMatch(/ · 5\.50 EUR · connecting$/);
	});

	it("is marked if it includes amounts that cannot be parsed", () => {
		expect(words(counter({ value: unreadable }, donated))).toContain("€12.50 + ?");
	});

	it("displays the account's currency first, two sums at most, and names the others", () => {
		const value = money(["USD", 500], ["EUR", 1250], ["JPY", 1500], ["CHF", 1]);
		const face = counter({ value, accountCurrency: "EUR" }, { metric: "donationAmount" });
		expect(words(face).slice(1)).toEqual(["€12.50", "$5.00", "+ JPY + CHF"]);
		expect(face.value).toBe("12.50 EUR + 5.00 USD + 1500 JPY + 0.01 CHF");
	});

	it("is zero in the account's currency without donations", () => {
		const face = counter({ value: money(), accountCurrency: "JPY" }, donated);
		expect(face.value).toBe("0 JPY");
		expect(words(face)).toContain("¥0");
	});

	it("is masked, with all texts that would reveal it", () => {
		const input = { isHidden: true, away: count(3), flash: { delta: count(4), atMs: nowMs } };
		for (const face of [counter({ ...input }, { goal: 500 }), counter({ ...input, flash: undefined })]) {
			expect(words(face).join(" ")).not.toMatch(/\d/);
		}
		expect(counter(input, { goal: 500 })).toMatchObject({ goalShare: 0 });
	});
});

describe("a counter's footer", () => {
	it.each([
		["the scope", counter({}, { scope: "week" }), "this week"],
		["the scope if a press changes it", counter({}, { onPress: "next" }), "all time"],
		["the platform", counter({}, { provider: "twitch" }), "twitch"],
		["the goal", counter({ value: count(412) }, { goal: 500 }), "/ 500"],
		["how far past the goal", counter({ value: count(150) }, { goal: 100 }), "150%"],
		["that the goal is reached", counter({ value: count(100) }, { goal: 100 }), "100%"],
		["per cents without arithmetic dust", counter({ value: count(115) }, { goal: 100 }), "115%"],
		["the increase while away", counter({ away: count(23) }), "+23 while away"],
		["since when it is stale", counter({ link: down }), "4 min ago"],
		["that it is refreshing", counter({ isConfirming: true }), "Updating…"],
		["that a press undoes", counter({ undo: { untilMs: nowMs + 1 } }), "Press to undo"],
		["the function of a hold", counter({ press: { sinceMs: nowMs, holdMs: 500 } }), "Keep holding"],
		["why a press failed", counter({ notice: { text: "Offline", untilMs: nowMs + 1 } }), "Offline"],
		["the last increase", counter({ flash: { delta: count(2), atMs: nowMs } }), "+2"],
	])("displays %s", (_what, face, foot) => {
		expect(words(face).at(-1)).toBe(foot);
	});

	it("displays a goal in the currency by which it is measured", () => {
		const settings = { metric: "donationAmount", goal: 500 };
		const face = counter({ value: money(["EUR", 31_250]) }, settings);
		expect(words(face).at(-1)).toBe("/ €500");
		expect(face).toMatchObject({ goalShare: 0.625, value: "312.50 EUR/500" });
	});

	it("shortens the increase while away instead of truncating it", () => {
		const face = counter({ away: count(1_234_567) }, {}, stringsFor("fr"));
		expect(words(face).at(-1)?.replaceAll("\u00a0", " ")).toBe("+1 234 567");
	});

	it("does not display a goal as reached before it is", () => {
		expect(words(counter({ value: count(9_999) }, { goal: 10_000 })).at(-1)).toBe("/ 10,000");
	});
});

describe("a counter's flash", () => {
	const flash = { delta: count(1), atMs: nowMs };

	it("fills the key with the metric's colour for a second", () => {
		expect(counter({ flash })).toMatchObject({ appearance: "flash", nextChangeAtMs: nowMs + flashMs });
		expect(renderFace(counter({ flash }))).toContain('width="144" height="144" fill="#4cc2ff"');
		expect(counter({ flash: { ...flash, atMs: nowMs - flashMs } })).toMatchObject({ appearance: "plain" });
	});

	it("can be disabled", () => {
		expect(counter({ flash }, { flash: false })).toMatchObject({ appearance: "plain", footer: undefined });
	});
});

describe("a counter without a value", () => {
	it.each([
		[connecting, "Connecting…", undefined],
		[live, "Connecting…", undefined],
		[notSetUp, "Set up", "Open settings"],
		[failed("refused"), "Key refused", "Check settings"],
		[failed("unreachable"), "Offline", "Retrying…"],
		[failed("not-this-service"), "Wrong address", "Check settings"],
		[failed("insecure"), "Not secure", "Use https"],
		[failed("service-error"), "Service down", "Retrying…"],
		[down, "Offline", "Retrying…"],
	])("displays, with a connection that is %j, %s / %s", (link, matter, hint) => {
		const isSetUp = link !== notSetUp;
		const lines = [...(isSetUp ? ["Followers"] : []), matter, ...(hint === undefined ? [] : [hint])];
		expect(words(counter({ value: unknown, link }))).toEqual(lines);
	});

	it.each<[string, Partial<CounterFaceInput>, readonly string[]]>([
		["offline", { link: down }, ["Followers", "12,408", "4 min ago", "this month"]],
		[
			"offline since just now",
			{ link: { phase: "down", sinceMs: nowMs } },
			["Followers", "12,408", "Offline", "this month"],
		],
		["refused", { link: failed("refused") }, ["Followers", "12,408", "Key refused", "this month"]],
		["connecting", { isConfirming: true }, ["Followers", "12,408", "Updating…", "this month"]],
		["hidden", { isHidden: true }, ["Followers", "this month"]],
		["back after a drop", { away: count(23) }, ["Followers", "12,408", "+23 while away", "this month"]],
		[
			"without a value, offline",
			{ value: { kind: "unknown" }, link: failed("unreachable") },
			["Followers", "Offline", "this month"],
		],
		[
			"without a value, refused",
			{ value: { kind: "unknown" }, link: failed("refused") },
			["Followers", "Key refused", "this month"],
		],
		[
			"without a value, connecting",
			{ value: { kind: "unknown" }, link: connecting },
			["Followers", "Connecting…", "this month"],
		],
	])("keeps its label, its number and its period when it is %s", (_name, input, lines) => {
		expect(words(counter(input, { scope: "month" }))).toEqual(lines);
	});

	it.each<[string, object, Partial<CounterFaceInput>, readonly string[]]>([
		["below it", { goal: 20_000 }, {}, ["Followers", "12,408", "/ 20,000", "this month"]],
		["past it", { goal: 10_000 }, {}, ["Followers", "12,408", "124%", "this month"]],
		[
			"reaching it",
			{ goal: 12_000 },
			{ celebration: { goal: 12_000, atMs: nowMs } },
			["Followers", "12,408", "Goal reached!", "this month"],
		],
		["offline", { goal: 20_000 }, { link: down }, ["Followers", "12,408", "4 min ago", "this month"]],
	])("keeps its period with a goal, %s", (_name, settings, input, lines) => {
		const shown = words(counter(input, { ...settings, scope: "month" })).flatMap((line) => line.split(" · "));
		expect(shown).toEqual(lines);
	});

	it("displays why syncs fail while the connection is up, in the same words as other keys", () => {
		const stale = { staleSinceMs: nowMs - 5_000, staleTrouble: "service-error" } as const;
		expect(words(counter(stale)).at(-1)).toBe("Service down");
		expect(words(counter({ ...stale, value: { kind: "unknown" } }))).toContain("Service down");
		expect(words(connection(stale)).at(-1)).toBe("Service down");
		const kicked = { phase: "down", sinceMs: nowMs, trouble: "service-error" } as const;
		const faces = [counter, latest, top, chart, remote, sendEvent, connection].map((faceOf) =>
			faceOf({ link: kicked }),
		);
		for (const face of faces) expect(words(face).join(" ")).toContain("Service down");
	});
});

describe("a counter's next change", () => {
	it("is undefined while it is live and still", () => {
		expect(counter({}).nextChangeAtMs).toBeUndefined();
		expect(counter({ away: count(1) }).nextChangeAtMs).toBeUndefined();
		expect(counter({}, { scope: "session" }).nextChangeAtMs).toBeUndefined();
	});

	it("is the start of the next day, week, month or year of its scope", () => {
		for (const scope of ["today", "week", "month", "year"] as const) {
			expect(counter({}, { scope }).nextChangeAtMs).toBe(nextPeriodStartMs(scope, nowMs));
		}
	});

	it("is the end of the minute while stale", () => {
		expect(counter({ link: down }).nextChangeAtMs).toBe(nowMs + 55_000);
	});

	it("is the end of the undo time", () => {
		expect(counter({ undo: { untilMs: nowMs + 5000 } }).nextChangeAtMs).toBe(nowMs + 5000);
	});
});

describe("a counter's colour", () => {
	it("is the user's choice, made readable for text", () => {
		const svg = renderFace(counter({ away: count(1) }, { color: "#000080" }));
		expect(svg).toContain('height="6" fill="#000080"');
		expect(drawnTexts(svg).at(-1)?.color).not.toBe("#000080");
	});
});

function subsToday() {
	return { metric: "subscriptions", scope: "today" };
}
