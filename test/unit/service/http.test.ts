import type { IncomingHttpHeaders } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import * as tls from "node:tls";
import { deflateSync, gzipSync } from "node:zlib";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { systemRoots } from "../../../src/service/certificates";
import { fetchResponse, type HttpRequest } from "../../../src/service/http";
import { createAuthority, type Authority } from "../../world/tls/certificates";
import { startTlsProxy } from "../../world/tls/tls-proxy";
import { answering, deadOrigin, listen, soon } from "./loopback";
import { serviceErrorOf } from "./service-error-of";

const secret = "k3y-of-the-streamer";

/** Available since Node.js 22.19 and 24.5. */
type TlsWithRoots = {
	getCACertificates(from: "default"): readonly string[];
	setDefaultCACertificates(certificates: readonly string[]): void;
};

function ask(origin: string, more: Partial<HttpRequest> = {}) {
	return fetchResponse({
		url: new URL(`/path?apiKey=${secret}`, origin),
		timeoutMs: 5000,
		context: { secrets: [secret], nowMs: 0 },
		...more,
	});
}

describe("fetchResponse", () => {
	it("returns a successful response", async () => {
		const service = await listen(answering("done", { status: 201, headers: { "retry-after": "3" } }));
		const { date, ...answer } = await ask(service.origin);
		expect(answer).toEqual({ status: 201, body: "done", retryAfter: "3" });
		expect(Date.parse(date ?? "")).toBeGreaterThan(0);
	});

	it.each(["in time", "too late"])(
		"sends a POST when it is connected, if it is not too late: %s",
		async (when) => {
			let requestCount = 0;
			const service = await listen((request, response) => {
				requestCount++;
				answering("done")(request, response);
			});
			const requestCounts: number[] = [];
			const form = new URLSearchParams({ type: "follow" });
			const maySend = () => requestCounts.push(requestCount) > 0 && when === "in time";
			const answer = ask(service.origin, { form, maySend });
			if (when === "in time") expect(await answer).toMatchObject({ body: "done" });
			else expect(await serviceErrorOf(answer)).toMatchObject({ kind: "too-late" });
			expect([requestCounts, requestCount]).toEqual([[0], when === "in time" ? 1 : 0]);
		},
	);

	it("sends its headers, and the content type of a form", async () => {
		const received: IncomingHttpHeaders[] = [];
		const service = await listen((request, response) => {
			received.push(request.headers);
			response.end("{}");
		});
		await ask(service.origin);
		await ask(service.origin, { form: new URLSearchParams({ type: "follow" }) });
		expect(received).toMatchObject([
			{ accept: "application/json", "accept-encoding": "gzip, deflate", "user-agent": "node" },
			{ accept: "application/json", "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
		]);
		expect(received[0]).not.toHaveProperty("content-type");
		expect(service.requests.map(({ method, body }) => [method, body])).toEqual([
			["GET", ""],
			["POST", "type=follow"],
		]);
	});

	it("leaves no listener on the signal", async () => {
		const service = await listen(answering("{}"));
		const { signal } = new AbortController();
		let listeners = 0;
		signal.addEventListener = () => void listeners++;
		signal.removeEventListener = () => void listeners--;
		await ask(service.origin, { signal });
		expect(listeners).toBe(0);
	});

	it.each([204, 205])("returns a response without a body, status %i", async (status) => {
		const service = await listen(answering("", { status }));
		expect(await ask(service.origin)).toMatchObject({ status, body: "" });
	});

	it.each([
		[503, "server-error"],
		[429, "rate-limited"],
		[401, "refused"],
		[404, "not-this-service"],
		[999, "server-error"],
	])("rejects status %i after one request", async (status, kind) => {
		const service = await listen(answering("busy", { status, headers: { "retry-after": "3" } }));
		expect(await serviceErrorOf(ask(service.origin))).toMatchObject({ kind, status });
		expect(service.requests).toHaveLength(1);
	});

	it("returns the cooldown of the service", async () => {
		const service = await listen(answering("busy", { status: 503, headers: { "retry-after": "3" } }));
		expect(await serviceErrorOf(ask(service.origin))).toMatchObject({ retryAfterMs: 3000 });
	});

	it("decodes characters that are split between two chunks", async () => {
		const [head, tail] = [Buffer.from("é").subarray(0, 1), Buffer.from("é").subarray(1)];
		const service = await listen((_request, response) => {
			response.write(head);
			setImmediate(() => response.end(tail));
		});
		expect((await ask(service.origin)).body).toBe("é");
	});

	describe("redirects", () => {
		it("are followed within the origin", async () => {
			const service = await listen((request, response) => {
				if (request.url?.startsWith("/path"))
					response.writeHead(302, { location: `/other?apiKey=${secret}` });
				response.end("there");
			});
			expect((await ask(service.origin)).body).toBe("there");
			expect(service.requests.map(({ url }) => url.pathname)).toEqual(["/path", "/other"]);
		});

		it.each([301, 302, 303, 307, 308])(
			"with status %i never send the key to another origin",
			async (status) => {
				const other = await listen(answering({}));
				const location = `${other.origin}/path?apiKey=${secret}`;
				const service = await listen(answering("", { status, headers: { location } }));
				const error = await serviceErrorOf(ask(service.origin));
				expect(error).toMatchObject({ kind: "not-this-service", status });
				expect(error.message).not.toContain(secret);
				expect(other.requests).toEqual([]);
			},
		);

		it("are not followed for a form", async () => {
			const service = await listen(answering("", { status: 307, headers: { location: "/other" } }));
			const form = new URLSearchParams({ apiKey: secret });
			expect(await serviceErrorOf(ask(service.origin, { form }))).toMatchObject({ kind: "not-this-service" });
			expect(service.requests).toHaveLength(1);
		});

		it("in circles are abandoned", async () => {
			const service = await listen(answering("", { status: 302, headers: { location: "/path" } }));
			expect(await serviceErrorOf(ask(service.origin))).toMatchObject({
				kind: "not-this-service",
				status: 302,
			});
			expect(service.requests).toHaveLength(4);
		});

		it("are ignored for another status, with any location", async () => {
			const service = await listen(answering("", { status: 400, headers: { location: "/elsewhere" } }));
			expect(await serviceErrorOf(ask(service.origin))).toMatchObject({ kind: "server-error", status: 400 });
			expect(service.requests).toHaveLength(1);
		});

		it("without a target are an error", async () => {
			const service = await listen(answering("gone", { status: 302 }));
			expect(await serviceErrorOf(ask(service.origin))).toMatchObject({
				kind: "not-this-service",
				status: 302,
			});
		});
	});

	describe("a body without end", () => {
		it.each([
			["plain", {}],
			["compressed", { "content-encoding": "gzip" }],
		])("(%s) is rejected while it is read", async (_, headers) => {
			const isPlain = !("content-encoding" in headers);
			let sentBytes = 0;
			let isCutOff = false;
			const chunk = isPlain ? Buffer.alloc(64 * 1024, "x") : gzipSync(Buffer.alloc(16 * 1024 * 1024, "x"));
			const service = await listen((_request, response) => {
				response.writeHead(200, headers);
				response.on("close", () => (isCutOff = true));
				const send = () => {
					if (isCutOff) return;
					sentBytes += chunk.length;
					response.write(chunk, () => setImmediate(send));
				};
				send();
			});
			expect(await serviceErrorOf(ask(service.origin))).toMatchObject({ kind: "too-large" });
			await vi.waitFor(() => expect(isCutOff).toBe(true), soon);
			expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
		});
	});

	describe("silence", () => {
		it("before a response ends in a timeout", async () => {
			const service = await listen(() => undefined);
			expect(await serviceErrorOf(ask(service.origin, { timeoutMs: 50 }))).toMatchObject({ kind: "timeout" });
		});

		it("during a response ends in a timeout", async () => {
			const service = await listen((_request, response) => void response.write("{"));
			expect(await serviceErrorOf(ask(service.origin, { timeoutMs: 100 }))).toMatchObject({
				kind: "timeout",
			});
		});
	});

	describe("a signal", () => {
		it("aborted before the call prevents it", async () => {
			const service = await listen(answering({}));
			const error = await serviceErrorOf(ask(service.origin, { signal: AbortSignal.abort() }));
			expect(error.kind).toBe("aborted");
			expect(service.requests).toEqual([]);
		});

		it("aborts a running call", async () => {
			const stop = new AbortController();
			const service = await listen((_request, response) => {
				response.write("{");
				stop.abort(new Error(secret));
			});
			const error = await serviceErrorOf(ask(service.origin, { signal: stop.signal }));
			expect(error.kind).toBe("aborted");
			expect(error.stack).not.toContain(secret);
		});
	});

	describe("a kept-alive connection", () => {
		/** Creates a server that closes a connection on its second request. */
		async function forgetful() {
			const used = new Set<unknown>();
			let cutCount = 0;
			const service = await listen((request, response) => {
				if (used.has(request.socket)) {
					cutCount++;
					request.socket.destroy();
				} else {
					used.add(request.socket);
					response.end("there");
				}
			});
			return { ...service, cuts: () => cutCount };
		}

		it("closed when it is used again is not a failure", async () => {
			const service = await forgetful();
			for (let round = 0; round < 3; round++) expect((await ask(service.origin)).body).toBe("there");
			expect(service.cuts()).toBeGreaterThan(0);
		});

		it("is distinguished from a new one that is closed: no second request then", async () => {
			const service = await listen((request) => request.socket.destroy());
			expect(await serviceErrorOf(ask(service.origin))).toMatchObject({ kind: "unreachable" });
			expect(service.requests).toHaveLength(1);
		});

		it("is not used for a form, which must not be sent twice", async () => {
			const service = await forgetful();
			const form = new URLSearchParams({ type: "follow" });
			for (let round = 0; round < 3; round++) {
				await ask(service.origin);
				expect((await ask(service.origin, { form })).body).toBe("there");
			}
			expect(service.requests.filter(({ method }) => method === "POST")).toHaveLength(3);
		});
	});

	it.each([
		["gzip", gzipSync],
		["deflate", deflateSync],
	])("decompresses %s", async (encoding, pack) => {
		const service = await listen((request, response) => {
			const isAccepted = request.headers["accept-encoding"]?.includes(encoding);
			response.writeHead(200, { "content-encoding": encoding }).end(pack(isAccepted ? "done" : "unasked"));
		});
		expect((await ask(service.origin)).body).toBe("done");
	});

	it.each(["x-gzip-not", "not-gzip", "gzip, br", "br"])("does not decompress %s", async (encoding) => {
		const service = await listen(answering("done", { headers: { "content-encoding": encoding } }));
		expect((await ask(service.origin)).body).toBe("done");
	});

	it.each(["GET", "POST"])("rejects an untrusted certificate for a %s", async (method) => {
		const service = await listen(answering("done"));
		const front = await startTlsProxy(service.origin, createAuthority("Stranger").issue(["localhost"]));
		onTestFinished(() => front.close());
		let callCount = 0;
		const maySend = () => ++callCount > 0;
		const form = method === "POST" ? new URLSearchParams({ type: "follow" }) : undefined;
		expect(await serviceErrorOf(ask(front.url, { form, maySend }))).toMatchObject({ kind: "certificate" });
		expect([service.requests, callCount]).toEqual([[], 0]);
	});

	describe("the system's certificates", () => {
		async function startUntrusted() {
			const service = await listen(answering("done"));
			const untrusted = createAuthority("Stranger");
			const front = await startTlsProxy(service.origin, untrusted.issue(["localhost"]));
			onTestFinished(() => front.close());
			onTestFinished(() => void vi.restoreAllMocks());
			// An earlier test may have trusted them.
			vi.spyOn(systemRoots, "areTrusted", "get").mockReturnValue(false);
			return { service, url: front.url, untrusted };
		}

		/** Trusts a certificate as {@link systemRoots} does. Newer releases read the environment variable only once. */
		function trustAuthority({ cert }: Authority): void {
			if ("setDefaultCACertificates" in tls) {
				// The types of Node.js 20 do not contain these functions of later releases.
				const store = tls as unknown as TlsWithRoots;
				const before = store.getCACertificates("default");
				onTestFinished(() => store.setDefaultCACertificates(before));
				store.setDefaultCACertificates([...before, cert]);
			} else {
				onTestFinished(() => void vi.unstubAllEnvs());
				vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
			}
		}

		it.each(["GET", "POST"])(
			"are trusted once a certificate was refused, and the %s is sent again",
			async (method) => {
				const { service, url, untrusted } = await startUntrusted();
				const trust = vi.spyOn(systemRoots, "trust").mockImplementation(() => {
					trustAuthority(untrusted);
					return true;
				});
				const form = method === "POST" ? new URLSearchParams({ type: "follow" }) : undefined;
				expect((await ask(url, { form })).body).toBe("done");
				expect(trust).toHaveBeenCalledOnce();
				expect(service.requests.map((request) => request.method)).toEqual([method]);
			},
		);

		it("are not read again if they are trusted", async () => {
			const { url } = await startUntrusted();
			const trust = vi.spyOn(systemRoots, "trust").mockReturnValue(true);
			vi.spyOn(systemRoots, "areTrusted", "get").mockImplementation(() => trust.mock.calls.length > 0);
			expect((await serviceErrorOf(ask(url))).kind).toBe("certificate");
			expect(trust).toHaveBeenCalledOnce();
		});

		it("are not read for other failures", async () => {
			const trust = vi.spyOn(systemRoots, "trust").mockReturnValue(true);
			onTestFinished(() => void vi.restoreAllMocks());
			expect((await serviceErrorOf(ask(await deadOrigin()))).kind).toBe("unreachable");
			expect(trust).not.toHaveBeenCalled();
		});
	});

	it("is unreachable if decompression fails", async () => {
		const service = await listen((_request, response) => {
			response.writeHead(200, { "content-encoding": "gzip" }).end("no such thing");
		});
		expect((await serviceErrorOf(ask(service.origin))).kind).toBe("unreachable");
	});

	it("is unreachable at a closed port", async () => {
		const error = await serviceErrorOf(ask(await deadOrigin()));
		expect(error).toMatchObject({ kind: "unreachable" });
		expect(error.message).toContain("ECONNREFUSED");
	});

	it("is unreachable if the connection is cut during a response", async () => {
		const service = await listen((request, response) => {
			response.writeHead(200, { "content-length": "100" });
			response.write("{");
			setImmediate(() => request.socket.destroy());
		});
		expect(await serviceErrorOf(ask(service.origin))).toMatchObject({ kind: "unreachable" });
	});

	it("recognises another protocol", async () => {
		const server = createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		onTestFinished(() => void server.close());
		const { port } = server.address() as AddressInfo;
		expect(await serviceErrorOf(ask(`http://127.0.0.1:${port}`))).toMatchObject({ kind: "not-this-service" });
	});
});
