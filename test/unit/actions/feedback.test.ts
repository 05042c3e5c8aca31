import { describe, expect, it } from "vitest";

import type { ActionController } from "../../../src/actions/action-controller";
import type { ActionContext } from "../../../src/actions/action-context";
import { Chart } from "../../../src/actions/chart";
import { Connection } from "../../../src/actions/connection";
import { Counter } from "../../../src/actions/counter";
import { LatestEvent } from "../../../src/actions/latest-event";
import type { DialHints } from "../../../src/actions/keys/surface";
import { TopSupporter } from "../../../src/actions/top-supporter";
import { renderFace } from "../../../src/key-face/drawing/image";
import { stringsFor } from "../../../src/key-face/language";
import { stripFeedback } from "../../../src/key-face/drawing/strip";
import type { LinkTrouble } from "../../../src/state/link-status";
import { languages } from "../../../src/state/language";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { factsOf } from "../key-face/drawn";

type AnyController = ActionController<unknown, unknown>;
const create: Readonly<Record<string, (context: ActionContext) => AnyController>> = {
	counter: (context) => new Counter(context),
	chart: (context) => new Chart(context),
	"top-supporter": (context) => new TopSupporter(context),
	"latest-event": (context) => new LatestEvent(context),
	connection: (context) => new Connection(context),
};

function setUp(name: string, language?: string) {
	const rig = setUpActions(language);
	goLive(rig.store);
	const action = create[name]?.(rig.context);
	if (!action) throw new Error(`no action ${name}`);
	const press = async (id: string) => {
		action.pressDown(id);
		await rig.clock.advance(60);
		action.pressUp(id);
		await rig.clock.advance(200);
	};
	return { ...rig, action, press };
}

describe.each(["counter", "chart", "top-supporter", "connection"])(
	"a refresh of a %s that takes long",
	(name) => {
		const kinds = name === "connection" ? (["key", "step"] as const) : (["key", "dial", "step"] as const);

		it.each(kinds)("is answered on a %s within 2.5 s, and its outcome is displayed later", async (kind) => {
			const { action, clock, connection, place, press } = setUp(name);
			const { id, surface } = place(action, {}, kind);
			const answers: ((trouble: LinkTrouble | undefined) => void)[] = [];
			connection.refresh = () => new Promise((resolve) => void answers.push(resolve));
			connection.reconnectAndSync = () => connection.refresh("numbers");
			const alerts = () => surface.history.filter((mark) => mark === "alert").length;
			const shown = () => JSON.stringify(surface.face ?? {});
			await press(id);
			expect(alerts()).toBe(0);
			await clock.advance(2_200);
			expect(alerts()).toBe(1);
			if (kind !== "step") expect(shown()).toContain("No answer yet");
			answers[0]?.("service-error");
			await clock.advance(200);
			expect(alerts()).toBe(2);
			if (kind !== "step") expect(shown()).toContain("Service");
			connection.silentForMs = 200;
			await press(id);
			await clock.advance(2_400);
			expect(alerts()).toBe(2);
			if (kind !== "step") expect(shown()).toContain("Updating…");
			answers[1]?.(undefined);
			await clock.advance(200);
			expect(surface.history).toContain("ok");
			expect([answers.length, shown().includes("Updating…")]).toEqual([2, false]);
		});
	},
);

describe.each(["counter", "chart", "top-supporter"])("a refresh of a %s", (name) => {
	it("that succeeds is confirmed on the pressed key only", async () => {
		const { action, place, press } = setUp(name);
		const [pressed, other] = [place(action), place(action)];
		await press(pressed.id);
		expect(pressed.surface.history).toContain("ok");
		expect(other.surface.history).not.toContain("ok");
	});

	it.each(languages)("that succeeds is confirmed for a moment on a dial in %s", async (language) => {
		const { action, clock, place, press } = setUp(name, language);
		const { id, surface } = place(action, {}, "dial");
		await press(id);
		const { updated } = stringsFor(language);
		const shown = () => (surface.face ? JSON.stringify(stripFeedback(surface.face)) : "");
		expect(shown()).toContain(updated);
		expect(surface.history).not.toContain("alert");
		await clock.advance(2_000);
		expect(shown()).not.toContain(updated);
	});

	it("that fails displays the reason, also in the picture's description", async () => {
		const { action, connection, place, press } = setUp(name);
		connection.trouble = "refused";
		const { id, surface } = place(action);
		await press(id);
		expect(surface.history).toContain("alert");
		expect(surface.face && factsOf(renderFace(surface.face))).toEqual(["failed: key refused"]);
	});
});

