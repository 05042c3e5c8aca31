import streamDeck, { SingletonAction, type KeyAction, type WillAppearEvent } from "@elgato/streamdeck";
import { io } from "socket.io-client";

/**
 * The minimal plugin that the real one is compared with: the SDK and `socket.io-client`, one listener, one picture for
 * every event, a bare emit on a press. It validates nothing, recovers from nothing and stores nothing.
 */
const keys = new Set<KeyAction>();
const padding = "x".repeat(Number(process.env["FLOOR_IMAGE_LENGTH"] ?? 1_000));
let count = 0;
let send = (): void => undefined;

abstract class FloorAction extends SingletonAction {
	override onWillAppear({ action }: WillAppearEvent): void {
		if (action.isKey()) keys.add(action);
	}

	override onKeyDown(): void {
		send();
	}
}

class FloorCounter extends FloorAction {
	override readonly manifestId = "com.example.streamevents.counter";
}

class FloorRemote extends FloorAction {
	override readonly manifestId = "com.example.streamevents.remote-action";
}

function draw(): void {
	const image = `data:image/svg+xml,%3Csvg%3E%3Ctitle%3EFollowers · ${count} · live%3C/title%3E${padding}%3C/svg%3E`;
	for (const key of keys) if (key.manifestId.endsWith("counter")) void key.setImage(image);
}

type Account = { readonly baseUrl: string; readonly apiKey: string };

async function readJson<T>(url: string): Promise<T> {
	return (await (await fetch(url)).json()) as T;
}

for (const floorAction of [new FloorCounter(), new FloorRemote()]) {
	streamDeck.actions.registerAction(floorAction);
}
streamDeck.settings.useExperimentalMessageIdentifiers = true;
await streamDeck.connect();
const { baseUrl, apiKey } = await streamDeck.settings.getGlobalSettings<Account>();
const { datas: address } = await readJson<{ datas: { host: string; port: string } }>(
	`${baseUrl}/v2.0/site/socket`,
);
const socket = io(`${address.host}:${address.port}`, { query: { access_token: apiKey } });
send = () => {
	socket.emit("scene-remote-event", { event: { action: "trigger", target_id: 1 }, appKey: apiKey });
};
socket.on("new-event", () => {
	count++;
	draw();
});
socket.on("connect", () => {
	socket.emit("join-room", { room: apiKey, username: "floor" });
	void readJson<{ datas: { followers: number } }>(
		`${baseUrl}/v1.0/events/forever.json?apiKey=${apiKey}`,
	).then(({ datas }) => {
		count = datas.followers;
		draw();
	});
});
