import { describe, expect, it } from "vitest";

import { queryFailureOf } from "../../../src/connection/query-failure";
import { ServiceError } from "../../../src/service/errors";

describe("why a question has no answer", () => {
	it.each([
		["timeout", "timeout"],
		["bad-address", "bad-address"],
		["refused", "refused"],
		["unreachable", "unreachable"],
		["bad-answer", "service-error"],
	] as const)("%s is %s to somebody who waits for it", (kind, failure) => {
		expect(queryFailureOf(new ServiceError(kind, "it failed"))).toBe(failure);
	});

	it("is the service's fault where it is nobody else's", () => {
		expect(queryFailureOf(new TypeError("ours"))).toBe("service-error");
	});
});
