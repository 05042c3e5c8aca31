import { describe, expect, it } from "vitest";

import { parseHandshake } from "../../../../src/service/socket/handshake";

const handshake = { sid: "x", upgrades: ["websocket"], pingInterval: 25_000, pingTimeout: 5000 };

describe("parseHandshake", () => {
	it("returns the ping interval", () => {
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
	])("rejects %j, which an engine could not use", (data) => {
		expect(parseHandshake(data)).toBeUndefined();
	});
});
