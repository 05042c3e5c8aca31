import { describe, expect, it } from "vitest";

import { fakeFixed, fakeKey, launchedDeck, sendFromPlugin, sentToPlugin } from "../fixtures/fake-plugin";
import { waitUntil } from "../wait-until";

describe("titles", () => {
	it("are the user's, otherwise the plugin's, otherwise the manifest's", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		expect(key.shownTitle).toBe("From manifest");
		sendFromPlugin(deck, { event: "setTitle", context: key.context, payload: { title: "From plugin" } });
		await waitUntil(() => key.shownTitle === "From plugin");
		deck.setUserTitle(key, "Mine");
		expect(key.shownTitle).toBe("Mine");
		expect(sentToPlugin(deck, "titleParametersDidChange").at(-1)).toMatchObject({
			context: key.context,
			payload: { title: "Mine", titleParameters: { showTitle: true, titleAlignment: "middle" } },
		});
		deck.setUserTitle(key, undefined);
		expect(key.shownTitle).toBe("From plugin");
	});

	it("cannot be the user's if the manifest forbids it", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeFixed });
		expect(() => deck.setUserTitle(key, "Mine")).toThrow(/no user title/);
	});

	it("of the user take precedence on a touch strip too", async () => {
		const deck = await launchedDeck({ devices: ["plus"] });
		const dial = deck.placeDial({ action: fakeKey, settings: { value: 9 } });
		await deck.strip(dial, ({ value }) => value === "9");
		expect((await deck.strip(dial)).title).toBe("Dial");
		deck.setUserTitle(dial, "Mine");
		deck.setSettings(dial, { value: 10 });
		expect((await deck.strip(dial, ({ value }) => value === "10")).title).toBe("Mine");
	});
});
