import type { ServerResponse } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { fetchResponse } from "../../../src/service/http";
import { readImage } from "../../../src/service/image";
import { listen, soon } from "./loopback";
import { serviceErrorOf } from "./service-error-of";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Collects garbage repeatedly, so that unreferenced objects disappear within milliseconds. */
function collectAllTheTime() {
	const timer = setInterval(collect, 40);
	onTestFinished(() => clearInterval(timer));
}

const ways = {
	"never starts": () => undefined,
	"stops after the headers": (response: ServerResponse) => response.writeHead(200).flushHeaders(),
	"stops halfway": (response: ServerResponse) => response.write('{"message":"succ'),
	trickles: (response: ServerResponse) => {
		const timer = setInterval(() => response.write(" "), 15);
		response.once("close", () => clearInterval(timer));
	},
} satisfies Record<string, (response: ServerResponse) => unknown>;

async function serve(way: (response: ServerResponse) => unknown) {
	const count = { begun: 0, open: 0 };
	const service = await listen((_request, response) => {
		count.begun++;
		count.open++;
		response.once("close", () => count.open--);
		way(response);
	});
	return { ...service, count };
}

const context = { secrets: [], nowMs: 0 };

describe.each(Object.entries(ways))("a response that %s", (_, way) => {
	it("times out and is closed, with garbage collections in between", async () => {
		const service = await serve(way);
		collectAllTheTime();
		for (let round = 1; round <= 2; round++) {
			const url = new URL("/totals", service.origin);
			const error = await serviceErrorOf(fetchResponse({ url, timeoutMs: 120, context }));
			expect(error.kind).toBe("timeout");
			await vi.waitFor(() => expect(service.count.open).toBe(0), soon);
		}
	});

	it("is aborted and closed by the caller's signal, with garbage collections in between", async () => {
		const service = await serve(way);
		collectAllTheTime();
		for (let round = 1; round <= 2; round++) {
			const stop = new AbortController();
			const url = new URL("/totals", service.origin);
			const call = fetchResponse({ url, timeoutMs: 60_000, context, signal: stop.signal });
			await vi.waitFor(() => expect(service.count.begun).toBe(round), soon);
			collect();
			stop.abort();
			expect((await serviceErrorOf(call)).kind).toBe("aborted");
			await vi.waitFor(() => expect(service.count.open).toBe(0), soon);
		}
	});

	it("times out for a form, too", async () => {
		const service = await serve(way);
		collectAllTheTime();
		const form = new URLSearchParams({ type: "follow" });
		const call = fetchResponse({ url: new URL("/post", service.origin), form, timeoutMs: 120, context });
		expect((await serviceErrorOf(call)).kind).toBe("timeout");
		await vi.waitFor(() => expect(service.count.open).toBe(0), soon);
	});

	it("times out for a picture, too", async () => {
		const service = await serve(way);
		collectAllTheTime();
		const image = readImage("/avatar.png", service.origin, { timeoutMs: 120 });
		const outcome = await image.catch((error: unknown) => error);
		expect(outcome === undefined || outcome instanceof Error).toBe(true);
		await vi.waitFor(() => expect(service.count.open).toBe(0), soon);
	});
});
