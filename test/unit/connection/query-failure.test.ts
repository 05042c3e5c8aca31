import { describe, expect, it } from "vitest";

import { queryFailureOf } from "../../../src/connection/query-failure";
import { ServiceError } from "../../../src/service/errors";

describe("the failure of a query", () => {
	it.each([
		["timeout", "timeout"],
		["bad-address", "bad-address"],
		["refused", "refused"],
		["unreachable", "unreachable"],
		["bad-answer", "service-error"],
	] as const)("%s is %s to a waiting user", (kind, failure) => {
		expect(queryFailureOf(new ServiceError(kind, "it failed"))).toBe(failure);
	});

	it("is a service error if there is no other cause", () => {
		expect(queryFailureOf(new TypeError("ours"))).toBe("service-error");
	});
});
