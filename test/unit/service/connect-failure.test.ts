import { describe, expect, it } from "vitest";

import { connectFailureFrom } from "../../../src/service/connect-failure";

const context = { secrets: [], nowMs: 0 };

function failureOf(status: number, body: string) {
	const { error, shouldTryOtherGeneration } = connectFailureFrom(
		{ lastResponse: { status, body }, lastErrorCode: undefined },
		context,
	);
	return [error.kind, shouldTryOtherGeneration];
}

describe("connectFailureFrom", () => {
	it.each([
		[200, '96:0{"sid":"x"}2:40', "not-this-service", true],
		[200, "<html>", "not-this-service", false],
		[400, '{"code":5,"message":"Unsupported protocol version"}', "server-error", true],
		[400, "", "server-error", true],
		[400, '{"code":4,"message":"Forbidden"}', "refused", false],
		[400, '{"code" : 4}', "refused", false],
		[400, '{"code":41}', "server-error", true],
		[401, "", "refused", false],
		[403, '{"code":4,"message":"Forbidden"}', "refused", false],
		[403, "<html>", "server-error", false],
		[404, "", "not-this-service", false],
		[302, "", "not-this-service", false],
		[502, "<html>", "server-error", false],
		[429, "", "rate-limited", false],
	] as const)("takes %i %j for %s (other generation worth a try: %s)", (status, body, kind, isInDoubt) => {
		expect(failureOf(status, body)).toEqual([kind, isInDoubt]);
	});

	it("says with which status a key was refused, and never the key", () => {
		const lastResponse = { status: 400, body: '{"code":4,"message":"Forbidden for s3cr3t-key"}' };
		const { error } = connectFailureFrom(
			{ lastResponse, lastErrorCode: undefined },
			{ secrets: ["s3cr3t-key"], nowMs: 0 },
		);
		expect(error.status).toBe(400);
		expect(error.message).not.toContain("s3cr3t-key");
	});

	it.each([
		["ECONNREFUSED", "unreachable"],
		["ENOTFOUND", "unreachable"],
		["CERT_HAS_EXPIRED", "certificate"],
		["HPE_INVALID_CONSTANT", "not-this-service"],
		[undefined, "unreachable"],
	])("takes %s without an answer for %s", (lastErrorCode, kind) => {
		const failure = connectFailureFrom({ lastResponse: undefined, lastErrorCode }, context);
		expect([failure.error.kind, failure.shouldTryOtherGeneration]).toEqual([kind, false]);
	});
});
