import type { DeckCommand } from "../deck-commands";
import type { PageEvent } from "../page-events";
import type { Command } from "../playground";
import type { PageState } from "../snapshot";

/*
 * The connection to the playground's server: sends commands, receives snapshots and events.
 */

type Message = PageState | PageEvent | { readonly kind: "lost" };
type MessageOf<Kind> = Extract<Message, { readonly kind: Kind }>;
type ServiceCommand = Extract<Command, { to: "service" }>["command"];

const retryMs = 1_000;
const listeners = new Set<(message: Message) => void>();
let socket: WebSocket | undefined;

export function on<Kind extends Message["kind"]>(
	kind: Kind,
	listener: (message: MessageOf<Kind>) => void,
): void {
	const isOurs = (message: Message): message is MessageOf<Kind> => message.kind === kind;
	listeners.add((message) => {
		if (isOurs(message)) listener(message);
	});
}

export function sendToDeck(command: DeckCommand): void {
	send({ to: "deck", command });
}

export function sendToService(command: ServiceCommand): void {
	send({ to: "service", command });
}

export function sendToCrowd(command: "come" | "go"): void {
	send({ to: "crowd", command });
}

export function connect(): void {
	socket = new WebSocket(`ws://${location.host}/live`);
	socket.addEventListener("message", ({ data }) => {
		const message: unknown = JSON.parse(String(data));
		if (isMessage(message)) emit(message);
	});
	socket.addEventListener("close", () => {
		emit({ kind: "lost" });
		setTimeout(connect, retryMs);
	});
}

function emit(message: Message): void {
	for (const listener of listeners) listener(message);
}

function send(command: Command): void {
	if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
}

/** The server and this page have the same version, so the message's kind determines its type. */
function isMessage(message: unknown): message is Message {
	return typeof message === "object" && message !== null && "kind" in message;
}
