import { expect, it } from "vitest";

import { waitUntil } from "../../world/deck/wait-until";
import { boundItem } from "../../world/service/bound-item";
import { accountOf, setUpRig } from "../rig";

it("links run commands if they are accepted, and nothing else", async () => {
	const rig = await setUpRig();
	const { deck, service, counter } = rig;
	const key = counter({ scope: "session" });
	const remote = rig.remote(boundItem(service));
	await deck.launch();
	await deck.face(key, ({ state }) => state === "live");
	await deck.face(remote, ({ state }) => state === "ready");
	const isHidden = () => deck.globalSettings["hideNumbers"];
	const logged = (text: string) => deck.output.includes(text) || deck.messages.join("\n").includes(text);
	deck.openLink("/numbers/hide");
	const inspector = deck.openInspector(key);
	inspector.send({ event: "setAccount", allowLinks: true });
	await waitUntil(() => deck.globalSettings["allowLinks"] === true);
	// The first link has been handled by now.
	expect(isHidden()).toBeFalsy();
	deck.openLink("/numbers/hide?from=anywhere#x");
	await waitUntil(() => isHidden() === true);
	await deck.face(key, ({ value }) => value === "hidden");
	deck.openLink("/numbers/toggle");
	await waitUntil(() => isHidden() === false);
	for (const path of ["/trigger", "/remote-action/trigger", "/constructor", "/numbers/hide/", ""])
		deck.openLink(path);
	deck.openLink("/numbers/hide");
	await waitUntil(() => isHidden() === true);
	expect([service.commands, logged("constructor")]).toEqual([[], false]);
	expect(deck.complaints).toEqual([]);
});

it("a link starts a new session each time, also while the plugin starts and twice within a second", async () => {
	const rig = await setUpRig();
	const { deck, service, counter } = rig;
	const key = counter({ scope: "session" });
	const before = new Date(Date.now() - 3_600_000).toISOString();
	deck.setGlobalSettings({ ...accountOf(service), allowLinks: true, sessionStartedAt: before });
	const started = () => deck.globalSettings["sessionStartedAt"];
	await deck.launch();
	deck.openLink("/session/new");
	await waitUntil(() => started() !== before, { message: "a new session" });
	await deck.face(key, ({ state }) => state === "live");
	for (let round = 1; round <= 5; round++) {
		service.follow({ username: `Zoe ${round}` });
		await deck.face(key, ({ value, state }) => value === "1" && state === "live");
		for (let link = 0; link < 2; link++) {
			const previous = started();
			deck.openLink("/session/new");
			await waitUntil(() => started() !== previous, { message: "a new session" });
		}
		await deck.face(key, ({ value, state }) => value === "0" && state === "live");
	}
	expect(deck.complaints).toEqual([]);
});
