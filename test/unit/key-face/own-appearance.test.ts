import { describe, expect, it } from "vitest";

import { faceTitle, type Face } from "../../../src/key-face/face";
import { renderFace } from "../../../src/key-face/drawing/image";
import { withOwnAppearance } from "../../../src/key-face/own-appearance";
import { drawnWords } from "./drawn";
import { chart } from "./gallery/chart";
import { latest } from "./gallery/latest-event";
import { remote } from "./gallery/remote-action";
import { sendEvent } from "./gallery/send-event";
import { failed, nowMs } from "./gallery/shared";
import { top } from "./gallery/top-supporter";

const own = { label: "Mine", color: "#123456" };

describe("a key's own label and color", () => {
	it.each([
		["a remote", remote({}), "Mine · Trigger · ready"],
		["the latest event", latest({}), "Mine · Marguerite 20.00 EUR · live"],
		["a top supporter", top({}), "Mine · Marguerite 250.00 EUR · live"],
		["an event to send", sendEvent({}), "Mine · Marguerite · ready"],
		["a chart", chart({}), "Mine · 148 · live"],
	])("replace those of %s", (_what, face, title) => {
		const changed = withOwnAppearance(face, own);
		expect(faceTitle(changed)).toBe(title);
		expect(drawnWords(renderFace(changed))).toContain("Mine");
		expect(changed).toMatchObject({ color: "#123456" });
	});

	it("keep the title's label while a notice is displayed", () => {
		const refused = latest({ link: failed("refused") });
		expect(faceTitle(withOwnAppearance(refused, own))).toMatch(/^Mine · /);
	});

	it("do not hide that a person is being thanked", () => {
		const thanking = latest({ thanking: { atMs: nowMs } });
		expect(drawnWords(renderFace(withOwnAppearance(thanking, own)))).toContain("Thanking");
	});

	it("are optional separately", () => {
		const face: Face = remote({});
		expect(withOwnAppearance(face, {})).toBe(face);
		expect(withOwnAppearance(face, { color: "#123456" })).toMatchObject({
			label: "Follower goal",
			color: "#123456",
		});
		expect(withOwnAppearance(face, { label: "Mine" })).toMatchObject({
			color: "color" in face ? face.color : "",
		});
	});
});
