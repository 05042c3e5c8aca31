import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { packagePlugin } from "../../../scripts/package-plugin";
import { projectFolder } from "../../../scripts/paths";
import type { Face } from "../../world/deck/drawing/face";
import { waitUntil } from "../../world/deck/wait-until";
import { boundItem, setUpRig } from "../rig";

const isLive = ({ state }: Face) => state === "live";
const isReady = ({ state }: Face) => state === "ready";
/** A folder name that reveals quoting errors. */
const awkward = "Käse & 日本 (1) #2 %20 'o'";

let folder: string;
let files: Readonly<Record<string, Uint8Array>>;

/** Unpacks the file as the app does when a user opens it. @returns The plugin's folder. */
async function install(into: string): Promise<string> {
	for (const [name, content] of Object.entries(files)) {
		const path = join(into, name);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, content);
	}
	return join(into, "com.example.streamevents.sdPlugin");
}

/** Denies the plugin all write access. The superuser can write anywhere, so the process changes to another user. */
async function readOnly(pluginDir: string): Promise<Readonly<Record<string, string>>> {
	await chmod(folder, 0o755);
	const entries = await readdir(pluginDir, { recursive: true, withFileTypes: true });
	for (const entry of entries.filter((each) => each.isDirectory())) {
		await chmod(join(entry.parentPath, entry.name), 0o555);
	}
	await chmod(pluginDir, 0o555);
	if (process.getuid?.() !== 0) return {};
	return { NODE_OPTIONS: '--import "data:text/javascript,process.setgid(65534);process.setuid(65534)"' };
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "packed-"));
	files = unzipSync(await readFile(packagePlugin(folder)));
}, 240_000);

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

describe("the packed file", () => {
	it("contains what is required to run, the licences, and no path of its build", () => {
		const names = Object.keys(files).map((name) => name.replace("com.example.streamevents.sdPlugin/", ""));
		for (const name of [
			"LICENSE",
			"manifest.json",
			"bin/plugin.js",
			"bin/third-party-licences.txt",
			"fr.json",
		])
			expect(names).toContain(name);
		expect(names.filter((name) => /\.(map|ts|log)$|(^|\/)(\.|logs\/)/.test(name))).toEqual([]);
		for (const content of Object.values(files)) {
			const text = new TextDecoder("latin1").decode(content);
			for (const place of [projectFolder, homedir()]) expect(text).not.toContain(`${place}/`);
		}
	});

	it("runs from a read-only folder of any name, without read access to its own files", async () => {
		const pluginDir = await install(join(folder, awkward));
		const { service, deck, counter, remote } = await setUpRig({
			deck: { pluginDir, installation: "in-place", env: await readOnly(pluginDir) },
		});
		await chmod(join(pluginDir, "manifest.json"), 0o644);
		await writeFile(join(pluginDir, "manifest.json"), Buffer.from([0x7f, 0x00, 0xff, 0x9c, 0x01]));
		const key = counter({ scope: "session" });
		const press = remote(boundItem(service));
		await deck.launch();
		await deck.face(key, isLive);
		service.follow({ username: "ada" });
		await deck.face(key, ({ value }) => value === "1");
		await deck.face(press, isReady);
		await deck.press(press);
		await waitUntil(() => service.commands.length > 0, { message: "the command" });
		expect(service.commands).toMatchObject([{ isCounted: true }]);
		expect(await readdir(pluginDir)).not.toContain("logs");
		await chmod(pluginDir, 0o755);
	});

	it("takes over the settings of an older version", async () => {
		const pluginDir = await install(join(folder, "update"));
		await writeFile(join(pluginDir, "bin", "left-over.js"), "// of the older version");
		const sessionStartedAt = new Date(Date.now() - 3_600_000).toISOString();
		const { service, deck, counter, remote } = await setUpRig({
			deck: { pluginDir, installation: "in-place" },
		});
		const older = { baseUrl: service.url, apiKey: service.apiKey, hideNumbers: false };
		deck.setGlobalSettings({ ...older, sceneSocketUrl: "", sessionStartedAt, ofAnOlderVersion: true });
		const key = counter({ metric: "followers", scope: "session", label: "New", ofAnOlderVersion: true });
		const press = remote(boundItem(service));
		await deck.launch();
		await deck.face(press, isReady);
		const face = await deck.face(key, isLive);
		expect(face.value).toBe(
			String(service.count({ types: ["follow"], fromMs: Date.parse(sessionStartedAt) })),
		);
		expect(face.label).toBe("New");
		expect(deck.globalSettings).toMatchObject({ ...older, sessionStartedAt, ofAnOlderVersion: true });
	});
});
