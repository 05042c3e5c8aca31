/** The one connection to the playground's server: commands out, snapshots and news in. */
const listeners = new Map();
let socket;

export function on(kind, listener) {
	listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

export function toDeck(command) {
	send({ to: "deck", command });
}

export function toService(command) {
	send({ to: "service", command });
}

export function connect() {
	socket = new WebSocket(`ws://${location.host}/live`);
	socket.addEventListener("message", ({ data }) => {
		const message = JSON.parse(data);
		for (const listener of listeners.get(message.kind) ?? []) listener(message);
	});
	socket.addEventListener("close", () => {
		for (const listener of listeners.get("lost") ?? []) listener();
		setTimeout(connect, 1000);
	});
}

function send(message) {
	if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}
