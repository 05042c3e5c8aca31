import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { ServiceError, serviceErrorFrom } from "../../../src/service/errors";

const apiKey = "k3y-of-the-streamer";

describe("ServiceError", () => {
	it("has the fields that callers decide by", () => {
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

	it("contains no secret in any representation", () => {
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

describe("a caught error", () => {
	it("is returned if it is a ServiceError, otherwise becomes a bad answer", () => {
		const ours = new ServiceError("closed", "gone");
		expect(serviceErrorFrom(ours)).toBe(ours);
		expect(serviceErrorFrom(new TypeError("odd"))).toMatchObject({
			kind: "bad-answer",
			message: "TypeError: odd",
		});
	});
});
