import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { waitUntil } from "../world/deck/wait-until";
import { setUpRig } from "./rig";

/** Names and texts of viewers, and the user's input for a test event. */
const personal = /Quentin|Zelda|Hooray|Ulrike/;

async function textIn(folder: string): Promise<string> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const texts = files.map((file) => readFile(join(file.parentPath, file.name), "utf8"));
	return (await Promise.all(texts)).join("\n");
}

it("stores names and messages of viewers only in text files that the user requested", async () => {
	const folder = await mkdtemp(join(tmpdir(), "privacy-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	const rig = await setUpRig({ service: { seed: "empty" } });
	const { service, deck } = rig;
	const place = (action: string, settings = {}) =>
		deck.place({ action: `com.example.streamevents.${action}`, settings });
	const file = join(folder, "latest.txt");
	const latest = place("latest-event", { file, fileText: "{name}: {message}" });
	const top = place("top-supporter", { scope: "session" });
	const send = place("send-event", { type: "follow", username: "Ulrike" });
	rig.counter({ metric: "donationAmount", scope: "session", uniqueOnly: true, goal: 10 });
	await deck.launch();
	await deck.face(latest, ({ state }) => state === "live");
	await deck.face(send, ({ state }) => state === "ready");

	service.donate({ username: "Quentin", amount: "12.50", message: "Hooray" });
	await deck.face(top, ({ value }) => value?.startsWith("Quentin") === true);
	service.follow({ username: "Zelda" });
	await deck.press(latest);
	await waitUntil(() => JSON.stringify(deck.globalSettings).includes('"thanked"'), {
		message: "the thanked person to be stored",
	});
	await deck.press(send);
	await deck.ok(send);
	const inspector = deck.openInspector(latest);
	inspector.send({ event: "getDiagnostics" });
	await waitUntil(() => JSON.stringify(inspector.messages).includes("Last warnings and errors"));
	await waitUntil(async () => /Quentin|Zelda/.test(await textIn(folder)), { message: "the text file" });

	await waitUntil(async () => (await textIn(deck.dataDir)).includes('"keys"'), {
		message: "the own event to be stored",
	});
	const report = inspector.messages.find((message) => JSON.stringify(message).includes("getDiagnostics"));
	const stored = {
		"the data folder": await textIn(deck.dataDir),
		"the log": await textIn(join(deck.pluginDir, "logs")),
		"the global settings": JSON.stringify(deck.globalSettings),
		"the support report": JSON.stringify(report),
	};
	for (const [place, text] of Object.entries(stored)) {
		expect(text, place).not.toBe("");
		expect(text, place).not.toMatch(personal);
	}
});
