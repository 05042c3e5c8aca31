import { describe, expect, it } from "vitest";

import { pingIntervalMsFrom } from "../../../../src/service/socket/handshake";

const handshake = { sid: "x", upgrades: ["websocket"], pingInterval: 25_000, pingTimeout: 5000 };

describe("pingIntervalMsFrom", () => {
	it("returns the ping interval", () => {
		expect(pingIntervalMsFrom(JSON.stringify(handshake))).toBe(25_000);
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
		expect(pingIntervalMsFrom(data)).toBeUndefined();
	});
});
