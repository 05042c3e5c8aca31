import { request } from "node:http";

import { describe, expect, it } from "vitest";

import { maxMessageBytes, watchHandshake } from "../../../../src/service/socket/handshake-watch";
import { answering, deadOrigin, listen } from "../loopback";

/** Sends a request like a polling transport. Resolves with the status and the number of bytes received. */
async function poll(origin: string) {
	const watch = watchHandshake(origin);
	const seen = await new Promise<{ status: number; bytes: number; isWhole: boolean } | undefined>(
		(resolve) => {
			const polling = request(origin, { agent: watch.agent }, (response) => {
				let bytes = 0;
				response.on("data", (chunk: Buffer) => (bytes += chunk.length));
				response.on("error", () => undefined);
				response.on("close", () =>
					resolve({ status: response.statusCode ?? 0, bytes, isWhole: response.complete }),
				);
			});
			polling.on("error", () => resolve(undefined));
			polling.end();
		},
	);
	return { watch, seen };
}

describe("a watched handshake", () => {
	it.each([
		[200, 200],
		[299, 299],
		[300, 502],
		[302, 502],
		[399, 502],
		[400, 400],
	])("with status %i is passed on as %i, so that no redirect is followed", async (status, shown) => {
		const { origin } = await listen(answering("said", { status, headers: { "retry-after": "7" } }));
		const { watch, seen } = await poll(origin);
		expect(seen?.status).toBe(shown);
		expect(watch.lastResponse).toEqual({ status, body: "said", retryAfter: "7" });
		expect(watch.lastErrorCode).toBeUndefined();
	});

	it("records the start of the response body", async () => {
		const { origin } = await listen((_request, response) => {
			response.write("a".repeat(2_000), () => setImmediate(() => response.end("b".repeat(5_000))));
		});
		const { watch, seen } = await poll(origin);
		expect(seen?.bytes).toBe(7_000);
		expect(watch.lastResponse?.body).toMatch(/^a{2000}b+$/);
		expect(watch.lastResponse?.body.length).toBeLessThan(5_000);
	});

	it("accepts a response up to the maximum size, and not a byte more", async () => {
		const whole = await listen(answering("x".repeat(maxMessageBytes)));
		expect((await poll(whole.origin)).seen).toMatchObject({ bytes: maxMessageBytes, isWhole: true });
		const endless = await listen((_request, response) => {
			response.write("x".repeat(maxMessageBytes + 1));
		});
		expect((await poll(endless.origin)).seen?.isWhole ?? false).toBe(false);
	});

	it("records why there was no response", async () => {
		const { watch, seen } = await poll(await deadOrigin());
		expect([seen, watch.lastResponse, watch.lastErrorCode]).toEqual([undefined, undefined, "ECONNREFUSED"]);
	});
});
