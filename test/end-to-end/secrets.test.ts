import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { waitUntil } from "../world/deck/wait-until";
import { boundItem, setUpRig } from "./rig";

const secret = "k/4f9a77d1+\\é=xyz";

/** How a secret may look to somebody who searches for it. */
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

async function allFilesIn(folder: string): Promise<string> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "utf8")))).join(
		"\n",
	);
}

it("what nobody caught ends nothing and tells nothing, however it holds the key", async () => {
	const folder = await mkdtemp(join(tmpdir(), "crash-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const signalPath = join(folder, "now");
	const rig = await setUpRig({
		service: { apiKey: secret, shapes: "field" },
		deck: {
			env: {
				NODE_OPTIONS: `--import=${new URL("../world/crash/preload.mjs", import.meta.url).href}`,
				CRASH_WITH: JSON.stringify({ signalPath, secret }),
			},
		},
	});
	const { deck, service } = rig;
	const [counter, remote] = [rig.counter(), rig.remote(boundItem(service))];
	await deck.launch();
	const { pid } = deck;
	await deck.face(counter, ({ state }) => state === "live");
	await deck.face(remote, ({ state }) => state === "ready");
	const inspector = deck.openInspector(counter);
	inspector.send({ event: "getAccount" });
	inspector.send({ event: "getProviders" });
	inspector.send({ event: "getScenes" });
	await waitUntil(() => inspector.messages.length >= 3);

	await writeFile(signalPath, "");
	const logs = join(deck.pluginDir, "logs");
	await waitUntil(async () => (await allFilesIn(logs)).split("unhandled rejection").length > 16, {
		message: "the log to name what nobody caught",
	});
	service.follow({ username: "Ada" });
	await deck.face(counter, ({ value }) => value === String(service.truth().followers));
	expect(deck.pid).toBe(pid);

	// What goes to the service and into the host's own store needs the key; nothing else does.
	const fromPlugin = deck.log.filter(
		({ frame }) => frame["event"] !== "didReceiveGlobalSettings" && frame["event"] !== "setGlobalSettings",
	);
	const faces = [counter, remote].flatMap((key) => deck.faces(key));
	const told = [await allFilesIn(logs), deck.output, JSON.stringify([fromPlugin, faces, inspector.messages])];
	for (const text of told) {
		for (const spelling of spellings(secret)) expect(text).not.toContain(spelling);
		expect(text).not.toMatch(/(?:token|refresh)-of-/);
	}
});
