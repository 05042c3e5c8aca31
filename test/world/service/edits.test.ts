import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { startJoiningClient, type JoiningClient } from "./clients/joining-client";
import { waitForAssertions } from "./clients/plain-clients";
import { list } from "./clients/rest-client";
import { startService, type StandInService } from "./stand-in";

let service: StandInService;
let joining: JoiningClient;

beforeEach(async () => {
	service = await startService({ seed: "empty" });
	joining = startJoiningClient(service);
	await waitForAssertions(() => expect(service.connections.event.joined).toBe(1));
});

afterEach(async () => {
	joining.client.disconnect();
	await service.stop();
});

describe("an edited event", () => {
	it("is listed and counted in its current form, under its old id", async () => {
		const { id } = service.donate({ username: "slip", amount: 500 });
		service.editEvent(id, { username: "slip two", amount: 50 });
		expect((await list(service)).events).toMatchObject([
			{ id, parameters: { username: "slip two", amount: 50, currency: "EUR" } },
		]);
		expect(service.truth()).toMatchObject({ donations: { minorUnits: 5_000 } });
		service.deleteEvent(id);
		service.editEvent(id, { amount: 20 });
		expect(service.truth()).toMatchObject({ donations: { minorUnits: 0 } });
		service.restoreEvent(id);
		expect(service.truth()).toMatchObject({ donations: { minorUnits: 2_000 } });
	});

	it("can change its currency, and is sent as new-event if requested", async () => {
		const { id } = service.donate({ username: "ada", amount: "5.50" });
		service.editEvent(id, { currency: "USD" }, "announced");
		await waitForAssertions(() => expect(joining.received).toHaveLength(2));
		expect(joining.received[1]).toMatchObject({
			event: { id, formattedAmount: "$5.50", parameters: { currency: "USD" } },
		});
	});

	it("requires an existing event and a change", () => {
		const { id } = service.follow({ username: "ada" });
		expect(() => service.editEvent(1, { username: "bob" })).toThrow("no event has the id 1");
		expect(() => service.editEvent(id, {})).toThrow("nothing to change");
		expect(() => service.editEvent(id, { currency: "USD" })).toThrow("amount");
		expect(() => service.donate({ amount: -5 })).toThrow("negative");
	});
});

describe("a push with fewer fields than the list", () => {
	it("has the disabled fields missing, at any depth", async () => {
		service.setFaults({ pushOmits: ["id", "created_at", "amount", "username", "parameters.amount"] });
		const { id } = service.donate({ username: "ada", amount: 5, message: "hi" });
		await waitForAssertions(() => expect(joining.received).toHaveLength(1));
		expect(joining.received[0]).toMatchObject({
			event: { type: "donation", parameters: { currency: "EUR", message: "hi" } },
		});
		for (const field of ["id", "created_at", "parameters.amount"])
			expect(joining.received[0]).not.toHaveProperty(["event", field]);
		for (const field of ["amount", "username"])
			expect(joining.received[0]).not.toHaveProperty(["event", "parameters", field]);
		expect((await list(service)).events).toMatchObject([{ id, parameters: { username: "ada", amount: 5 } }]);
	});
});
