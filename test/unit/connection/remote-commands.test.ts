import { describe, expect, it } from "vitest";

import { RemoteCommands } from "../../../src/connection/remote-commands";
import type { SceneCommand } from "../../../src/service/ports";
import { instantOf } from "../../../src/state/time/clock";
import { flushPromises, VirtualClock } from "../../world/fakes/virtual-clock";

const command = { actionCode: "trigger", itemId: 7, pressedAt: instantOf(new VirtualClock()) };

function setUp() {
	const clock = new VirtualClock();
	const sent: unknown[] = [];
	const link = { isUp: false };
	const retries: number[] = [];
	const room = {
		send: (command: SceneCommand) => {
			if (link.isUp) sent.push(command);
			return link.isUp;
		},
	};
	const commands = new RemoteCommands(clock, () => void retries.push(clock.elapsedMs()));
	const join = () => commands.setRoom(room);
	return { clock, sent, link, retries, commands, join };
}

describe("a remote command", () => {
	it("is sent immediately on a joined channel", async () => {
		const { sent, link, commands, join } = setUp();
		link.isUp = true;
		join();
		await expect(commands.send(command)).resolves.toBe("sent");
		expect(sent).toEqual([{ actionCode: "trigger", itemId: 7 }]);
		join();
		expect(sent).toHaveLength(1);
	});

	it("waits for the channel, and is sent once when it is joined", async () => {
		const { clock, sent, link, retries, commands, join } = setUp();
		const outcome = commands.send(command);
		expect(retries).toEqual([0]);
		await clock.advance(1_900);
		link.isUp = true;
		join();
		join();
		await expect(outcome).resolves.toBe("sent");
		await clock.advance(60_000);
		expect(sent).toHaveLength(1);
	});

	it("fails after two seconds, and is never sent later", async () => {
		const { clock, sent, link, commands, join } = setUp();
		const outcome = commands.send(command);
		await clock.advance(2_000);
		await expect(outcome).resolves.toBe("not-connected");
		link.isUp = true;
		join();
		expect(sent).toEqual([]);
	});

	it("is not sent after a system sleep", async () => {
		const { clock, sent, link, commands, join } = setUp();
		const outcome = commands.send(command);
		await clock.advance(100);
		clock.jump(8 * 3_600_000);
		link.isUp = true;
		join();
		await expect(outcome).resolves.toBe("too-late");
		expect(sent).toEqual([]);
	});

	it("has two seconds from the press, regardless of requests before it is sent", async () => {
		const { clock, sent, link, commands, join } = setUp();
		await clock.advance(1_500);
		const outcome = commands.send(command);
		await clock.advance(500);
		await expect(outcome).resolves.toBe("not-connected");
		await clock.advance(1);
		link.isUp = true;
		join();
		await expect(commands.send(command)).resolves.toBe("too-late");
		expect(sent).toEqual([]);
	});

	it("keeps waiting if the channel is lost again before it was sent", async () => {
		const { clock, sent, link, commands, join } = setUp();
		const outcome = commands.send(command);
		join();
		await clock.advance(1_000);
		link.isUp = true;
		join();
		await expect(outcome).resolves.toBe("sent");
		expect(sent).toHaveLength(1);
	});

	it("is not sent on a lost channel", async () => {
		const { sent, link, commands, join, retries } = setUp();
		link.isUp = true;
		join();
		commands.setRoom(undefined);
		void commands.send(command);
		expect([sent, retries.length]).toEqual([[], 1]);
		join();
		expect(sent).toHaveLength(1);
	});

	it("is dropped with all others when the account is closed", async () => {
		const { clock, sent, link, commands, join } = setUp();
		const outcomes = Promise.all([commands.send(command), commands.send({ ...command, itemId: 8 })]);
		commands.cancelAll();
		await expect(outcomes).resolves.toEqual(["not-connected", "not-connected"]);
		link.isUp = true;
		join();
		await flushPromises();
		expect([sent, clock.pendingCount]).toEqual([[], 0]);
	});

	it("is sent two seconds after the press, and not later", async () => {
		const { clock, sent, link, commands, join } = setUp();
		link.isUp = true;
		join();
		const pressed = { ...command, pressedAt: instantOf(clock) };
		await clock.advance(2_000);
		expect(await commands.send(pressed)).toBe("sent");
		await clock.advance(1);
		expect(await commands.send(pressed)).toBe("too-late");
		expect(sent).toHaveLength(1);
	});
});
