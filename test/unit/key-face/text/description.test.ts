import { describe, expect, it } from "vitest";

import { describeFace } from "../../../../src/key-face/text/description";
import { faceTitle } from "../../../../src/key-face/face";
import { stringsFor } from "../../../../src/key-face/language";
import { languages } from "../../../../src/state/language";
import { galleryOf } from "../gallery";

describe("a face's description", () => {
	const german = (name: string) => {
		const exhibit = galleryOf("de").find((each) => each.name === name);
		return exhibit && describeFace(exhibit.face, stringsFor("de"));
	};

	it.each([
		["live", "Follower · 12408 · live"],
		["stale", "Follower · 12408 · veraltet"],
		["confirming", "Follower · 12408 · Verbinden…"],
		["hidden", "Follower · ausgeblendet · live"],
		["remote", "Follower goal · Trigger · bereit"],
		["no event", "Letztes Ereignis · – · live"],
	])("is in the user's language for a key that is %s", (name, description) => {
		expect(german(name)).toBe(description);
	});

	it.each(languages.filter((language) => language !== "en"))("has no English state in %s", (language) => {
		const words = stringsFor(language);
		const english = galleryOf(language).filter(({ face }) => {
			const isInternational = ["live", "offline"].includes(face.state);
			return !isInternational && describeFace(face, words).endsWith(` · ${face.state}`);
		});
		expect(english.map(({ name }) => name)).toEqual([]);
	});

	it("equals the title in English", () => {
		const live = galleryOf("en").filter(({ face }) => face.state === "live" && face.value !== "nobody");
		const differing = live.filter(({ face }) => describeFace(face, stringsFor("en")) !== faceTitle(face));
		expect(differing.map(({ name }) => name)).toEqual([]);
	});
});
