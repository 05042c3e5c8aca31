import { connectors, type PlainClient } from "./plain-clients";
import type { StandInService } from "../stand-in";

/** A client that joins on each connect, reconnects fast, and records its events. */
export type JoiningClient = {
	readonly client: PlainClient;
	/** `new-event` frames. */
	readonly received: unknown[];
	/** Reasons of disconnects. */
	readonly disconnectReasons: unknown[];
};

export type ClientName = keyof typeof connectors;

/** Connects to the event channel with the right key. */
export function startJoiningClient(
	service: StandInService,
	name: ClientName = "socket.io-client 4",
	options: Readonly<Record<string, unknown>> = {},
): JoiningClient {
	const client = connectors[name](service.eventSocketUrl, {
		query: { access_token: service.apiKey },
		reconnectionDelay: 5,
		reconnectionDelayMax: 10,
		randomizationFactor: 0,
		...options,
	});
	const received: unknown[] = [];
	const disconnectReasons: unknown[] = [];
	client.on("connect", () => client.emit("join-room", { room: service.apiKey, username: "anybody" }));
	client.on("new-event", (frame) => received.push(frame));
	client.on("disconnect", (reason) => disconnectReasons.push(reason));
	return { client, received, disconnectReasons };
}
