import { describe, expect, it } from "vitest";

import { Links } from "../../../src/actions/links";
import type { GlobalSettings } from "../../../src/settings/schemas/global";
import { streamCommands } from "../../../src/state/stream-command";
import { createStore } from "../../world/fakes/create-store";
import { FakeLog } from "../../world/fakes/fake-log";
import { VirtualClock } from "../../world/fakes/virtual-clock";

const paths = [
	...(["session/new", "numbers/hide", "numbers/show", "numbers/toggle"] as const),
	...(["thanks/next", "thanks/all", "refresh"] as const),
];

function setUp(allowLinks: boolean | undefined) {
	const ran: string[] = [];
	const log = new FakeLog();
	const commands = {
		run: async (command: string): Promise<{ readonly kind: "done" }> => {
			ran.push(command);
			return { kind: "done" };
		},
	};
	const settings: { current: GlobalSettings | undefined } = { current: { hideNumbers: false, allowLinks } };
	const [store, clock] = [createStore(), new VirtualClock()];
	return {
		links: new Links({ commands, settings, store, clock, log }),
		commands,
		ran,
		log,
		settings,
		store,
		clock,
	};
}

describe("links from other programs", () => {
	it("run their command", async () => {
		const { links, ran, log } = setUp(true);
		for (const path of paths) await links.open(`/${path}`);
		expect(ran).toEqual(streamCommands);
		expect(log.lines).toHaveLength(paths.length);
	});

	it.each([false, undefined])("do nothing if they are not accepted: %s", async (allowLinks) => {
		const { links, ran, log } = setUp(allowLinks);
		for (const path of paths) await links.open(`/${path}`);
		expect(ran).toEqual([]);
		expect(new Set(log.lines)).toEqual(new Set(["warn link: ignored, links are not accepted"]));
	});

	it("log within 2.5 s that a command is still running, and later its result", async () => {
		const { links, log, clock, commands } = setUp(true);
		let finish = (_result: { readonly kind: "done" }): void => undefined;
		commands.run = () => new Promise((resolve) => (finish = resolve));
		const opened = links.open("/refresh");
		await clock.advance(2_300);
		expect(log.lines).toEqual(["warn link: refresh is still running"]);
		finish({ kind: "done" });
		await opened;
		expect(log.lines).toEqual(["warn link: refresh is still running", "info link: ran refresh (done)"]);
	});

	it("wait for the settings while the plugin starts, two seconds at most", async () => {
		const { links, ran, log, settings, store, clock } = setUp(true);
		const { current } = settings;
		settings.current = undefined;
		const inTime = links.open("/session/new");
		await clock.advance(1_900);
		expect([ran, log.lines]).toEqual([[], []]);
		settings.current = current;
		store.notify();
		await inTime;
		expect(ran).toEqual(["newSession"]);

		settings.current = undefined;
		const tooLate = links.open("/session/new");
		await clock.advance(2_000);
		await tooLate;
		expect(ran).toEqual(["newSession"]);
		expect(log.lines.at(-1)).toBe("warn link: ignored, links are not accepted");
		expect(clock.pendingCount).toBe(0);
	});

	it.each([
		"",
		"/",
		"/remote-action/trigger",
		"/refresh/",
		"/Refresh",
		"/constructor",
		"/key-of-the-streamer",
	])("do nothing, and are not quoted in the log, without a known command: %j", async (path) => {
		const { links, ran, log } = setUp(true);
		await links.open(path);
		expect([ran, log.lines]).toEqual([[], ["warn link: ignored, it contains no command"]]);
	});
});
