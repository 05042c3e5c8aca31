import { appendFile, mkdir, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import type { Deck } from "../../world/deck/deck";
import { waitUntil } from "../../world/deck/wait-until";
import { diskFaults, FaultyDisk } from "../../world/disk/faulty-disk";
import { setUpRig, type Rig } from "../rig";

const logsOf = ({ pluginDir }: Deck) => join(pluginDir, "logs");

async function readLogs(deck: Deck): Promise<string> {
	const names = await readdir(logsOf(deck)).catch(() => []);
	const read = (name: string) => readFile(join(logsOf(deck), name), "utf8").catch(() => "");
	return (await Promise.all(names.map(read))).join("\n");
}

/** Creates log files of an earlier start, which have to be renamed. */
async function leaveOldLogs(deck: Deck): Promise<void> {
	await mkdir(logsOf(deck), { recursive: true });
	const name = deck.pluginDir.split(/[\\/]/).at(-1) ?? "";
	for (let index = 0; index < 10; index += 1)
		await writeFile(join(logsOf(deck), `${name}.${index}.log`), "old\n");
}

async function spoilByFolder(path: string): Promise<void> {
	await rm(path);
	await mkdir(path);
}

/** Expects that the plugin works: a number is displayed and updated. */
async function expectAtWork({ deck, service, counter }: Rig, label: string): Promise<void> {
	const key = counter({ label });
	await deck.face(key, ({ value, state }) => state === "live" && value === String(service.truth().followers));
	service.follow({ username: "Ada" });
	await deck.face(key, ({ value }) => value === String(service.truth().followers));
	expect(deck.exitCode).toBeUndefined();
}

/** Makes the plugin write to its log, in two ways. */
function provokeLines({ deck, service }: Rig): void {
	deck.setGlobalSettings({ ...deck.globalSettings, apiKey: `not-${service.apiKey}` });
	deck.setGlobalSettings({ ...deck.globalSettings, apiKey: service.apiKey });
	service.cut();
}

describe("a log that cannot be written does not end the plugin", () => {
	it.each(diskFaults)("on a disk that is %s at the start and while the plugin runs", async (trouble) => {
		const disk = await FaultyDisk.create();
		onTestFinished(() => disk.remove());
		const rig = await setUpRig({ deck: { env: disk.env } });
		const { deck } = rig;
		await leaveOldLogs(deck);
		disk.setFault(trouble);
		await deck.launch();
		const { pid } = deck;
		await expectAtWork(rig, "Before");
		disk.clearFault();
		provokeLines(rig);
		await waitUntil(async () => (await readLogs(deck)).includes("INFO"), { message: "a line in the log" });
		disk.setFault(trouble);
		provokeLines(rig);
		await expectAtWork(rig, "After");
		expect(deck.pid).toBe(pid);
	});

	it("if its folder is a file, or disappears while the plugin runs", async () => {
		const rig = await setUpRig();
		const { deck } = rig;
		await writeFile(logsOf(deck), "this is no folder");
		await deck.launch();
		await expectAtWork(rig, "Before");
		expect(deck.output).toContain("log");
		await rm(logsOf(deck));
		provokeLines(rig);
		await expectAtWork(rig, "Between");
		await waitUntil(async () => /could not be written/.test(await readLogs(deck)), {
			message: "the log to say that lines are missing",
		});
		await rm(logsOf(deck), { recursive: true, force: true, maxRetries: 5 });
		await appendFile(logsOf(deck), "this is no folder");
		provokeLines(rig);
		await expectAtWork(rig, "After");
	});

	it("if its file becomes a folder or disappears while the plugin runs, and the log continues afterwards", async () => {
		const rig = await setUpRig();
		const { deck } = rig;
		await deck.launch();
		const { pid } = deck;
		await expectAtWork(rig, "Before");
		const linesIn = async () => (await readLogs(deck)).split("INFO").length;
		for (const [index, damage] of [spoilByFolder, unlink].entries()) {
			provokeLines(rig);
			await waitUntil(async () => (await linesIn()) > 1, { message: "a line in the log" });
			const [name = ""] = await readdir(logsOf(deck));
			const path = join(logsOf(deck), name);
			await damage(path);
			provokeLines(rig);
			await expectAtWork(rig, `Meanwhile ${index}`);
			await rm(path, { recursive: true, force: true, maxRetries: 5 });
		}
		provokeLines(rig);
		await waitUntil(async () => (await linesIn()) > 1, { message: "a line in the log" });
		expect(deck.pid).toBe(pid);
	});
});
