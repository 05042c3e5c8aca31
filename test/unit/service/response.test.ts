import { describe, expect, it } from "vitest";

import {
	errorOfStatus,
	parseResponse,
	parseCommandResponse,
	retryAfterMsFrom,
	type ResponseContext,
} from "../../../src/service/response";
import { ServiceError } from "../../../src/service/errors";

const context: ResponseContext = { secrets: ["s3cr3t-key"], nowMs: Date.UTC(2026, 0, 1) };

function errorOf(
	status: number,
	body: unknown,
	more: Partial<ResponseContext> & { retryAfter?: string } = {},
) {
	const { retryAfter, ...rest } = more;
	const text = typeof body === "string" ? body : JSON.stringify(body);
	const answer = { status, body: text, retryAfter };
	const wholeContext = { ...context, ...rest };
	try {
		const error = errorOfStatus(answer, wholeContext);
		if (error) return error;
		parseResponse(answer, wholeContext);
	} catch (error) {
		if (error instanceof ServiceError) return error;
		throw error;
	}
	return undefined;
}

describe("a response", () => {
	it.each([
		{ message: "success", datas: {} },
		{ message: "Success" },
		{ username: "bob" },
		{ code: 200 },
		{ code: 100 },
		{ code: 600 },
		{ message: null },
		{ message: 5 },
	])("accepts %j", (json) => {
		expect(parseResponse({ status: 200, body: JSON.stringify(json) }, context)).toEqual(json);
	});

	it("accepts text that contains markup, unchanged", () => {
		const body = '{"label":"a < b, \uFEFF and <html>"}';
		expect(parseResponse({ status: 200, body }, context)).toEqual({ label: "a < b, \uFEFF and <html>" });
		expect(errorOf(503, body)?.message).not.toContain("web page");
	});

	it("accepts a byte order mark before the JSON", () => {
		expect(parseResponse({ status: 200, body: '\uFEFF{"a":1}' }, context)).toEqual({ a: 1 });
	});

	it.each([
		[401, { message: "authentification required" }, "refused"],
		[401, "", "refused"],
		[403, { message: "no" }, "refused"],
		[403, "Forbidden", "refused"],
		[200, { message: "authentification failed" }, "refused"],
		[200, { code: 401, message: "nope" }, "refused"],
		[500, { message: "authentification failed" }, "refused"],
		[403, "<html>blocked</html>", "server-error"],
		[500, "", "server-error"],
		[502, "<!DOCTYPE html>", "server-error"],
		[520, "<html>", "server-error"],
		[410, "", "server-error"],
		[400, { message: "bad parameter" }, "server-error"],
		[200, { message: "error" }, "server-error"],
		[200, { code: 500 }, "server-error"],
		[429, "", "rate-limited"],
		[429, "<html>", "rate-limited"],
		[200, { code: 429 }, "rate-limited"],
		[200, "<html>hello</html>", "not-this-service"],
		[200, "\n <!doctype html>", "not-this-service"],
		[404, { message: "not found" }, "not-this-service"],
		[404, "<html>", "not-this-service"],
		[302, "", "not-this-service"],
		[200, "", "bad-answer"],
		[200, '{"message":"succ', "bad-answer"],
		[200, "[]", "bad-answer"],
		[200, "null", "bad-answer"],
		[200, '"success"', "bad-answer"],
	] as const)("interprets %i %j as %s", (status, body, kind) => {
		expect(errorOf(status, body)?.kind).toBe(kind);
	});

	it("interprets 404 and 410 as a missing resource if it may be missing", () => {
		expect(errorOf(404, "<html>", { notFound: "missing" })?.kind).toBe("not-found");
		expect(errorOf(410, {}, { notFound: "missing" })?.kind).toBe("not-found");
		expect(errorOf(403, {}, { notFound: "missing" })?.kind).toBe("refused");
		expect(errorOf(418, {}, { notFound: "missing" })?.kind).not.toBe("not-found");
	});

	it("returns the status and the cooldown", () => {
		expect(errorOf(429, "", { retryAfter: "7" })).toMatchObject({ status: 429, retryAfterMs: 7000 });
		expect(errorOf(503, "", { retryAfter: "2" })).toMatchObject({ status: 503, retryAfterMs: 2000 });
	});

	it("quotes the service's message without the key, truncated", () => {
		const error = errorOf(400, { message: `${"x".repeat(190)} s3cr3t-key ${"y".repeat(500)}` });
		expect(error?.message).toContain("•••");
		expect(error?.message).not.toContain("s3cr");
		expect(error?.message.length).toBeLessThan(260);
	});
});

