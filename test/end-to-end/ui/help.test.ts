import { readdir, readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { waitUntil } from "../../world/deck/wait-until";
import type { InspectorRig } from "./inspector-rig";
import { useInspectorRigs } from "./use-inspector-rigs";

const stages = useInspectorRigs();
let stage: InspectorRig;

describe("the Connection key's page", () => {
	it("copies a report without secrets, and writes it to the log", async () => {
		stage = await stages.start();
		const { deck, service } = stage;
		stage.place("counter", { metric: "donations", scope: "session", label: "Grace's goal", goal: 500 });
		const { page } = await stage.open(stage.place("connection"));
		await page.getByText("Connected").first().waitFor();
		await page.getByRole("button", { name: "Copy diagnostics" }).click();
		const report = page.getByRole("textbox", { name: "Diagnostics" });
		await waitUntil(async () => (await report.inputValue()) !== "", { message: "the report" });
		const text = await report.inputValue();
		for (const words of [
			/^Stream Events diagnostics/,
			/Node\.js \d+\.\d+/,
			/app {8}Stream Deck 7\.1\.0\.21931/,
			/devices {4}Stream Deck \(5 × 3\)/,
			/events {5}live/,
			/counter \(key\): .*goal: 500.*label: text of 12/,
			/\d\d:\d\d:\d\dZ events: live/,
		])
			expect(text).toMatch(words);
		for (const secret of [service.apiKey, service.username, "Grace"]) expect(text).not.toContain(secret);
		await page.getByText(/^(Copied\.|The text is selected)/).waitFor();
		const [log = ""] = await readdir(`${deck.pluginDir}/logs`);
		expect(await readFile(`${deck.pluginDir}/logs/${log}`, "utf8")).toContain("Stream Events diagnostics");
	});

	it("makes the app add a starter layout", async () => {
		stage = await stages.start({ devices: ["plus"] });
		const { page } = await stage.open(stage.place("connection"));
		await page.getByRole("button", { name: "Add a starter layout" }).click();
		await waitUntil(() => stage.deck.devices[0]?.profile === "profiles/starter-plus", {
			message: "the profile",
		});
	});

	it("offers no layout if the app would ignore the request", async () => {
		stage = await stages.start({ dialect: "opendeck" });
		const { page } = await stage.open(stage.place("connection"));
		await page.getByRole("button", { name: "Copy diagnostics" }).waitFor();
		await page.getByText("Connected").first().waitFor();
		expect(await page.getByRole("button", { name: "Add a starter layout" }).isVisible()).toBe(false);
	});
});
