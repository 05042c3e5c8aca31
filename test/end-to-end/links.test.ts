import { expect, it } from "vitest";

import { waitUntil } from "../world/deck/wait-until";
import { boundItem } from "../world/service/bound-item";
import { setUpRig } from "./rig";

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
