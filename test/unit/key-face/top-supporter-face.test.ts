import { describe, expect, it } from "vitest";

import { faceTitle } from "../../../src/key-face/face";
import { connecting, down, top } from "./gallery";

describe("Top Supporter's face", () => {
	it("says who gave most and how much", () => {
		expect(faceTitle(top({}))).toBe("Top donation this month · Marguerite 250.00 EUR · live");
		expect(faceTitle(top({ rank: 2 }, { by: "total", scope: "lifetime" }))).toBe(
			"#2 Top supporter · Bob 50.00 EUR · live",
		);
	});

	it("says a dash for whoever named no name, and draws a word", () => {
		const face = top({ rank: 3 });
		expect(face).toMatchObject({ value: "– 5.00 EUR", name: "Anonymous" });
	});

	it("says that there is nobody, and what nobody knows yet", () => {
		expect(faceTitle(top({ rank: 4 }))).toBe("#4 Top donation this month · nobody · live");
		const unknown = top({ ranking: { kind: "unknown" }, link: connecting });
		expect(faceTitle(unknown)).toBe("Top donation this month · – · connecting");
	});

	it("masks the money and keeps the name", () => {
		const face = top({ isHidden: true });
		expect(faceTitle(face)).toBe("Top donation this month · Marguerite hidden · live");
		expect(JSON.stringify(face)).not.toContain("250");
	});

	it("is not live while the link is down, or somebody may have given more", () => {
		expect(top({ link: down })).toMatchObject({ state: "stale", appearance: "dimmed" });
		const unsure = { kind: "ranking", supporters: [], isIncomplete: true } as const;
		expect(top({ ranking: unsure })).toMatchObject({ state: "connecting" });
	});

	it("begins anew when its period does", () => {
		expect(top({}, { scope: "today" }).nextChangeAtMs).toBeDefined();
		expect(top({}, { scope: "lifetime" }).nextChangeAtMs).toBeUndefined();
	});
});
