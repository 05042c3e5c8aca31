import { describe, expect, it } from "vitest";

import { createPatientClient } from "../../../src/connection/patient-client";
import { ServiceError } from "../../../src/service/errors";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { fakeClient } from "../../world/fakes/fake-client";

const noTotals = { byProvider: {} };

function setUp(error: ServiceError) {
	const clock = new VirtualClock();
	const asked: string[] = [];
	const client = fakeClient({
		totals: () => {
			asked.push("totals");
			return asked.length === 1 ? Promise.reject(error) : Promise.resolve(noTotals);
		},
		scene: () => {
			asked.push("scene");
			return Promise.reject(new ServiceError("not-found", "no such scene"));
		},
	});
	return { clock, asked, client: createPatientClient(client, clock) };
}

describe("a patient client", () => {
	it("asks nothing at all until the service may be asked again", async () => {
		const { clock, asked, client } = setUp(
			new ServiceError("rate-limited", "busy", { status: 429, retryAfterMs: 5_000 }),
		);
		await expect(client.totals()).rejects.toMatchObject({ kind: "rate-limited", retryAfterMs: 5_000 });
		await clock.advance(2_000);
		await expect(client.scene("x")).rejects.toMatchObject({ kind: "rate-limited", retryAfterMs: 3_000 });
		expect(asked).toEqual(["totals"]);
		await clock.advance(3_000);
		await expect(client.totals()).resolves.toBe(noTotals);
	});

	it("counts the time that the computer slept", async () => {
		const { clock, client } = setUp(new ServiceError("rate-limited", "busy", { retryAfterMs: 60_000 }));
		await expect(client.totals()).rejects.toThrow();
		clock.jump(60_000);
		await expect(client.totals()).resolves.toBe(noTotals);
	});

	it("goes on after any other failure", async () => {
		const { client } = setUp(new ServiceError("server-error", "broken"));
		await expect(client.totals()).rejects.toMatchObject({ kind: "server-error" });
		await expect(client.totals()).resolves.toBe(noTotals);
		await expect(client.scene("x")).rejects.toMatchObject({ kind: "not-found" });
	});
});
