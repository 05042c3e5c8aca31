import { describe, expect, it } from "vitest";

import { type Face, faceTitle } from "../../../src/key-face/face";
import { renderFace } from "../../../src/key-face/drawing/image";
import { stripFeedback } from "../../../src/key-face/drawing/strip";
import { flashMs } from "../../../src/key-face/face-timing";
import { drawnWords } from "./drawn";
import { latest } from "./gallery/latest-event";
import { connecting, donation, down, failed, notSetUp, nowMs, streamEvent } from "./gallery/shared";

const words = (face: Face) => drawnWords(renderFace(face));
const follow = streamEvent({ type: "follow", person: "Bob" });
const hosting = streamEvent({ type: "hosting", person: "RaidBoss", viewers: 42 });

describe("the latest event", () => {
	it.each([
		["Donation · Marguerite 20.00 EUR · live", latest({})],
		["Follow · Bob · live", latest({ event: follow })],
		["Host · RaidBoss 42 · live", latest({ event: hosting })],
		["Donation · – 20.00 EUR · live", latest({ event: { ...donation, person: undefined } })],
		["Donation · Marguerite 20.00 EUR · stale", latest({ link: down })],
		["Donation · Marguerite 20.00 EUR · connecting", latest({ isConfirming: true })],
		["Donation · Marguerite 20.00 EUR · refused", latest({ link: failed("refused") })],
		["Latest event · – · live", latest({ event: undefined })],
		["Host · – · live", latest({ event: undefined }, { types: ["hosting"] })],
		["Latest event · – · connecting", latest({ event: undefined, isLoaded: false, link: connecting })],
		["Latest event · – · not set up", latest({ event: undefined, isLoaded: false, link: notSetUp })],
	])("has the title %s", (title, face) => {
		expect(faceTitle(face)).toBe(title);
	});

	it.each([
		[
			"the amount and the queue",
			latest({ waitingCount: 3 }),
			["Donation", "Marguerite", "€20.00", "3 to thank"],
		],
		["the amount and the age", latest({}), ["Donation", "Marguerite", "€20.00", "3 min ago"]],
		["the age alone", latest({ event: follow }), ["Follow", "Bob", "3 min ago"]],
		[
			"age and queue",
			latest({ event: follow, waitingCount: 1 }),
			["Follow", "Bob", "3 min ago", "1 to thank"],
		],
		["the viewers", latest({ event: hosting }), ["Host", "RaidBoss", "42 viewers", "3 min ago"]],
		[
			"many viewers, shortened",
			latest({ event: { ...hosting, viewers: 1_234_567 } }),
			["Host", "RaidBoss", "1.2M viewers", "3 min ago"],
		],
		["that there is no event yet", latest({ event: undefined }), ["Latest event", "Nobody yet", "Waiting…"]],
		["a test as a test", latest({ event: { ...follow, isTest: true } }), ["Test", "Bob", "3 min ago"]],
	])("displays %s", (_what, face, lines) => {
		expect(words(face)).toEqual(lines);
	});

	it("displays the queue and a short message in one line of a dial", () => {
		const face = latest({ event: { ...donation, message: "Love it" }, waitingCount: 2 });
		expect(stripFeedback(face).detail).toBe("2 to thank · Love it");
	});

	it("distinguishes a renewal from a new subscriber", () => {
		const subscription = streamEvent({ type: "subscription", resub: 0 });
		expect(words(latest({ event: subscription }))).not.toContain("Resub ×5");
		expect(words(latest({ event: { ...subscription, resub: 5 } }))).toContain("Resub ×5");
	});

	it("displays a person without a name as anonymous", () => {
		expect(words(latest({ event: { ...donation, person: "\u0000" } }))).toContain("Anonymous");
	});

	it("fills the key for a second when an event arrives", () => {
		expect(latest({ flash: { atMs: nowMs } })).toMatchObject({
			appearance: "flash",
			nextChangeAtMs: nowMs + flashMs,
		});
	});

	it("changes when the displayed age is outdated", () => {
		expect(latest({}).nextChangeAtMs).toBe(nowMs + 60_000);
	});
});
