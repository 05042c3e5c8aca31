import { describe, expect, it } from "vitest";

import { Inquiries, type Inquired, type ListedScene } from "../../../src/connection/inquiries";
import { InspectorController } from "../../../src/inspector/inspector-controller";
import type { InspectorReply } from "../../../src/inspector/messages";
import { GlobalSettingsStore } from "../../../src/settings/global-settings";
import { Store } from "../../../src/state/store";
import { settled, VirtualClock } from "../../world/fakes/virtual-clock";

const key = { id: "key-1", manifestId: "counter" };

function setUp({ isLoaded = true, scenes }: { isLoaded?: boolean; scenes?: Promise<unknown> } = {}) {
	const clock = new VirtualClock();
	const store = new Store();
	const sent: InspectorReply[] = [];
	const open: { id: string | undefined } = { id: key.id };
	const warnings: string[] = [];
	const host = { read: () => new Promise(() => undefined), write: () => Promise.resolve() };
	const settings = new GlobalSettingsStore(host, clock, () => {
		store.update({});
	});
	if (isLoaded) settings.applyRaw({ apiKey: "a-key-of-some-length" });
	const inquiries = new Inquiries({
		store,
		client: () => undefined,
		createClient: () => {
			throw new Error("nobody asks");
		},
		exchangeAccessToken: () => Promise.reject(new Error("nobody asks")),
		readImage: () => Promise.resolve(undefined),
		elapsedMs: () => clock.elapsedMs(),
	});
	if (scenes) inquiries.scenes = () => scenes as Promise<Inquired<readonly ListedScene[]>>;
	let drawn = 0;
	const controller = new InspectorController({
		host: {
			openKeyId: () => open.id,
			send: async (reply) => {
				sent.push(reply);
			},
		},
		...{ settings, store, inquiries, clock },
		connection: { reconnect: () => undefined },
		preview: (_, wanted) => ({ image: "data:", title: JSON.stringify(wanted) + drawn.toString() }),
		log: { info: () => undefined, warn: (line) => warnings.push(line), error: () => undefined },
	});
	const draw = () => {
		drawn++;
		store.update({});
	};
	return { clock, store, settings, sent, open, warnings, controller, draw };
}

describe("a question", () => {
	it("is answered in the end, even when the service is never done", async () => {
		const { controller, clock, sent } = setUp({ scenes: new Promise(() => undefined) });
		void controller.receive(key, { event: "getScenes" });
		await clock.advance(11_000);
		expect(sent).toEqual([]);
		await clock.advance(2_000);
		expect(sent).toEqual([{ event: "getScenes", items: [], error: "timeout" }]);
	});

	it("waits for the settings, but not for ever", async () => {
		const { controller, clock, settings, sent } = setUp({ isLoaded: false });
		void controller.receive(key, { event: "getAccount" });
		await clock.advance(1_000);
		expect(sent).toEqual([]);
		settings.applyRaw({ apiKey: "a-key-of-some-length" });
		await settled();
		expect(sent).toMatchObject([{ account: { hasKey: true, keyEnding: "ngth" } }]);
		const late = setUp({ isLoaded: false });
		void late.controller.receive(key, { event: "getAccount" });
		await late.clock.advance(5_000);
		expect(late.sent).toMatchObject([{ account: { hasKey: false } }]);
	});

	it("of an inspector that the host has not announced yet is answered when it has", async () => {
		const { controller, open, sent } = setUp();
		open.id = undefined;
		await controller.receive(key, { event: "reconnect" });
		expect(sent).toEqual([]);
		open.id = key.id;
		await controller.appear(key.id);
		expect(sent.map(({ event }) => event)).toEqual(["reconnect", "getAccount"]);
	});

	it("of an inspector that has been left is not answered to the next one", async () => {
		const { controller, open, sent } = setUp();
		open.id = "key-2";
		await controller.receive(key, { event: "reconnect" });
		await controller.appear("key-2");
		expect(sent.map(({ event }) => event)).toEqual(["getAccount"]);
	});

	it("that nobody understands is noted, without what it held", async () => {
		const { controller, sent, warnings } = setUp();
		await controller.receive(key, { event: "setAccount", apiKey: ["secret"] });
		await controller.receive(key, { event: "secret" });
		expect(sent).toEqual([{ event: "setAccount", outcome: "failed" }]);
		expect(warnings).toHaveLength(2);
		expect(warnings.join()).not.toContain("secret");
	});
});

describe("news", () => {
	it("are told to the open inspector once, gathered", async () => {
		const { controller, store, clock, sent } = setUp();
		await controller.receive(key, { event: "getAccount" });
		store.update({ link: { phase: "connecting" } });
		store.update({ link: { phase: "live", sinceMs: 1 } });
		await clock.advance(1_000);
		expect(sent.slice(1)).toMatchObject([{ event: "getAccount", account: { link: { phase: "live" } } }]);
		store.update({});
		await clock.advance(1_000);
		expect(sent).toHaveLength(2);
	});

	it("draw the preview again while its inspector is open", async () => {
		const { controller, open, clock, sent, draw } = setUp();
		await controller.appear(key.id);
		await controller.receive(key, { event: "getPreview", settings: { goal: 5 } });
		draw();
		await clock.advance(300);
		const titles = () => sent.flatMap((reply) => (reply.event === "getPreview" ? [reply.title] : []));
		expect(titles()).toEqual(['{"goal":5}0', '{"goal":5}1']);
		open.id = "key-2";
		await controller.appear("key-2");
		draw();
		await clock.advance(300);
		expect(titles()).toHaveLength(2);
	});

	it("leave nothing waiting while no inspector is open", () => {
		const { store, open, clock } = setUp();
		open.id = undefined;
		store.update({});
		expect(clock.pendingCount).toBe(0);
	});
});
