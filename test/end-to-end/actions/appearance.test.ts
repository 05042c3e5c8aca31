import { describe, expect, it } from "vitest";

import { boundItem, setUpRig } from "../rig";

const uuid = (name: string) => `com.example.streamevents.${name}`;
const own = { label: "Mine", color: "#12c3f4" };

describe("a key with its own label and color", () => {
	it("displays them with any action", async () => {
		const rig = await setUpRig();
		const { deck, service } = rig;
		const keys = [
			deck.place({ action: uuid("remote-action"), settings: { ...boundItem(service), ...own } }),
			deck.place({ action: uuid("latest-event"), settings: own }),
			deck.place({ action: uuid("top-supporter"), settings: { ...own, scope: "lifetime" } }),
			deck.place({ action: uuid("send-event"), settings: { ...own, type: "follow", username: "Ada" } }),
			deck.place({ action: uuid("chart"), settings: own }),
		];
		await deck.launch();
		for (const key of keys) {
			const face = await deck.face(key, ({ state }) => state === "live" || state === "ready");
			expect(face.label).toBe("Mine");
			expect(face.svg).toContain(">Mine</text>");
			expect(face.svg).toContain("#12c3f4");
		}
		expect(deck.complaints).toEqual([]);
	});

	it("displays the label on a dial until another item is chosen there", async () => {
		const rig = await setUpRig({ deck: { devices: ["plus"] } });
		const { deck, service } = rig;
		const latest = deck.placeDial({ action: uuid("latest-event"), settings: own });
		const chart = deck.placeDial({ action: uuid("chart"), settings: own });
		const remote = deck.placeDial({
			action: uuid("remote-action"),
			settings: { ...boundItem(service), ...own },
		});
		await deck.launch();
		for (const dial of [latest, chart, remote])
			await deck.strip(dial, ({ values }) => values["title"] === "Mine");
		// Items can be selected once the scene is loaded.
		await deck.strip(remote, ({ values }) => /^1\/\d+$/.test(String(values["note"])));
		deck.rotate(remote, 1);
		await deck.strip(remote, ({ values }) => values["title"] !== "Mine");
		expect(deck.complaints).toEqual([]);
	});
});