describe("a connection key", () => {
	it("confirms a press while it is reconnecting, and can be pressed again afterwards", async () => {
		const { action, connection, clock, place, press } = setUp("connection");
		const { id, surface } = place(action);
		let finish: () => void = () => undefined;
		connection.reconnectAndSync = () =>
			new Promise((resolve) => {
				finish = () => {
					resolve(undefined);
				};
			});
		await press(id);
		await press(id);
		expect(surface.history).toContain("alert");
		expect(surface.face && factsOf(renderFace(surface.face))).toEqual(["failed: still working"]);
		finish();
		await clock.advance(100);
		expect(surface.history.filter((sign) => sign === "ok")).toHaveLength(1);
		await press(id);
		finish();
		await clock.advance(100);
		expect(surface.history.filter((sign) => sign === "ok")).toHaveLength(2);
	});
});

describe("a dial", () => {
	it.each<[string, object, DialHints]>([
		[
			"counter",
			{},
			{ rotate: "Period (push and turn: metric)", push: "Refresh", touch: "Refresh", longTouch: "Refresh" },
		],
		[
			"counter",
			{ onPress: "next", onHold: "resetSession" },
			{
				rotate: "Period (push and turn: metric)",
				push: "Next period (hold: Start a new session)",
				touch: "Next period",
				longTouch: "Start a new session",
			},
		],
		["counter", { onPress: "none" }, { rotate: "Period (push and turn: metric)" }],
		[
			"counter",
			{ onPress: "none", onHold: "resetSession" },
			{ rotate: "Period (push and turn: metric)", longTouch: "Start a new session" },
		],
		["chart", {}, { rotate: "Period (push and turn: metric)", push: "Refresh", touch: "Refresh" }],
		["top-supporter", {}, { rotate: "Rank (push and turn: period)", push: "Refresh", touch: "Refresh" }],
		[
			"latest-event",
			{},
			{
				rotate: "Earlier events",
				push: "Thank and show next (hold: Clear all)",
				touch: "Thank and show next",
				longTouch: "Clear all",
			},
		],
		[
			"latest-event",
			{ onPress: "clear" },
			{ rotate: "Earlier events", push: "Clear all", touch: "Clear all", longTouch: "Clear all" },
		],
	])("of a %s set up as %j has descriptions of its gestures in the app", (name, settings, hints) => {
		const { action, place } = setUp(name);
		const dial = place(action, {}, "dial");
		action.changeSettings(dial.id, settings);
		expect(dial.surface.hints).toEqual(hints);
		expect(place(action, settings, "dial").surface.hints).toEqual(hints);
		expect(place(action, settings).surface.hints).toBeUndefined();
	});

	it.each(languages)("describes its gestures in %s like the manifest's translation", async (language) => {
		const { default: translation } = (await import(
			`../../../com.example.streamevents.sdPlugin/${language}.json`
		)) as { default: Record<string, { Encoder?: { TriggerDescription: Record<string, string> } }> };
		for (const name of ["counter", "chart", "top-supporter"]) {
			const { action, place } = setUp(name, language);
			const { Rotate, Push } = translation[action.manifestId]?.Encoder?.TriggerDescription ?? {};
			const { rotate, push } = place(action, {}, "dial").surface.hints ?? {};
			expect([rotate?.replaceAll("\u00a0", " "), push]).toEqual([Rotate?.replaceAll("\u00a0", " "), Push]);
		}
	});
});
