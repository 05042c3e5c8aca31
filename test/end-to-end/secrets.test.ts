import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { waitUntil } from "../world/deck/wait-until";
import { boundItem, setUpRig } from "./rig";

const secret = "k/4f9a77d1+\\é=xyz";

/** Encodings in which a secret could be found. */
function spellings(text: string): readonly string[] {
	const aligned = [0, 1, 2].map((before) =>
		Buffer.from(" ".repeat(before) + text)
			.toString("base64")
			.slice(4, -6),
	);
	return [
		text,
		encodeURIComponent(text),
		JSON.stringify(text).slice(1, -1),
		...aligned,
		Buffer.from(text).toString("hex"),
	];
}

/** Returns each occurrence of the key or a token in the text, with its surroundings. */
function leaksIn(text: string): readonly string[] {
	const places = spellings(secret).map((spelling) => text.indexOf(spelling));
	places.push(text.search(/(?:token|refresh|oauth)-of-/));
	return places.filter((at) => at >= 0).map((at) => text.slice(Math.max(0, at - 60), at + 60));
}

async function allFilesIn(folder: string): Promise<string> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "utf8")))).join(
		"\n",
	);
}

/** Everything that a page can request, including requests whose response must not contain the key. */
const questions = [
	{ event: "getAccount" },
	{ event: "setAccount", accessToken: secret },
	{ event: "setAccount", apiKey: `${secret}${secret}` },
	{ event: "setAccount", baseUrl: `http://127.0.0.1:9/${encodeURIComponent(secret)}?apiKey=${secret}` },
	{ event: "getProviders" },
	{ event: "getScenes" },
	{ event: "getStarter" },
	{ event: "getFile" },
	{ event: "getPreview", settings: {} },
	{ event: "getDiagnostics" },
] as const;

const troubles = [
	{ rest: { all: { status: 500 } } },
	{ rest: { all: { body: "html" } } },
	{ rest: { all: { body: "truncated" } } },
	{ rest: { all: { connection: "reset" } } },
	{ rest: { all: { redirectTo: "http://127.0.0.1:9" } } },
	{ refusedKey: "socket" },
	{ refusedKey: "rest" },
	{ refusedKey: "both" },
] as const;

it("no failure reveals the key: in no log, page, face, file or crash, in no encoding", async () => {
	const folder = await mkdtemp(join(tmpdir(), "crash-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	const signalPath = join(folder, "now");
	const rig = await setUpRig({
		service: { apiKey: secret, shapes: "field" },
		deck: {
			devices: ["xl"],
			env: {
				NODE_OPTIONS: `--import=${new URL("../world/crash/preload.mjs", import.meta.url).href}`,
				CRASH_WITH: JSON.stringify({ signalPath, secret }),
			},
		},
	});
	const { deck, service } = rig;
	const place = (name: string, settings = {}) =>
		deck.place({ action: `com.example.streamevents.${name}`, settings });
	const file = join(folder, "followers.txt");
	const counter = rig.counter({ file, fileText: "{value}" });
	const remote = rig.remote(boundItem(service));
	const connection = place("connection");
	const others = ["latest-event", "top-supporter", "chart"].map((name) => place(name));
	// One key per fault, because a second press that soon would be a bounce.
	const sends = troubles.map(() => place("send-event", { type: "follow", username: "Tester" }));
	const keys = [counter, remote, connection, ...others, ...sends];
	await deck.launch();
	const { pid } = deck;
	await deck.face(counter, ({ state }) => state === "live");
	await deck.face(remote, ({ state }) => state === "ready");

	for (const [index, trouble] of troubles.entries()) {
		const known = deck.alerts(connection);
		const send = sends[index] ?? connection;
		service.setFaults(trouble);
		await deck.press(counter);
		await deck.press(send);
		await deck.press(connection);
		await waitUntil(() => deck.alerts(connection) > known);
		// A response that is cut after its status means that the event was accepted.
		await waitUntil(() => deck.alerts(send) + deck.oks(send) > 0);
		service.clearFaults();
		await deck.press(connection);
		await deck.face(counter, ({ state }) => state === "live");
	}
	const inspector = deck.openInspector(counter);
	for (const question of questions) {
		const isAnswer = (message: unknown) => JSON.stringify(message).includes(question.event);
		const answers = () => inspector.messages.filter(isAnswer).length;
		const known = answers();
		inspector.send(question);
		await waitUntil(() => answers() > known, { message: `an answer to ${JSON.stringify(question)}` });
	}
	inspector.send({ event: "setAccount", baseUrl: service.url, accessToken: service.accessToken });
	await waitUntil(() => /"outcome":"connected"/.test(JSON.stringify(inspector.messages)), {
		message: "the token to be exchanged",
	});
	await writeFile(signalPath, "");
	await waitUntil(async () => (await allFilesIn(deck.pluginDir)).split("unhandled rejection").length > 16, {
		message: "the log to name what nobody caught",
	});
	service.follow({ username: "Ada" });
	await deck.face(counter, ({ value }) => value === String(service.truth().followers));
	expect(deck.pid).toBe(pid);

	// Only the global settings may contain the key.
	const sent = deck.log.filter(
		({ direction, frame }) => direction === "from-plugin" && frame["event"] !== "setGlobalSettings",
	);
	const exposed = {
		"the plugin's folder": await allFilesIn(deck.pluginDir),
		"a text file": await allFilesIn(folder),
		"its output": deck.output,
		"the app": JSON.stringify([sent, deck.messages, deck.openedUrls]),
		"a face": JSON.stringify(keys.flatMap((key) => deck.faces(key))),
		"a page": JSON.stringify(inspector.messages),
	};
	expect(
		Object.entries(exposed).flatMap(([where, text]) => leaksIn(text).map((leak) => `${where}: ${leak}`)),
	).toEqual([]);
});
