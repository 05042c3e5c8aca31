import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { projectFolder } from "../../scripts/paths";

const privacyText = read("store/privacy.md").replace(/\s+/g, " ");

/** Text about each file of the data folder in the privacy policy. */
const dataFiles: Readonly<Record<string, string>> = {
	"own-events": "identities of your own test events",
	"reached-goals": "goals that were reached",
	"background-keys":
		"the settings of keys with a goal or a text file, including the file's path and your label",
	choices: "what you chose on dials",
	numbers: "the last numbers of your counters and charts",
	"time-offsets": "the service's offset from UTC",
	"event-list.txt": "a long list of your stream's events",
};

/** Text about each global setting in the privacy policy. */
const globalSettings: Readonly<Record<string, string>> = {
	baseUrl: "the service's address",
	sceneSocketUrl: "the scene address",
	apiKey: "the API key",
	hideNumbers: "hidden numbers",
	allowLinks: "accepted links",
	weekStartsOn: "calendar",
	dayStartHour: "calendar",
	newSessionAfterIdleHours: "calendar",
	ignoredNames: "the names you chose to ignore",
	sessionStartedAt: "when your session began",
	thanked: "up to which event you thanked people",
	textFiles: "marks of your text files",
	testEvents: "identities of your own test events",
	reachedGoals: "goals that were reached",
};

describe("the privacy policy", () => {
	it("describes every file in the data folder", () => {
		const source = sourceTexts().join("\n");
		const names = [...source.matchAll(/(?:folder\.open|\.pathOf)\(\s*"([^"]+)"/gi)].map(
			([, name = ""]) => name,
		);
		expect(names.sort(), "Describe a new file in store/privacy.md, and add the words here").toEqual(
			Object.keys(dataFiles).sort(),
		);
		expect(Object.values(dataFiles).filter((words) => !privacyText.includes(words))).toEqual([]);
	});

	it("describes every global setting", () => {
		const [, shape = ""] = /const parseGlobalSettings = parserOf\(\{\n([^]*?)\n\}\);/.exec(
			read("src/settings/schemas/global.ts"),
		) ?? [""];
		const names = [...shape.matchAll(/^\t(\w+)[:,]/gm)].map(([, name = ""]) => name);
		expect(names.sort(), "Describe a new setting in store/privacy.md, and add the words here").toEqual(
			Object.keys(globalSettings).sort(),
		);
		expect(Object.values(globalSettings).filter((words) => !privacyText.includes(words))).toEqual([]);
	});
});

function sourceTexts(): readonly string[] {
	const files = readdirSync(join(projectFolder, "src"), { recursive: true, encoding: "utf8" });
	return files.filter((file) => file.endsWith(".ts")).map((file) => read(join("src", file)));
}

function read(path: string): string {
	return readFileSync(join(projectFolder, path), "utf8");
}
