import { z } from "zod/mini";

/** What the app gives `connectElgatoStreamDeckSocket`: port, own id, event to register with, and two JSON texts. */
export type ConnectArguments = readonly [
	port: number | string,
	uuid: string,
	registerEvent: string,
	info: string,
	actionInfo: string,
];

declare global {
	interface Window {
		connectElgatoStreamDeckSocket?: (...args: ConnectArguments) => void;
	}
}

const openDeckMessageSchema = z.object({
	event: z.literal("connect"),
	payload: z.tuple([z.union([z.number(), z.string()]), z.string(), z.string(), z.string(), z.string()]),
});

/** Waits for the app to introduce itself. */
export function whenHostConnects(start: (args: ConnectArguments) => void): void {
	let isConnected = false;
	const connect = (...args: ConnectArguments): void => {
		if (isConnected) return;
		isConnected = true;
		start(args);
	};
	window.connectElgatoStreamDeckSocket = connect;
	// OpenDeck shows the page in a frame and calls the function from a script that it adds to the page, which the
	// page's content security policy forbids. What it tells that script can be heard here as well.
	window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
		if (window.parent === window || source !== window.parent) return;
		const message = openDeckMessageSchema.safeParse(data).data;
		if (message) connect(...message.payload);
	});
}

/** Undefined for what is no JSON. */
export function parseJson(data: unknown): unknown {
	try {
		return JSON.parse(String(data));
	} catch {
		return undefined;
	}
}
