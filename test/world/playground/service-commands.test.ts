import { describe, expect, it, onTestFinished } from "vitest";

import { startService } from "../service/stand-in";

import { activeFaults, runServiceCommand, ServiceCommandSchema } from "./service-commands";

async function service() {
	const started = await startService({ seed: "empty" });
	onTestFinished(() => started.stop());
	return started;
}

describe("the page's commands to the service", () => {
	it("create every type of event, with a default person", async () => {
		const stand = await service();
		const commands = [
			{ do: "follow", name: " " },
			{ do: "subscription", name: "ada", resub: "3" },
			{ do: "donation", name: "", amount: "12.50", currency: "EUR", message: "hi" },
			{ do: "hosting", viewers: 7 },
		];
		for (const command of commands) await runServiceCommand(ServiceCommandSchema.parse(command), stand);
		const { events } = stand.truth();
		expect(events).toHaveLength(4);
		expect(events.every(({ username, hostname }) => (username ?? hostname) !== undefined)).toBe(true);
		expect(events.find(({ type }) => type === "subscription")).toMatchObject({ username: "ada", resub: 3 });
		expect(events.find(({ type }) => type === "donation")).toMatchObject({
			amount: { minorUnits: 1250, currency: "EUR" },
			message: "hi",
		});
	});

	it("create a burst", async () => {
		const stand = await service();
		await runServiceCommand({ do: "burst", count: 20 }, stand);
		expect(stand.truth().events).toHaveLength(20);
	});

	it.each(["refusedKey", "slow", "error", "silence", "cachedTotals"] as const)(
		"switch %s on and off",
		async (fault) => {
			const stand = await service();
			expect(activeFaults(stand)).toEqual([]);
			await runServiceCommand({ do: "fault", fault, state: "on" }, stand);
			expect(activeFaults(stand)).toEqual([fault]);
			await runServiceCommand({ do: "fault", fault, state: "off" }, stand);
			expect(activeFaults(stand)).toEqual([]);
		},
	);

	it("clear all faults", async () => {
		const stand = await service();
		await runServiceCommand({ do: "fault", fault: "silence", state: "on" }, stand);
		await runServiceCommand({ do: "clearFaults" }, stand);
		expect(activeFaults(stand)).toEqual([]);
	});

	it.each([
		{ do: "donation", amount: "-1", currency: "EUR", message: "" },
		{ do: "donation", amount: "1", currency: "euro", message: "" },
		{ do: "burst", count: 1e9 },
		{ do: "format", disk: "c:" },
	])("do not include %j", (command) => {
		expect(ServiceCommandSchema.safeParse(command).success).toBe(false);
	});
});
