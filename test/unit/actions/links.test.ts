import { describe, expect, it } from "vitest";

import { Links } from "../../../src/actions/links";
import { streamCommands } from "../../../src/state/stream-command";
import { FakeLog } from "../../world/fakes/fake-log";

const paths = [
	...(["session/new", "numbers/hide", "numbers/show", "numbers/toggle"] as const),
	...(["thanks/next", "thanks/all", "refresh"] as const),
];

function setUp(allowLinks: boolean | undefined) {
	const ran: string[] = [];
	const log = new FakeLog();
	const commands = {
		run: async (command: string) => {
			ran.push(command);
			return { kind: "done" } as const;
		},
	};
	const current = { hideNumbers: false, allowLinks };
	const settings = { current: allowLinks === undefined ? undefined : current };
	return { links: new Links({ commands, settings, log }), ran, log };
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
		expect([ran, log.lines]).toEqual([[], ["warn link: ignored, it names no command"]]);
	});
});
