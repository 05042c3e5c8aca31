import { describe, expect, it } from "vitest";

import { discoveredOriginFrom, isLoopback, originFrom } from "../../../src/service/address";

describe("originFrom", () => {
	it.each([
		["https://api.example.com", "https://api.example.com"],
		["  https://api.example.com/\n", "https://api.example.com"],
		["https://api.example.com/v1.0/me.json?apiKey=x#y", "https://api.example.com"],
		["https://user:pass@api.example.com", "https://api.example.com"],
		["api.example.com", "https://api.example.com"],
		["api.example.com:8443/x", "https://api.example.com:8443"],
		["//api.example.com", "https://api.example.com"],
		["///api.example.com", "https://api.example.com"],
		["api.example.com/?to=https://elsewhere.example", "https://api.example.com"],
		["wss://io.example.com:4242", "https://io.example.com:4242"],
		["HTTPS://API.EXAMPLE.COM:443", "https://api.example.com"],
		["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
		["http://127.9.9.9", "http://127.9.9.9"],
		["http://localhost:1", "http://localhost:1"],
		["http://[::1]:8080", "http://[::1]:8080"],
		["ws://localhost:4242/chat", "http://localhost:4242"],
		["localhost:8080", "https://localhost:8080"],
	])("converts %j to %s", (typed, origin) => {
		expect(originFrom(typed)).toBe(origin);
	});

	it.each([
		"http://api.example.com",
		"ws://api.example.com",
		"http://192.168.1.2",
		"http://127.0.0.1.example.com",
		"http://localhost.example.com",
		"http://0.0.0.0",
		"http://128.0.0.1",
	])("rejects %s because the key would be sent unencrypted", (typed) => {
		expect(() => originFrom(typed)).toThrow(expect.objectContaining({ kind: "insecure" }));
	});

	it.each([
		"",
		"   ",
		"https://",
		"ftp://example.com",
		"file:///etc/passwd",
		"a b c",
		"::::",
		"https://exa mple.com",
	])("rejects %j as not an address", (typed) => {
		expect(() => originFrom(typed)).toThrow(expect.objectContaining({ kind: "bad-address" }));
	});
});

describe("discoveredOriginFrom", () => {
	const base = "https://api.example.com";

	it.each([
		[{ host: "https://io.example.com", port: "4242" }, "https://io.example.com:4242"],
		[{ host: "https://io.example.com/", port: 4242 }, "https://io.example.com:4242"],
		[{ host: "https://io.example.com/socket/", port: "443" }, "https://io.example.com"],
		[{ host: "io.example.com", port: "4242" }, "https://io.example.com:4242"],
		[{ host: "wss://io.example.com", port: "4242" }, "https://io.example.com:4242"],
		[{ host: "https://io.example.com:1234" }, "https://io.example.com:1234"],
		[{ host: "https://io.example.com:1234", port: "4242" }, "https://io.example.com:4242"],
		[{ host: "https://io.example.com", port: "abc" }, "https://io.example.com"],
		[{ host: "https://io.example.com", port: 0 }, "https://io.example.com"],
		[{ host: "ws://127.0.0.1", port: "99" }, "http://127.0.0.1:99"],
	])("converts %j to %s", (datas, origin) => {
		expect(discoveredOriginFrom(datas, base)).toBe(origin);
	});

	it("uses http for a loopback host of a loopback service", () => {
		const datas = { host: "127.0.0.1", port: "4242" };
		expect(discoveredOriginFrom(datas, "http://127.0.0.1:8080")).toBe("http://127.0.0.1:4242");
		expect(discoveredOriginFrom(datas, base)).toBe("https://127.0.0.1:4242");
	});

	it("rejects an unencrypted address of another machine", () => {
		const datas = { host: "http://io.example.com", port: "4242" };
		expect(() => discoveredOriginFrom(datas, base)).toThrow(expect.objectContaining({ kind: "insecure" }));
	});

	it.each([null, [], {}, { port: "1" }, { host: "" }, { host: null }, { host: 5 }])("rejects %j", (datas) => {
		expect(() => discoveredOriginFrom(datas, base)).toThrow(expect.objectContaining({ kind: "bad-answer" }));
	});
});

describe("isLoopback", () => {
	it("recognises the names of this machine", () => {
		expect(
			["localhost", "[::1]", "127.0.0.1", "127.255.0.3", "127.0.30.1", "127.0.0.30"].every(isLoopback),
		).toBe(true);
		expect(["localhost.com", "[::2]", "126.0.0.1", "127.0.0.1.nip.io", "1127.0.0.1"].some(isLoopback)).toBe(
			false,
		);
	});
});

describe("the port of a discovered address", () => {
	it.each([
		[65_535, ":65535"],
		[1, ":1"],
		["8443", ":8443"],
		[443, ""],
		[65_536, ":4242"],
		[1e21, ":4242"],
		[0, ":4242"],
		[-1, ":4242"],
		[1.5, ":4242"],
		[undefined, ":4242"],
	])("is taken from %j if it is valid", (port, suffix) => {
		const origin = discoveredOriginFrom({ host: "io.example.com:4242", port }, "https://api.example.com");
		expect(origin).toBe(`https://io.example.com${suffix}`);
	});
});
