import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { ServiceError, serviceErrorFrom } from "../../../src/service/errors";

const apiKey = "k3y-of-the-streamer";

describe("ServiceError", () => {
	it("carries what a caller decides by", () => {
		const error = new ServiceError("rate-limited", "slow down", { status: 429, retryAfterMs: 2000 });
		expect(error).toBeInstanceOf(Error);
		expect(error).toMatchObject({
			name: "ServiceError",
			kind: "rate-limited",
			message: "slow down",
			status: 429,
			retryAfterMs: 2000,
		});
	});

	it("holds no secret however it is looked at", () => {
		const error = new ServiceError("unreachable", `GET http://h/me?apiKey=${apiKey} and ${apiKey}`, {
			secrets: [apiKey],
		});
		const views = [
			String(error),
			error.stack,
			JSON.stringify(error),
			inspect(error, { depth: 10, showHidden: true }),
		];
		for (const view of views) expect(view).not.toContain(apiKey);
	});

	it("has no cause", () => {
		expect(new ServiceError("closed", "gone").cause).toBeUndefined();
	});
});

describe("what was caught", () => {
	it("stays as it is where it is one of ours, and is an answer that nobody foresaw where not", () => {
		const ours = new ServiceError("closed", "gone");
		expect(serviceErrorFrom(ours)).toBe(ours);
		expect(serviceErrorFrom(new TypeError("odd"))).toMatchObject({
			kind: "bad-answer",
			message: "TypeError: odd",
		});
	});
});
