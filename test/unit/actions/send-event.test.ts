import { describe, expect, it, vi } from "vitest";

import type { PostOutcome } from "../../../src/connection/event-poster";
import { SendEvent } from "../../../src/actions/send-event";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { someEvent } from "../ledger/some-events";

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
	it("posts its event once", async () => {
		const { action, connection, place, press } = setUp();
		connection.postOutcome = { kind: "posted" };
		const { id, surface } = place(action, follow);
		expect(surface.title).toBe("Follow · Ada · ready");
		await press(id);
		expect(connection.posted).toEqual([{ type: "follow", username: "Ada" }]);
		expect(surface.history).toContain("ok");
		expect(surface.face).toMatchObject({ appearance: "done" });
	});

	it("requires no data, and is not updated by a follow", () => {
		const { action, context, demands, place, tell } = setUp();
		const { id } = place(action, follow);
		expect(demands.get(id)).toEqual({});
		const repaint = vi.spyOn(context.painter, "repaint");
		tell(someEvent(1));
		expect(repaint).not.toHaveBeenCalled();
	});

	it("posts nothing twice on repeated presses, or while a post is running", async () => {
		const { action, connection, clock, place, press } = setUp();
		const { id, surface } = place(action, follow);
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
		expect(surface.face).toMatchObject({ footer: { variants: ["Sending…"] } });
		await clock.advance(600);
		await press(id);
		expect(surface.history).toContain("alert");
		expect(surface.face).toMatchObject({ footer: { variants: ["Still working"] } });
		expect(connection.posted).toHaveLength(2);
		answer({ kind: "posted" });
		await clock.advance(600);
		await press(id);
		expect(connection.posted).toHaveLength(3);
	});

	it.each(["key", "dial", "step"] as const)(
		"on a %s answers within 2.5 s, and displays a late outcome",
		async (kind) => {
			const { action, connection, clock, place, press } = setUp();
			const { id, surface } = place(action, follow, kind);
			const answers: ((outcome: PostOutcome) => void)[] = [];
			connection.postEvent = () => new Promise((resolve) => void answers.push(resolve));
			await press(id);
			await clock.advance(2_400);
			expect(surface.history.filter((mark) => mark === "alert")).toHaveLength(1);
			if (kind !== "step") expect(JSON.stringify(surface.face)).toContain("Possibly sent");
			answers[0]?.({ kind: "posted" });
			await clock.advance(0);
			expect(surface.history).toContain("ok");
			await clock.advance(600);
			await press(id);
			await clock.advance(2_400);
			answers[1]?.({ kind: "unanswered" });
			await clock.advance(10_000);
			expect(surface.history.filter((mark) => mark === "alert")).toHaveLength(2);
			expect(answers).toHaveLength(2);
		},
	);

	it.each(["key", "step"] as const)("on a %s can be pressed again after a post that threw", async (kind) => {
		const { action, connection, log, clock, place, press } = setUp();
		const { id, surface } = place(action, follow, kind);
		const rejecting = vi.spyOn(connection, "postEvent").mockRejectedValue(new Error("unexpected"));
		await press(id);
		expect(log.lines.splice(0).join("\n")).toContain("error sending an event failed");
		expect(surface.history).toContain("alert");
		rejecting.mockRestore();
		await clock.advance(600);
		await press(id);
		expect(surface.history).toContain("ok");
	});

	it("requires a hold if set so, but not in a multi-action", async () => {
		const { action, connection, place, press } = setUp();
		const { id } = place(action, { ...follow, needsHold: true });
		await press(id);
		expect(connection.posted).toHaveLength(0);
		await press(id, 600);
		expect(connection.posted).toHaveLength(1);
		await press(place(action, { ...follow, needsHold: true }, "step").id);
		expect(connection.posted).toHaveLength(2);
	});

	it("displays why nothing was sent", async () => {
		const { action, connection, log, place, press } = setUp();
		connection.postOutcome = { kind: "failed", trouble: "refused" };
		const { id, surface } = place(action, follow);
		await press(id);
		expect(surface.history).toContain("alert");
		expect(surface.face).toMatchObject({ footer: { variants: ["Key refused"] } });
		const half = place(action, { type: "donation", username: "Ada", currency: "EUR" });
		expect(half.surface.title).toMatch(/ · not set up$/);
		await press(half.id);
		expect(connection.posted).toHaveLength(1);
		connection.postOutcome = { kind: "too-late" };
		await press(place(action, follow).id);
		expect(log.lines.map((line) => line.split(": ")[1])).toEqual(["refused", "not-set-up", "too-late"]);
	});

	it("is not ready before the account's name is loaded", () => {
		const { action, store, place } = setUp();
		store.forgetAccount();
		store.update({ link: { phase: "live", sinceMs: 0 } });
		expect(place(action, follow).surface.title).toBe("Follow · Ada · connecting");
		store.update({ link: { phase: "failed", trouble: "refused" } });
		expect(place(action, follow).surface.title).toBe("Follow · Ada · refused");
	});
});
