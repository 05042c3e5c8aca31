import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { cooldownMs, retryDelayMs } from "../../../src/service/retry-policy";
import type { ServiceErrorKind } from "../../../src/service/errors";

const latest = () => 1 - Number.EPSILON;
const earliest = () => 0;
const passing: readonly ServiceErrorKind[] = [
	...(["unreachable", "timeout", "server-error", "not-this-service", "bad-answer"] as const),
	...(["not-found", "too-large", "kicked", "closed", "aborted"] as const),
];

describe("a retry", () => {
	it("backs off, but never for long once the service may be back", () => {
		fc.assert(
			fc.property(fc.constantFrom(...passing), fc.integer({ min: 1, max: 5_000 }), (kind, failures) => {
				const delayMs = retryDelayMs({ kind }, failures, latest);
				expect(delayMs).toBeGreaterThanOrEqual(retryDelayMs({ kind }, failures, earliest));
				expect(delayMs).toBeLessThanOrEqual(3_000);
				expect(delayMs).toBeGreaterThanOrEqual(150);
			}),
		);
		const delays = [1, 2, 3, 4, 5].map((failures) => retryDelayMs({ kind: "closed" }, failures, latest));
		expect(delays.map(Math.round)).toEqual([200, 400, 800, 1_600, 3_000]);
	});

	it("follows soon after a timeout, which was a wait already", () => {
		expect(retryDelayMs({ kind: "timeout" }, 100, latest)).toBeLessThanOrEqual(1_000);
	});

	it("waits a second after the service closed the connection", () => {
		expect(retryDelayMs({ kind: "kicked" }, 1, earliest)).toBe(1_000);
	});

	it("backs off further when the key is refused, without stopping", () => {
		const delays = [1, 15, 16, 30, 31, 1_000].map((failures) =>
			retryDelayMs({ kind: "refused" }, failures, latest),
		);
		expect(delays).toEqual([8_000, 8_000, 60_000, 60_000, 300_000, 300_000]);
	});

	it("follows the service's cooldown, up to some minutes", () => {
		expect(retryDelayMs({ kind: "rate-limited", retryAfterMs: 7_000 }, 1, earliest)).toBe(7_000);
		expect(retryDelayMs({ kind: "rate-limited" }, 1, earliest)).toBe(5_000);
		expect(retryDelayMs({ kind: "server-error", retryAfterMs: 12_000 }, 1, earliest)).toBe(12_000);
		expect(cooldownMs({ kind: "rate-limited", retryAfterMs: 86_400_000 })).toBe(300_000);
		expect(retryDelayMs({ kind: "server-error", retryAfterMs: 86_400_000 }, 1, earliest)).toBe(300_000);
		expect(cooldownMs({ kind: "closed" })).toBeUndefined();
	});

	it.each(["rate-limited", "server-error"] as const)(
		"is never earlier than usual, for any cooldown: %s",
		(kind) => {
			for (const retryAfterMs of [0, 1, 100]) {
				const delays = [1, 2, 3, 4].map((failures) => retryDelayMs({ kind, retryAfterMs }, failures, latest));
				expect(delays.map(Math.round)).toEqual([200, 400, 800, 1_600]);
			}
			expect(cooldownMs({ kind, retryAfterMs: 0 })).toBeUndefined();
		},
	);
});