describe("the status of a response", () => {
	it.each([
		[199, "server-error"],
		[200, undefined],
		[299, undefined],
		[300, "not-this-service"],
		[399, "not-this-service"],
		[400, "server-error"],
		[402, "server-error"],
		[499, "server-error"],
	])("%i alone means %s", (status, kind) => {
		expect(errorOfStatus({ status, body: "" }, context)?.kind).toBe(kind);
	});

	it.each([
		[399, undefined],
		[400, 400],
		[599, 599],
		[600, undefined],
	])("is overridden by a code of %i, if that is a status", (code, status) => {
		expect(errorOf(200, { code })?.status).toBe(status);
	});

	it("is a web page only from 500 on, regardless of its content", () => {
		expect(errorOf(499, "<html>")?.message).toBe("the service responded with 499");
		expect(errorOf(500, "<html>")?.message).toBe("the response is a web page with status 500");
		expect(errorOf(302, "")?.message).toBe("the service responded with 302, a redirect");
		expect(errorOf(400, { message: "x".repeat(300) })?.message).toBe(
			`the service responded with 400: ${"x".repeat(200)}`,
		);
	});

	it.each([
		...["authentication failed", "Unauthorized", "unauthorised", "Access denied", "bad credentials"],
		...["invalid api key", "bad apikey", "invalid access_token", "Bad Access-Token"],
	])("matters less than a refusal in words: %s", (message) => {
		expect(errorOf(400, { message })?.kind).toBe("refused");
		expect(errorOf(200, { message })?.kind).toBe("refused");
	});

	it.each([["a text"], [null], [7]])("is reported without a message if there is none: %j", (body) => {
		expect(errorOf(418, body)?.message).toBe("the service responded with 418");
	});
});

describe("the response to a command", () => {
	it.each(["", " ", "OK", "true", "[]", "null", '{"message":"succ'])("may be empty: %j", (body) => {
		expect(parseCommandResponse({ status: 201, body }, context)).toEqual({});
	});

	it("returns the created content, if any", () => {
		expect(parseCommandResponse({ status: 201, body: '{"event":{"id":7}}' }, context)).toEqual({
			event: { id: 7 },
		});
	});

	it.each([
		["<html>sign in</html>", "not-this-service"],
		['{"message":"error"}', "server-error"],
		['{"code":401}', "refused"],
	])("is rejected if it reports no success: %j", (body, kind) => {
		expect(() => parseCommandResponse({ status: 200, body }, context)).toThrow(
			expect.objectContaining({ kind }),
		);
	});
});

describe("retryAfterMsFrom", () => {
	it.each([
		["5", 5000],
		["0", 0],
		["1.5", 1500],
		["Thu, 01 Jan 2026 00:00:30 GMT", 30_000],
		["Wed, 31 Dec 2025 23:59:00 GMT", 0],
		["999999999", 86_400_000],
		["-5", 0],
		["soon", undefined],
		["retry 5", undefined],
		["in 2099", undefined],
		["1 10:00", undefined],
		["99 10:00", undefined],
		["", undefined],
		[undefined, undefined],
	])("parses %j as %j", (header, delayMs) => {
		expect(retryAfterMsFrom(header, context.nowMs)).toBe(delayMs);
	});
});
