import { describe, expect, it } from "vitest";

import { StreamControl } from "../../../src/actions/control";
import { StreamCommands, type CommandResult } from "../../../src/actions/stream-commands";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { someEvent, someSnapshot } from "../ledger/some-events";

function setUp() {
	const rig = setUpActions();
	const action = new StreamControl(rig.context);
	rig.store.ledger.applySnapshot(someSnapshot([], { startedAtMs: rig.clock.now() }));
	goLive(rig.store);
	let ids = 0;
	const happen = (person: string) => {
		rig.tell(someEvent(++ids, { createdAtMs: rig.clock.now() + ids, person }));
	};
	const press = async (id: string) => {
		action.pressDown(id);
		action.pressUp(id);
		await rig.clock.advance(300);
	};
	const waiting = () => rig.store.ledger.thanks.waitingCount(["follow"], rig.clock.now());
	return { ...rig, action, happen, press, waiting };
}

const footOf = (face: unknown) => (face as { footer?: { variants: readonly string[] } }).footer?.variants[0];

describe("a Stream Control key", () => {
	it("hides, shows and toggles numbers", async () => {
		const { action, place, press, store } = setUp();
		const hiddenAfter = async (command: string) => {
			const { id, surface } = place(action, { command });
			await press(id);
			expect(surface.history).toContain("ok");
			return store.state.hideNumbers;
		};
		expect(await hiddenAfter("hideNumbers")).toBe(true);
		expect(await hiddenAfter("showNumbers")).toBe(false);
		expect(await hiddenAfter("toggleNumbers")).toBe(true);
		expect(await hiddenAfter("toggleNumbers")).toBe(false);
	});

	it("starts a session, and undoes it with a second press within five seconds", async () => {
		const { action, clock, place, press, settings } = setUp();
		const { id, surface } = place(action, { command: "newSession" });
		const before = "2020-01-01T00:00:00.000Z";
		await settings.change({ sessionStartedAt: before });
		await press(id);
		expect(settings.current?.sessionStartedAt).not.toBe(before);
		expect(footOf(surface.face)).toBe("Press to undo");
		await press(id);
		expect(settings.current?.sessionStartedAt).toBe(before);
		await press(id);
		await clock.advance(5_000);
		await press(id);
		expect(settings.current?.sessionStartedAt).not.toBe(before);
	});

	it("does not start a later session again when an earlier one was undone in the meantime", async () => {
		const { action, place, press, settings } = setUp();
		const [first, second] = [1, 2].map(() => place(action, { command: "newSession" }).id);
		const before = "2020-01-01T00:00:00.000Z";
		await settings.change({ sessionStartedAt: before });
		for (const id of [first, second, first, second]) await press(id ?? "");
		expect(settings.current?.sessionStartedAt).toBe(before);
	});

	it("ignores a bounce, which would undo the press", async () => {
		const { action, clock, place, press, waiting, happen } = setUp();
		const { id } = place(action, { command: "thankAll" });
		happen("Ada");
		action.pressDown(id);
		action.pressUp(id);
		await clock.advance(20);
		await press(id);
		expect(waiting()).toBe(0);
	});

	it("thanks the next person or all, and undoes the latter", async () => {
		const { action, happen, place, press, waiting } = setUp();
		const next = place(action, { command: "thankNext" });
		const all = place(action, { command: "thankAll" });
		for (const person of ["Ada", "Bob", "Cyd"]) happen(person);
		await press(next.id);
		expect(waiting()).toBe(2);
		await press(all.id);
		expect(waiting()).toBe(0);
		await press(all.id);
		expect(waiting()).toBe(2);
		expect(all.surface.history).toContain("ok");
	});

	it("displays that there is nobody to thank", async () => {
		const { action, place, press } = setUp();
		for (const command of ["thankNext", "thankAll"]) {
			const { id, surface } = place(action, { command });
			await press(id);
			expect(footOf(surface.face)).toBe("Nobody to thank");
			expect(surface.history).not.toContain("alert");
		}
	});

	it("refreshes, and displays the reason for a failure", async () => {
		const { action, connection, place, press } = setUp();
		const { id, surface } = place(action, { command: "refresh" });
		await press(id);
		expect(connection.requests).toEqual(["numbers"]);
		expect(surface.history).toContain("ok");
		connection.trouble = "unreachable";
		await press(id);
		expect(surface.history).toContain("alert");
		expect(surface.face?.facts).toEqual(["failed: offline"]);
	});

	it("shows an alert without a command", async () => {
		const { action, place, press } = setUp();
		const { id, surface } = place(action, { command: "explode" });
		expect(surface.title).toBe("Stream Control · – · not set up");
		await press(id);
		expect(surface.history).toContain("alert");
	});

	it("runs once in a multi-action, and again with the next run", async () => {
		const { action, happen, place, press, waiting } = setUp();
		const { id, surface } = place(action, { command: "thankAll" }, "step");
		happen("Ada");
		await press(id);
		happen("Bob");
		await press(id);
		expect([waiting(), surface.history]).toEqual([0, ["ok", "ok"]]);
	});

	it("waits two seconds for the queue, and then shows an alert", async () => {
		const { action, clock, place, store } = setUp();
		store.forgetAccount();
		const { id, surface } = place(action, { command: "thankAll" }, "step");
		action.pressDown(id);
		await clock.advance(1_000);
		expect(surface.history).toEqual([]);
		store.ledger.applySnapshot(someSnapshot([]));
		store.ledger.applyEvent(someEvent(2, { createdAtMs: clock.now() }), clock.now());
		store.notify();
		await clock.advance(10);
		expect(surface.history).toEqual(["ok"]);
		store.forgetAccount();
		action.pressDown(id);
		await clock.advance(1_990);
		expect(surface.history).toEqual(["ok"]);
		await clock.advance(20);
		expect(surface.history).toEqual(["ok", "alert"]);
	});

	it("waits two seconds in all for the settings and the queue", async () => {
		const { clock, connection, settings, store } = setUp();
		store.forgetAccount();
		const loading: { current: typeof settings.current; readonly change: () => Promise<void> } = {
			current: undefined,
			change: async () => undefined,
		};
		const commands = new StreamCommands({ clock, connection, settings: loading, store });
		let result: CommandResult | undefined;
		void commands.run("thankNext").then((ran) => (result = ran));
		await clock.advance(1_500);
		loading.current = settings.current;
		store.notify();
		await clock.advance(490);
		expect(result).toBeUndefined();
		await clock.advance(20);
		expect(result).toMatchObject({ kind: "failed" });
	});

	it("shows an alert immediately without an account", async () => {
		const { action, clock, place, settings, store } = setUp();
		store.forgetAccount();
		store.update({ link: { phase: "not-set-up" } });
		for (const command of ["thankNext", "thankAll", "newSession"]) {
			const { id, surface } = place(action, { command }, "step");
			action.pressDown(id);
			await clock.advance(10);
			expect(surface.history).toEqual(["alert"]);
		}
		expect(settings.current?.sessionStartedAt).toBeUndefined();
	});

	it("requires the queue only for commands that thank", () => {
		const { action, demands, place } = setUp();
		expect(demands.get(place(action, { command: "thankAll" }).id)).toMatchObject({ recent: { count: 1 } });
		expect(demands.get(place(action, { command: "newSession" }).id)).toEqual({});
	});
});
