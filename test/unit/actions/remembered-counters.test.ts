import { describe, expect, it } from "vitest";

import { Counter } from "../../../src/actions/counter";
import { RememberedCounters } from "../../../src/actions/remembered-counters";
import { parseGlobalSettings, scopeSettings } from "../../../src/settings/schemas/global";
import { goLive, RecordingSurface, setUpActions } from "../../world/fakes/action-rig";
import { someEvent, someSnapshot } from "../ledger/some-events";

const account = { baseUrl: "https://service.example", apiKey: "key-1" };
const totals = { followers: 12_345, subscribers: 10, donations: 70, byProvider: {} };
const id = "key";
const place = { deviceId: "deck", position: id };

/** Restarts a plugin that has displayed a counter with these settings. */
function restart(settings: object, { global = {}, language = "en" } = {}) {
	const rig = setUpActions(language);
	const { store, clock, context } = rig;
	const current = parseGlobalSettings({ ...account, ...global });
	const { hideNumbers } = current;
	store.update({ hideNumbers, ...scopeSettings(current) });
	const donation = { type: "donation", amount: { currency: "EUR", minorUnits: 4_250 } } as const;
	const events = [someEvent(1, { ...donation, createdAtMs: clock.now() - 1_000 })];
	store.ledger.applySnapshot(someSnapshot(events, { reachMs: -Infinity, totals, hostings: { count: 0 } }));
	goLive(store);
	const counter = new Counter(context);
	counter.disappear(rig.place(counter, settings).id);
	store.forgetAccount();
	store.update({ link: { phase: "connecting" } });
	const selected: (string | undefined)[] = [];
	const surface = new RecordingSurface("key", place);
	const remembered = new RememberedCounters({
		numbers: { ...context.rememberedNumbers, selectAccount: (secret) => void selected.push(secret) },
		painter: context.painter,
		now: () => clock.now(),
		language,
	});
	return { ...rig, counter, current, remembered, selected, surface };
}

const donationsToday = { metric: "donationAmount", scope: "today" };

describe("a counter while the plugin is loading", () => {
	it.each([
		[{}, {}],
		[{ label: "Fans", color: "#123456", format: "compact", goal: 20_000 }, { language: "de" }],
		[{ ...donationsToday, offset: 7.5, goal: 100 }, { global: { dayStartHour: 4 } }],
		[
			{ ...donationsToday, scope: "week" },
			{ global: { weekStartsOn: "sunday" }, language: "ja" },
		],
		[{ ...donationsToday, scope: "session" }, { global: { sessionStartedAt: "2020-01-01T00:00:00Z" } }],
		[{ metric: "donationAmount", scope: "custom", from: "2020-01-01T00:00" }, {}],
		[{}, { global: { hideNumbers: true } }],
	])(
		"displays once what its controller displays first, with settings %j and %j",
		async (settings, options) => {
			const { remembered, current, counter, surface, selected, clock } = restart(settings, options);
			remembered.appear(id, surface, settings);
			expect(surface.face).toBeUndefined();
			remembered.applySettings(current);
			expect(selected).toEqual(["https://service.example key-1"]);
			const { face } = surface;
			expect(surface.title).toMatch(/ · (?!–).* · connecting$/);

			await clock.advance(40);
			counter.appear(id, surface, settings);
			await clock.advance(1_000);
			expect(surface.face).toBe(face);
			const successor = new RecordingSurface("key", place);
			counter.appear(id, successor, settings);
			expect(successor.face).toEqual(face);
		},
	);

	it.each([
		["dial", {}],
		["step", {}],
		["key", { onPress: "next" }],
		["key", { metric: "viewers", scope: "custom" }],
	] as const)("displays nothing if its number may be another one or is unknown: %s %j", (kind, settings) => {
		const { remembered, current, clock } = restart({});
		const other = new RecordingSurface(kind, place);
		remembered.applySettings(current);
		remembered.appear(id, other, settings);
		expect([other.face, clock.pendingCount]).toEqual([undefined, 0]);
	});

	it("displays nothing after it has disappeared", () => {
		const { remembered, current, surface, clock } = restart({});
		remembered.appear(id, surface, {});
		remembered.disappear(id);
		remembered.applySettings(current);
		expect(surface.face).toBeUndefined();
		remembered.appear(id, surface, {});
		expect(surface.title).toBe("Followers · 12345 · connecting");
		remembered.disappear(id);
		expect(clock.pendingCount).toBe(0);
	});

	it.each([
		[{ metric: "subscriptions" }, "Subscriptions · 10 · connecting"],
		[{ provider: "twitch", offset: 5 }, "Followers · 12 · connecting"],
		[{ scope: "today" }, undefined],
		[{ metric: "donations" }, undefined],
	])("displays the service's total if no number is stored: %j", async (settings, title) => {
		const { remembered, current, counter, clock } = restart({});
		const surfaces = ["one", "two"].map((position) => new RecordingSurface("key", { ...place, position }));
		for (const [index, surface] of surfaces.entries()) remembered.appear(`key ${index}`, surface, settings);
		remembered.applySettings(current);
		expect(remembered.expectTotals()).toBe(title !== undefined);
		for (const surface of surfaces) expect(surface.title).toBeUndefined();
		remembered.applyTotals({ ...totals, byProvider: { twitch: { followers: 7 } } });
		for (const surface of surfaces) expect(surface.title).toBe(title);
		if (title === undefined) return;
		await clock.advance(40);
		const [surface = expect.fail()] = surfaces;
		const { face } = surface;
		counter.appear("key 0", surface, settings);
		await clock.advance(1_000);
		expect(surface.face).toBe(face);
	});

	it.each([
		[20, undefined],
		[400, "Subscriptions · – · connecting"],
	])("displays a total that arrives %i ms after its controller, instead of %s", async (delayMs, first) => {
		const { remembered, current, counter, clock, surface } = restart({});
		const settings = { metric: "subscriptions" };
		remembered.appear(id, surface, settings);
		remembered.applySettings(current);
		expect(remembered.expectTotals()).toBe(true);
		remembered.end();
		counter.appear(id, surface, settings);
		await clock.advance(delayMs);
		expect(surface.title).toBe(first);
		remembered.applyTotals(totals);
		await clock.advance(1_000);
		expect(surface.title).toBe("Subscriptions · 10 · connecting");
	});

	it("does not wait for totals without an account", () => {
		const { remembered, surface } = restart({});
		remembered.appear(id, surface, { metric: "subscriptions" });
		remembered.applySettings(parseGlobalSettings({}));
		expect(remembered.expectTotals()).toBe(false);
	});

	it("keeps a stored number when the totals arrive", () => {
		const { remembered, current, surface } = restart({});
		const other = new RecordingSurface("key", place);
		remembered.applySettings(current);
		remembered.appear(id, surface, {});
		expect(remembered.expectTotals()).toBe(false);
		remembered.appear("other", other, { metric: "subscriptions" });
		remembered.applyTotals({ ...totals, followers: 1, subscribers: undefined });
		expect([surface.title, other.title]).toEqual(["Followers · 12345 · connecting", undefined]);
	});
});
