import { createRequire } from "node:module";

import { io as connect4 } from "socket.io-client";
import { vi } from "vitest";

/** What the tests require of a socket client of either generation. */
export type PlainClient = {
	readonly connected: boolean;
	on(name: string, listener: (payload: unknown) => void): unknown;
	emit(name: string, payload: unknown): unknown;
	disconnect(): unknown;
};

type Connect = (url: string, options: Readonly<Record<string, unknown>>) => PlainClient;

// The package has no types.
const connect2 = createRequire(import.meta.url)("socket.io-client2") as Connect;

/** The clients as shipped in their packages, without wrappers or special options. */
export const connectors: Readonly<Record<"socket.io-client 4" | "socket.io-client 2", Connect>> = {
	"socket.io-client 4": (url, options) => connect4(url, { forceNew: true, ...options }),
	"socket.io-client 2": (url, options) => connect2(url, { forceNew: true, ...options }),
};

/** Resolves with the payload of the next message of that name. */
export function nextMessage(client: PlainClient, name: string): Promise<unknown> {
	return new Promise((resolve) => {
		let isOver = false;
		client.on(name, (payload) => {
			if (!isOver) resolve(payload);
			isOver = true;
		});
	});
}

/** Resolves once the assertions hold. */
export function waitForAssertions(assertions: () => void | Promise<void>): Promise<void> {
	return vi.waitFor(assertions, { interval: 2, timeout: 3000 });
}
