import { describe, expect, it } from "vitest";

import { renderFace } from "../../../src/key-face/drawing/image";
import { stripFeedback } from "../../../src/key-face/drawing/strip";
import { faceTitle } from "../../../src/key-face/face";
import { stringsFor } from "../../../src/key-face/language";
import { languages } from "../../../src/state/language";
import { drawnWords } from "./drawn";
import { connecting, down, live } from "./gallery/shared";
import { top } from "./gallery/top-supporter";

describe("Top Supporter's face", () => {
	it("displays the top supporter and the amount", () => {
		expect(faceTitle(top({}))).toBe("Top donation this month · Marguerite 250.00 EUR · live");
		expect(faceTitle(top({ rank: 2 }, { by: "total", scope: "lifetime" }))).toBe(
			"#2 Top supporter · Bob 50.00 EUR · live",
		);
	});

	it("displays a donation without a name as a dash in the title and as a word on the key", () => {
		const face = top({ rank: 3 });
		expect(face).toMatchObject({ value: "– 5.00 EUR", name: "Anonymous" });
	});

	it("displays that there is nobody, or that it is not known yet", () => {
		expect(faceTitle(top({ rank: 4 }))).toBe("#4 Top donation this month · nobody · live");
		const unknown = top({ ranking: { kind: "unknown" }, link: connecting });
		expect(faceTitle(unknown)).toBe("Top donation this month · – · connecting");
	});

	it("masks the amount and keeps the name", () => {
		const face = top({ isHidden: true });
		expect(faceTitle(face)).toBe("Top donation this month · Marguerite hidden · live");
		expect(JSON.stringify(face)).not.toContain("250");
	});

	it("is not live while the connection is down or the ranking is incomplete", () => {
		expect(top({ link: down })).toMatchObject({ state: "stale", appearance: "dimmed" });
		const incomplete = { kind: "ranking", supporters: [], isIncomplete: true } as const;
		expect(top({ ranking: incomplete })).toMatchObject({ state: "connecting" });
	});

	it.each(languages)("names rank and period on keys and dials (%s)", (language) => {
		const words = stringsFor(language);
		const amount = { minorUnits: 123_456_789, currency: "EUR" };
		const supporters = Array.from({ length: 10 }, () => ({ person: "Bob", amount }));
		const ranking = { kind: "ranking", supporters, isIncomplete: false } as const;
		for (const by of ["donation", "total"] as const)
			for (const scope of ["session", "month", "year"] as const)
				for (const rank of [1, 2, 9])
					for (const link of [live, down]) {
						const face = top({ ranking, rank, link }, { by, scope }, words);
						const dial = stripFeedback(face);
						const shown = [dial.title, dial.note, dial.detail].join(" · ");
						expect(shown).toContain(words.scopes[scope]);
						if (rank > 1) expect(dial.title).toContain(`#${rank} `);
						if (link === live) expect(drawnWords(renderFace(face)).at(-1)).toContain(words.scopes[scope]);
					}
	});

	it("does not display the reason of a failed press twice", () => {
		const notice = { text: "Service down", untilMs: Infinity, fact: "failed: service down" };
		const link = { phase: "down", sinceMs: 0, trouble: "service-error" } as const;
		const face = top({ ranking: { kind: "unknown" }, link, notice });
		expect(face).toMatchObject({ lines: [{ variants: ["Service down"] }, { variants: ["this month"] }] });
		expect(top({ ranking: { kind: "unknown" }, link: down, notice })).toMatchObject({
			lines: [{ variants: ["Offline"] }, { variants: ["Service down"] }],
		});
	});

	it("does not display a period whose end is before its start as if it were open", () => {
		const period = { scope: "custom", from: "2026-12-03T18:00", to: "2026-12-01T18:00" } as const;
		expect(JSON.stringify(top({}, period))).not.toContain("Dec");
	});

	it("changes when its period starts again", () => {
		expect(top({}, { scope: "today" }).nextChangeAtMs).toBeDefined();
		expect(top({}, { scope: "lifetime" }).nextChangeAtMs).toBeUndefined();
	});
});
