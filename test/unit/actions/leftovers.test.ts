import { describe, it } from "vitest";

import type { ActionContext } from "../../../src/actions/action-context";
import type { ActionController } from "../../../src/actions/action-controller";
import { Chart } from "../../../src/actions/chart";
import { Connection } from "../../../src/actions/connection";
import { StreamControl } from "../../../src/actions/control";
import { Counter } from "../../../src/actions/counter";
import { createGuard } from "../../../src/state/guard";
import { KeyPainter } from "../../../src/actions/keys/key-painter";
import { LatestEvent } from "../../../src/actions/latest-event";
import { Presses } from "../../../src/actions/keys/press";
import { SceneRemote } from "../../../src/actions/remote-action";
import { SendEvent } from "../../../src/actions/send-event";
import type { Surface } from "../../../src/actions/keys/surface";
import { TopSupporter } from "../../../src/actions/top-supporter";
import { streamEventTypes } from "../../../src/state/events/stream-event";
import { instantOf } from "../../../src/state/time/clock";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { expectNothingAfterEnd, moments } from "../../world/fakes/end-at-every-moment";
import { FakeLog } from "../../world/fakes/fake-log";
import { faceOf, FakeSurface } from "../../world/fakes/fake-surface";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { someEvent, someSnapshot } from "../ledger/some-events";

describe("a press whose key disappears", () => {
	it.each(["key", "dial"] as const)("on a %s leaves no timers, at any time", async (control) => {
		await expectNothingAfterEnd(() => {
			const clock = new VirtualClock();
			const done: string[] = [];
			const waiting: (() => void)[] = [];
			const inputLag = {
				sentAfter: instantOf(clock),
				isLagging: false,
				afterPendingInput: (callback: () => void) => void waiting.push(callback),
			};
			const presses = new Presses(clock, inputLag, () => void done.push("change"));
			const plan = {
				debounceMs: 0,
				onPress: () => void done.push("press"),
				onHold: () => void done.push("hold"),
			};
			const at = (ms: number, action: () => void) => clock.schedule(action, ms);
			// A bounce, a hold, and a tap. The timers of this script are not those of the presses.
			const script = [
				at(1, () => presses.down("a", plan, control)),
				at(6, () => presses.up("a")),
				at(12, () => presses.down("a", plan, control)),
				at(900, () => presses.up("a")),
				at(1_000, () => presses.down("a", plan, control)),
				at(1_005, () => presses.up("a")),
			];
			const end = () => {
				for (const cancel of script) cancel();
				presses.cancel("a");
			};
			const finishLate = () => {
				for (const callback of waiting.splice(0)) callback();
			};
			return { clock, end, effects: () => done, finishLate };
		}, [...moments(30, 1), ...moments(1_100, 50), 501, 512, 513, 1_006, 1_019]);
	});
});

describe("a painted key that is removed", () => {
	it("is never painted again, at any time", async () => {
		await expectNothingAfterEnd(
			() => {
				const clock = new VirtualClock();
				const painter = new KeyPainter(clock, createGuard(new FakeLog()));
				const surface = new FakeSurface(clock);
				let value = 0;
				painter.add("a", { surface, face: (nowMs) => faceOf(String(value++), nowMs + 40) });
				let cancel: () => void = () => undefined;
				const repaint = () => {
					painter.repaint("a");
					cancel = clock.schedule(repaint, 7);
				};
				repaint();
				const end = () => {
					cancel();
					painter.remove("a");
				};
				return { clock, end, effects: () => surface.shown };
			},
			moments(400, 3),
		);
	});
});

const bound = { sceneToken: "scene", itemId: 7, actionCode: "trigger", holdActionCode: "reset" };
const actions: readonly [string, (context: ActionContext) => ActionController<unknown, unknown>, object][] = [
	["remote", (context) => new SceneRemote(context), bound],
	["counter", (context) => new Counter(context), { scope: "session", onHold: "resetSession" }],
	["latest event", (context) => new LatestEvent(context), {}],
	["top supporter", (context) => new TopSupporter(context), {}],
	["send event", (context) => new SendEvent(context), { type: "follow", username: "Ada", needsHold: true }],
	["chart", (context) => new Chart(context), {}],
	["connection", (context) => new Connection(context), {}],
	["session", (context) => new StreamControl(context), { command: "newSession" }],
	["thanks", (context) => new StreamControl(context), { command: "thankAll" }],
	["refresh", (context) => new StreamControl(context), { command: "refresh" }],
];
const kinds: readonly Surface["kind"][] = ["key", "dial", "step"];
const cases = actions.flatMap(([name, create, settings]) =>
	kinds.map((kind) => ({ name, create, settings, kind })),
);

describe.each(["disappear", "remove"] as const)("a key after %s()", (ending) => {
	it.each(cases)("receives no later calls: $name on a $kind", async ({ create, settings, kind }) => {
		await expectNothingAfterEnd(async () => {
			const rig = setUpActions();
			const { clock, connection, place, store, tell } = rig;
			const action = create(rig.context);
			goLive(store);
			store.ledger.applySnapshot(someSnapshot([], { types: streamEventTypes }));
			const answers: (() => void)[] = [];
			const late = <T>(value: T): Promise<T> =>
				new Promise((resolve) => {
					answers.push(() => {
						resolve(value);
					});
				});
			connection.refresh = () => late(undefined);
			connection.reconnectAndSync = () => late(undefined);
			connection.sendRemoteAction = () => late("sent" as const);
			connection.postEvent = () => late({ kind: "failed", trouble: "unreachable" } as const);
			const { id, surface } = place(action, settings, kind);
			await clock.advance(200);
			tell(someEvent(1));
			if (kind === "dial") action.rotate(id, 1, false);
			action.pressDown(id);
			const end = () => {
				action[ending](id);
			};
			const finishLate = () => {
				action.pressUp(id);
				for (const answer of answers) answer();
			};
			return { clock, end, effects: () => surface.history, finishLate };
		}, [0, 10, 100, 499, 500, 600, 2_000, 9_000]);
	});
});
