import { describe, expect, it } from "vitest";

import { failureOf } from "../../../src/connection/link-trouble";
import { ServiceError } from "../../../src/service/errors";

describe("why a question has no answer", () => {
	it.each([
		["timeout", "timeout"],
		["bad-address", "bad-address"],
		["refused", "refused"],
		["unreachable", "unreachable"],
		["bad-answer", "service-error"],
	] as const)("%s is %s to somebody who waits for it", (kind, failure) => {
		expect(failureOf(new ServiceError(kind, "it failed"))).toBe(failure);
	});

	it("is the service's fault where it is nobody else's", () => {
		expect(failureOf(new TypeError("ours"))).toBe("service-error");
	});
});
