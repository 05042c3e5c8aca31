import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { diagnosticsReport, type ReportFacts } from "../../../src/diagnostics/report";
import { settingsOutline } from "../../../src/diagnostics/settings-outline";

const nowMs = Date.parse("2026-03-18T20:00:00Z");
const facts: ReportFacts = {
	nowMs,
	clockOffsetMs: 0,
	pluginVersion: "0.1.0",
	runtime: "Node.js 24.1.0, win32 x64",
	host: { name: "Stream Deck", version: "7.1.0.22340", system: "windows 10.0.19045", language: "fr" },
	devices: [
		{ type: 2, columns: 8, rows: 4, isConnected: true },
		{ type: 99, columns: 3, rows: 1, isConnected: false },
	],
	hasAddress: true,
	hasKey: true,
	hasSceneAddress: false,
	username: "Ada",
	hideNumbers: false,
	sessionStartedAtMs: nowMs - 60_000,
	link: { phase: "failed", trouble: "refused" },
	sceneLink: { phase: "live", sinceMs: nowMs },
	keys: [
		{ action: "counter", kind: "key", settings: { metric: "followers", goal: 500, label: "Grace" } },
		{ action: "counter", kind: "key", settings: { metric: "followers", goal: 500, label: "Linus" } },
		{ action: "chart", kind: "dial", settings: {} },
	],
	linkHistory: [{ atMs: nowMs, text: "events: failed, refused" }],
	problems: [],
	mask: (text) => text.replaceAll("Ada", "•••"),
};

describe("the support report", () => {
	it("contains the data that support requires", () => {
		expect(diagnosticsReport(facts)).toBe(`Stream Events diagnostics
  made       2026-03-18T20:00:00.000Z
  plugin     0.1.0, Node.js 24.1.0, win32 x64
  app        Stream Deck 7.1.0.22340, windows 10.0.19045, language fr
  devices    XL (8 × 4); kind 99 (3 × 1), not connected
  clock      right
  address    set
  account    key set, known
  events     failed, refused
  scenes     live
  session    since 2026-03-18T19:59:00.000Z
  numbers    shown

Keys
  2 × counter (key): metric: followers, goal: 500, label: text of 5
  chart (dial): none

Link
  20:00:00Z events: failed, refused

Last warnings and errors
  nothing
`);
	});

	it.each([
		[7_204_000, "the computer's is 7204 s behind the service's"],
		[-90_000, "the computer's is 90 s ahead of the service's"],
	])("reports a clock that is %i ms off", (clockOffsetMs, words) => {
		expect(diagnosticsReport({ ...facts, clockOffsetMs })).toContain(words);
	});

	it("works before anything is set up", () => {
		const report = diagnosticsReport({
			...facts,
			hasAddress: false,
			hasKey: false,
			username: undefined,
			sessionStartedAtMs: undefined,
			devices: [],
			keys: [],
			linkHistory: [],
			link: { phase: "not-set-up" },
		});
		for (const words of ["address    none", "no key, not known yet", "none visible", "session    none yet"])
			expect(report).toContain(words);
	});

	it("contains no folder of the computer", () => {
		const frame =
			"at f (file:///C:/Users/Ann%20Lee/AppData/com.example.streamevents.sdPlugin/bin/plugin.js:1:23)";
		const problems = [{ atMs: nowMs, text: `error: waking up failed: TypeError: x\n    ${frame}` }];
		const report = diagnosticsReport({ ...facts, problems });
		expect(report).toContain("at f (plugin.js:1:23)");
		expect(report).not.toContain("Ann");
	});

	it("masks secrets that should not be in it", () => {
		const problems = [{ atMs: nowMs, text: "warning: no answer for Ada" }];
		expect(diagnosticsReport({ ...facts, problems })).toContain("no answer for •••");
	});

	it("masks a short user name as a word", () => {
		const problems = [{ atMs: nowMs, text: "warning: Bo, Bob and BoB" }];
		expect(diagnosticsReport({ ...facts, problems, username: "Bo" })).toContain("•••, Bob and BoB");
	});
});

describe("the outline of settings", () => {
	it("never contains user input", () => {
		const written = fc.string({ minLength: 4 }).map((text) => `ß${text}ß`);
		const values = fc.oneof(written, fc.array(written), fc.dictionary(fc.constantFrom("a", "b"), written));
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom("label", "itemName", "file", "x"), values), (settings) => {
				expect(settingsOutline(settings)).not.toContain("ß");
			}),
		);
	});

	it("contains choices, switches and numbers", () => {
		expect(
			settingsOutline({ scope: "today", flash: false, goal: 12, color: "#aabbcc", types: ["follow"] }),
		).toBe("scope: today, flash: false, goal: 12, color: #aabbcc, types: [follow]");
		expect(settingsOutline(null)).toBe("none");
		expect(settingsOutline("text")).toBe("none");
	});
});
