import { describe, expect, it } from "vitest";

import { NumberChecks } from "../../world/chaos/checks/number-checks";
import { ownLimits } from "../../world/chaos/limits";
import { createQuietStream, followersToday, pastFollows } from "../../world/chaos/quiet-stream";
import { outdatedTypes } from "../../world/chaos/service/silent-changes";

const hosting = { type: "hosting", username: "Ada", viewers: 3, agoMs: 60_000 } as const;

describe("the silent changes of the histories", () => {
	it.each([
		["include", "ends"],
		["do not include", "continues"],
	])("%s a pushed edit if the process %s before the frame arrives", async (expected, process) => {
		const { clock, service, plugin, show } = createQuietStream({ past: [hosting] });
		show({ queries: [followersToday] });
		await clock.advance(20_000);
		const [event = expect.unreachable()] = service.store.query();
		service.editAndPush(event, { viewers: 5 });
		if (process === "ends") plugin.kill(service);
		await clock.advance(1_000);
		expect(service.unpushedSinceMs === undefined ? "do not include" : "include").toBe(expected);
	});

	it("are brought back by a cached list with an edited or deleted event", () => {
		const { service } = createQuietStream({ past: [hosting, ...pastFollows(1, 60_000)] });
		const events = service.store.query();
		const cached = events.map((event) => service.parse(event) ?? expect.unreachable());
		expect([...outdatedTypes(cached, service.store)]).toEqual([]);
		for (const { id, type } of events) {
			if (type === "hosting") service.store.edit(id, { viewers: 4 });
			else service.store.delete(id);
		}
		expect([...outdatedTypes(cached, service.store)].sort()).toEqual(["follow", "hosting"]);
	});

	it.each([
		[1_000, 450],
		[2, 1_250],
	])("are found by an audit of 500 events in pages of %i after %i seconds", (limitCap, seconds) => {
		const { service } = createQuietStream({ past: pastFollows(500, 3_600_000), limitCap });
		expect(new NumberChecks(service, ownLimits).auditMs).toBe(seconds * 1_000);
	});

	it("are left to the audit if a sync cannot read the whole list", () => {
		const { service } = createQuietStream({ past: pastFollows(500, 3_600_000), limitCap: 2 });
		const limits = { ...ownLimits, sync: { ...ownLimits.sync, maxRequests: 300 } };
		expect(new NumberChecks(service, ownLimits).comparesAll).toBe(true);
		expect(new NumberChecks(service, limits).comparesAll).toBe(false);
	});
});
