import { z } from "zod/mini";

/** Arguments of `connectElgatoStreamDeckSocket`, the function that the app calls. The last two are JSON. */
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

/** Calls `start` once, when the app has passed the connection's arguments. */
export function whenHostConnects(start: (args: ConnectArguments) => void): void {
	let isConnected = false;
	const connect = (...args: ConnectArguments): void => {
		if (isConnected) return;
		isConnected = true;
		start(args);
	};
	window.connectElgatoStreamDeckSocket = connect;
	// OpenDeck displays the page in a frame and calls the function from a script that it adds to the page. The page's
	// content security policy blocks that script, but its message arrives here as well.
	window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
		if (window.parent === window || source !== window.parent) return;
		const message = openDeckMessageSchema.safeParse(data).data;
		if (message) connect(...message.payload);
	});
}

export function parseJson(data: unknown): unknown {
	try {
		return JSON.parse(String(data));
	} catch {
		return undefined;
	}
}
