import { describe, expect, it } from "vitest";

import { faceTitle, type Face } from "../../../src/key-face/face";
import { renderFace } from "../../../src/key-face/drawing/image";
import { flashMs } from "../../../src/key-face/face-timing";
import { drawnWords } from "./drawn";
import { control } from "./gallery/control";
import { connecting, down, failed, notSetUp, nowMs, streamEvent } from "./gallery/shared";

const words = (face: Face) => drawnWords(renderFace(face));
const next = streamEvent({ person: "Ada", createdAtMs: nowMs });

describe("a Stream Control key", () => {
	it.each([
		["Stream Control · New session · ready", control("newSession")],
		["Stream Control · New session · ready", control("newSession", { link: down })],
		["Stream Control · New session · not set up", control("newSession", { link: notSetUp })],
		["Stream Control · Hide numbers · ready", control("hideNumbers", { link: notSetUp })],
		["Stream Control · Show numbers · ready", control("showNumbers", { link: failed("refused") })],
		["Stream Control · Toggle numbers · ready", control("toggleNumbers", { link: down })],
		["Stream Control · Thank next · ready", control("thankNext", { link: down })],
		["Stream Control · Thank next · offline", control("thankNext", { link: down, isQueueLoaded: false })],
		[
			"Stream Control · Thank all · connecting",
			control("thankAll", { link: connecting, isQueueLoaded: false }),
		],
		["Stream Control · Thank all · not set up", control("thankAll", { link: notSetUp })],
		["Stream Control · Refresh · offline", control("refresh", { link: down })],
		["Stream Control · Refresh · refused", control("refresh", { link: failed("refused") })],
		["Stream Control · – · not set up", control(undefined)],
	])("has the title %s", (title, face) => {
		expect(faceTitle(face)).toBe(title);
	});

	it("displays what is missing without a command", () => {
		expect(words(control(undefined))).toEqual(["Set up", "Pick a command"]);
	});

	it("displays how many people are to be thanked, and who is next", () => {
		const face = control("thankNext", { waitingCount: 3, next });
		expect(words(face)).toContain("Next: Ada");
		expect(face.facts).toEqual(["3 to thank", "next to thank: Ada"]);
		expect(words(control("thankAll", { waitingCount: 3 }))).toContain("3 to thank");
		expect(control("thankAll", { waitingCount: 3, isHidden: true }).facts).toEqual([]);
		expect(words(control("thankAll"))).toContain("Nobody to thank");
	});

	it("displays whether numbers are hidden, and when the session began", () => {
		expect(words(control("toggleNumbers"))).toContain("Numbers shown");
		expect(words(control("hideNumbers", { isHidden: true }))).toContain("Numbers hidden");
		expect(words(control("newSession", { sessionStartedAtMs: nowMs - 3_600_000 }))).toContain("1 h ago");
	});

	it("displays the cause of failed syncs in the word of the other keys", () => {
		const face = control("refresh", { staleTrouble: "service-error" });
		expect(face.state).toBe("ready");
		expect(words(face)).toContain("Service down");
		expect(words(control("refresh"))).toContain("Connected");
	});

	it("confirms a command for a second, and offers to undo it while that is possible", () => {
		const done = { atMs: nowMs };
		expect(control("hideNumbers", { done })).toMatchObject({
			appearance: "done",
			nextChangeAtMs: nowMs + flashMs,
		});
		const undo = { untilMs: nowMs + 5_000 };
		expect(words(control("newSession", { done, undo }))).toContain("Press to undo");
		expect(control("newSession", { undo }).nextChangeAtMs).toBe(undo.untilMs);
	});
});
