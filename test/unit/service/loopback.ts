import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

/** Time limit and interval for waiting, in milliseconds. The limit is longer than a busy computer takes. */
export const soon = { timeout: 12_000, interval: 5 };

export type Loopback = {
	readonly origin: string;
	/** Received requests, in order. */
	readonly requests: readonly SeenRequest[];
};

export type SeenRequest = { readonly method: string; readonly url: URL; body: string };

/** Starts a server for one test. */
export async function listen(listener: RequestListener): Promise<Loopback> {
	const requests: SeenRequest[] = [];
	const server = createServer((request, response) => {
		const seen: SeenRequest = {
			method: request.method ?? "",
			url: new URL(request.url ?? "", "http://here"),
			body: "",
		};
		requests.push(seen);
		request.on("data", (chunk: Buffer) => (seen.body += chunk.toString()));
		request.on("end", () => listener(request, response));
	});
	return { origin: await open(server), requests };
}

/** Opens the server on a port of the system's choice until the test ends. */
export async function open(server: Server): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${portOf(server)}`;
}

/** Returns a listener that sends the same response to every request. */
export function answering(
	body: unknown,
	{ status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): RequestListener {
	return (_request, response) => {
		response.writeHead(status, { "content-type": "application/json", ...headers });
		response.end(typeof body === "string" ? body : JSON.stringify(body));
	};
}

/** Returns an origin whose port is closed. */
export async function deadOrigin(): Promise<string> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const port = portOf(server);
	await new Promise((resolve) => server.close(resolve));
	return `http://127.0.0.1:${port}`;
}

function portOf(server: Server): number {
	return (server.address() as AddressInfo).port;
}
