import { unzipSync } from "fflate";
import { afterEach, describe, expect, it, vi } from "vitest";

import { zip } from "../../../scripts/zip";

const bytes = (text: string) => new TextEncoder().encode(text);

afterEach(() => {
	vi.unstubAllEnvs();
	vi.useRealTimers();
});

describe("a zip file", () => {
	it("is the same for any order, day and time zone", () => {
		const first = zip({ "b/ü.txt": bytes("b"), "a.txt": bytes("a") });
		vi.useFakeTimers({ now: Date.parse("2031-07-01T12:00:00Z") });
		vi.stubEnv("TZ", "Pacific/Auckland");
		const second = zip({ "a.txt": bytes("a"), "b/ü.txt": bytes("b") });
		expect(Buffer.from(second).equals(first)).toBe(true);
		expect(Object.keys(unzipSync(first))).toEqual(["a.txt", "b/ü.txt"]);
	});
});
