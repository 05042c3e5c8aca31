import { describe, expect, it } from "vitest";

import { connectFailureFrom } from "../../../../src/service/socket/connect-failure";

const context = { secrets: [], nowMs: 0 };

function failureOf(status: number, body: string) {
	const { error, alternative } = connectFailureFrom(
		{ lastResponse: { status, body }, lastErrorCode: undefined },
		context,
	);
	return [error.kind, alternative];
}

describe("connectFailureFrom", () => {
	it.each([
		[200, '96:0{"sid":"x"}2:40', "not-this-service", "other-generation"],
		[200, "<html>", "not-this-service", undefined],
		[400, '{"code":5,"message":"Unsupported protocol version"}', "server-error", "other-generation"],
		[400, "Unsupported protocol version", "server-error", "other-generation"],
		[400, "", "server-error", "other-generation"],
		[400, '{"code":0,"message":"Transport unknown"}', "server-error", "websocket"],
		[400, '{"code":1,"message":"Session ID unknown"}', "server-error", "websocket"],
		[400, "Session ID unknown", "server-error", "websocket"],
		[503, "Session ID unknown", "server-error", undefined],
		[400, '{"code":4,"message":"Forbidden"}', "refused", undefined],
		[400, '{"code" : 4}', "refused", undefined],
		[400, "Forbidden", "refused", undefined],
		[400, '{"code":41}', "server-error", "other-generation"],
		[400, '{"code":10}', "server-error", "other-generation"],
		[401, "", "refused", undefined],
		[403, '{"code":4,"message":"Forbidden"}', "refused", undefined],
		[403, "<html>", "server-error", undefined],
		[404, "", "not-this-service", undefined],
		[302, "", "not-this-service", undefined],
		[502, "<html>", "server-error", undefined],
		[429, "", "rate-limited", undefined],
	] as const)("returns for %i %j: %s (alternative: %s)", (status, body, kind, alternative) => {
		expect(failureOf(status, body)).toEqual([kind, alternative]);
	});

	it("returns the status of a refused key, and never the key", () => {
		const lastResponse = { status: 400, body: '{"code":4,"message":"Forbidden for s3cr3t-key"}' };
		const { error } = connectFailureFrom(
			{ lastResponse, lastErrorCode: undefined },
			{ secrets: ["s3cr3t-key"], nowMs: 0 },
		);
		expect(error.status).toBe(400);
		expect(error.message).not.toContain("s3cr3t-key");
	});

	it("tries the other generation if a websocket was accepted and closed", () => {
		const failure = connectFailureFrom({ lastResponse: undefined, lastErrorCode: undefined }, context);
		expect([failure.error.kind, failure.alternative]).toEqual(["unreachable", "other-generation"]);
	});

	it.each([
		["ECONNREFUSED", "unreachable"],
		["ENOTFOUND", "unreachable"],
		["CERT_HAS_EXPIRED", "certificate"],
		["HPE_INVALID_CONSTANT", "not-this-service"],
	])("returns for %s without a response: %s", (lastErrorCode, kind) => {
		const failure = connectFailureFrom({ lastResponse: undefined, lastErrorCode }, context);
		expect([failure.error.kind, failure.alternative]).toEqual([kind, undefined]);
	});
});
