import { describe, expect, it } from "vitest";

import { SendEvent } from "../../../src/actions/send-event";
import { testEventsOf } from "../../../src/settings/test-events";
import { goLive, setUpActions } from "../../world/fakes/action-rig";

const follow = { type: "follow", username: "Ada" };

function setUp() {
	const rig = setUpActions();
	const action = new SendEvent(rig.context);
	goLive(rig.store);
	const press = async (id: string, heldMs = 20) => {
		action.pressDown(id);
		await rig.clock.advance(heldMs);
		action.pressUp(id);
		await rig.clock.advance(100);
	};
	return { ...rig, action, press };
}

describe("a send key", () => {
	it("posts its event once, and remembers by name that it was a test", async () => {
		const { action, connection, settings, place, press } = setUp();
		connection.postOutcome = { kind: "posted", name: "id:7" };
		const { id, surface } = place(action, follow);
		expect(surface.title).toBe("Follow · Ada · ready");
		await press(id);
		expect(connection.posted).toEqual([{ type: "follow", username: "Ada" }]);
		expect(surface.seen).toContain("ok");
		expect(surface.face).toMatchObject({ look: "done" });
		expect(testEventsOf(settings.current, "service.example")).toEqual(["id:7"]);
	});

	it("plays no alert twice for a nervous finger, nor while one is on its way", async () => {
		const { action, connection, clock, place, press } = setUp();
		const { id } = place(action, follow);
		await press(id);
		await press(id);
		expect(connection.posted).toHaveLength(1);
		let answer: (outcome: Awaited<ReturnType<typeof connection.postEvent>>) => void = () => undefined;
		connection.postEvent = (event) => {
			connection.posted.push(event);
			return new Promise((resolve) => {
				answer = resolve;
			});
		};
		await clock.advance(600);
		await press(id);
		await clock.advance(600);
		await press(id);
		expect(connection.posted).toHaveLength(2);
		answer({ kind: "posted", name: undefined });
		await clock.advance(600);
		await press(id);
		expect(connection.posted).toHaveLength(3);
	});

	it("asks for a hold where it is to, but not of a multi-action", async () => {
		const { action, connection, place, press } = setUp();
		const { id } = place(action, { ...follow, needsHold: true });
		await press(id);
		expect(connection.posted).toHaveLength(0);
		await press(id, 600);
		expect(connection.posted).toHaveLength(1);
		await press(place(action, { ...follow, needsHold: true }, "step").id);
		expect(connection.posted).toHaveLength(2);
	});

	it("says why nothing was sent", async () => {
		const { action, connection, log, place, press } = setUp();
		connection.postOutcome = { kind: "failed", trouble: "refused" };
		const { id, surface } = place(action, follow);
		await press(id);
		expect(surface.seen).toContain("alert");
		expect(surface.face).toMatchObject({ foot: { wordings: ["Key refused"] } });
		await press(place(action, { type: "donation", username: "Ada" }).id);
		expect(connection.posted).toHaveLength(1);
		expect(log.lines.map((line) => line.split(": ")[1])).toEqual(["refused", "not-set-up"]);
	});

	it("is not ready before the account's name is known", () => {
		const { action, store, place } = setUp();
		store.forgetAccount();
		store.update({ link: { phase: "live", sinceMs: 0 } });
		expect(place(action, follow).surface.title).toBe("Follow · Ada · connecting");
	});
});
