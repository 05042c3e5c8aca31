import { describe, expect, it } from "vitest";

import { parseHandshake } from "../../../../src/service/socket/handshake";

const handshake = { sid: "x", upgrades: ["websocket"], pingInterval: 25_000, pingTimeout: 5000 };

describe("parseHandshake", () => {
	it("reads how often a sign of life is due", () => {
		expect(parseHandshake(JSON.stringify(handshake))).toEqual({ pingIntervalMs: 25_000 });
	});

	it.each([
		"",
		"nonsense",
		"{}",
		"null",
		undefined,
		handshake,
		JSON.stringify({ ...handshake, upgrades: undefined }),
		JSON.stringify({ ...handshake, pingInterval: 0 }),
		JSON.stringify({ ...handshake, pingTimeout: "x" }),
	])("rejects %j, at which an engine would break", (data) => {
		expect(parseHandshake(data)).toBeUndefined();
	});
});
