import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { projectFolder } from "../../scripts/paths";
import { languages } from "../../src/state/language";

describe("a language of the app", () => {
	it.each(languages)("%s has its texts on keys, on pages and in the app", (language) => {
		const file = language.toLowerCase().replace("_", "-");
		const missing = [
			`src/key-face/words/${file}.ts`,
			`ui/strings/${file}.ts`,
			`com.example.streamevents.sdPlugin/${language}.json`,
		].filter((path) => !existsSync(join(projectFolder, path)));
		expect(missing, "Copy the English file beside it, translate it, and name it where that is named").toEqual(
			[],
		);
	});
});
