import { afterEach, describe, expect, it, vi } from "vitest";

import { stringsFor } from "../../../../src/key-face/language";
import { periodTextOf } from "../../../../src/key-face/text/period-text";

afterEach(() => {
	vi.unstubAllEnvs();
});

describe("a custom period", () => {
	it.each(["en", "de", "ja"])(
		"has the same dates in every time zone, also after a change: %s",
		(language) => {
			const strings = stringsFor(language);
			const texts = ["Africa/Abidjan", "Europe/London", "America/New_York", "Pacific/Auckland"].map(
				(zone) => {
					vi.stubEnv("TZ", zone);
					return periodTextOf({ scope: "custom", from: "2026-06-01T00:00", to: "2026-06-04" }, strings)[0];
				},
			);
			expect(new Set(texts).size).toBe(1);
			expect(texts[0]).toMatch(/1.*3/);
		},
	);
});
