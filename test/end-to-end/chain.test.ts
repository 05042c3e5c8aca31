import { describe, expect, it } from "vitest";

import { waitUntil } from "../world/deck/wait-until";
import { boundItem, setUpRig } from "./rig";

const generations = ["4", "4-only", "2-only"] as const;
const shapes = ["documented", "field"] as const;

describe("the whole chain over real connections", () => {
	for (const generation of generations) {
		for (const shape of shapes) {
			it(`displays a follow and sends a press (generation ${generation}, ${shape} shapes)`, async () => {
				const { service, deck, counter, remote } = await setUpRig({ service: { generation, shapes: shape } });
				const followers = counter();
				const item = boundItem(service);
				const trigger = remote(item);
				await deck.launch();
				const before = service.truth().followers;
				await deck.face(followers, ({ title }) => title === `Followers · ${before} · live`);
				await deck.face(trigger, ({ state }) => state === "ready");

				service.follow({ username: "Zoé" });
				await deck.face(followers, ({ title }) => title === `Followers · ${before + 1} · live`);

				await deck.press(trigger);
				await deck.ok(trigger);
				await waitUntil(() => service.commands.length > 0, { message: "a command" });
				const [command, ...others] = service.commands;
				expect(others).toEqual([]);
				expect(command).toMatchObject({
					action: item.actionCode,
					targetId: item.itemId,
					joined: true,
					keyOk: true,
					isCounted: true,
				});
				expect(deck.complaints).toEqual([]);
			});
		}
	}

	it("needs no restart when the account is set up later", async () => {
		const { service, deck, counter } = await setUpRig({ globalSettings: {} });
		const followers = counter();
		await deck.launch();
		await deck.face(followers, ({ title }) => title === "Followers · – · not set up");

		deck.setGlobalSettings({ baseUrl: ` ${service.url}/ `, apiKey: `\n${service.apiKey} ` });

		const { followers: truth } = service.truth();
		await deck.face(followers, ({ title }) => title === `Followers · ${truth} · live`);
	});

	it("ends when the app ends without notice", async () => {
		const { deck, counter } = await setUpRig();
		const followers = counter();
		await deck.launch();
		await deck.face(followers, ({ state }) => state === "live");

		deck.closeSocket();

		expect(await deck.exited()).toMatchObject({ code: 0 });
	});
});
