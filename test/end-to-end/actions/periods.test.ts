import { describe, expect, it } from "vitest";

import type { Face } from "../../world/deck/drawing/face";
import { waitUntil } from "../../world/deck/wait-until";
import { boundItem, accountOf, setUpRig } from "../rig";
import { startService } from "../../world/service/stand-in";

const hourMs = 3_600_000;
const says = (value: string) => (face: Face) => face.value === value && face.state === "live";

/** Returns the local date and time in the format of settings. */
function localTime(ms: number): string {
	const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
	return date.toISOString().slice(0, 19);
}

describe("a custom period", () => {
	it("counts and ranks from its start to its end", async () => {
		const { service, deck, counter } = await setUpRig({ service: { seed: "empty" } });
		const nowMs = Date.now();
		for (const hours of [5, 4, 3, 1])
			service.donate({
				username: `Ada ${hours}`,
				amount: hours,
				currency: "EUR",
				createdAtMs: nowMs - hours * hourMs,
			});
		const bounds = {
			scope: "custom",
			from: localTime(nowMs - 4.5 * hourMs),
			to: localTime(nowMs - 2 * hourMs),
		};
		const closed = counter({ metric: "donations", ...bounds });
		const open = counter({ metric: "donationAmount", ...bounds, to: undefined, label: "Subathon" });
		const top = deck.place({ action: "com.example.streamevents.top-supporter", settings: bounds });
		const unset = counter({ metric: "donations", scope: "custom" });
		await deck.launch();
		const face = await deck.face(closed, says("2"));
		expect(face.title).toBe("Donations custom period · 2 · live");
		await deck.face(open, says("8.00 EUR"));
		await deck.face(top, says("Ada 4 4.00 EUR"));
		await deck.face(unset, ({ state }) => state === "not set up");
		service.donate({ username: "Bob", amount: 10, currency: "EUR" });
		await deck.face(open, says("18.00 EUR"));
		expect(deck.currentFace(closed)?.value).toBe("2");
	});

	it("has a goal of its own", async () => {
		const { service, deck, counter } = await setUpRig({ service: { seed: "empty" } });
		const key = counter({
			scope: "custom",
			from: localTime(Date.now() - hourMs),
			goal: 1,
			goalAction: boundItem(service),
		});
		await deck.launch();
		await deck.face(key, says("0/1"));
		service.follow({ username: "Ada" });
		await waitUntil(() => service.commands.length === 1, { message: "the command" });
	});

	it("is one of the periods of a dial, if set", async () => {
		const { service, deck } = await setUpRig({ service: { seed: "empty" }, deck: { devices: ["plus"] } });
		const dial = deck.placeDial({
			action: "com.example.streamevents.counter",
			settings: { scope: "year", from: localTime(Date.now() - hourMs) },
		});
		service.follow({ username: "Ada" });
		await deck.launch();
		await deck.strip(dial, ({ values: { value } }) => value === "1");
		deck.rotate(dial, 1);
		// The note contains the dates, because a title with the period's name is too wide.
		await deck.strip(
			dial,
			({ values: { title, note } }) => title === "Followers" && /\d+ –$/.test(String(note)),
		);
		deck.rotate(dial, 1);
		await deck.strip(dial, ({ values: { title, note } }) => title === "Followers" && note === "");
	});
});

describe("a custom period that ended long ago", () => {
	const dayMs = 24 * hourMs;
	const period = () => ({
		scope: "custom",
		from: localTime(Date.now() - 200 * dayMs),
		to: localTime(Date.now() - 190 * dayMs),
	});

	async function setUp(listBounds: "honoured" | "ignored" | "refused") {
		const rig = await setUpRig({ service: { seed: "empty", listBounds, limitCap: 20 } });
		const { service, deck, counter } = rig;
		const agoMs = (days: number) => Date.now() - days * dayMs;
		const older = service.donate({ username: "Old", amount: 1, currency: "EUR", createdAtMs: agoMs(201) });
		for (const days of [199, 195, 191])
			service.donate({ username: `Ada ${days}`, amount: days, currency: "EUR", createdAtMs: agoMs(days) });
		for (let index = 0; index < 400; index++)
			service.donate({ username: "New", amount: 1, currency: "EUR", createdAtMs: agoMs(180 - index / 4) });
		const count = counter({ metric: "donations", ...period() });
		const top = deck.place({ action: "com.example.streamevents.top-supporter", settings: period() });
		await deck.launch();
		await deck.face(count, says("3"));
		await deck.face(top, says("Ada 199 199.00 EUR"));
		const lists = service.requests.filter(({ path }) => path.includes("/events.json"));
		return { ...rig, count, top, older, agoMs, listCount: lists.length };
	}

	it("is read by itself, and follows what happens to it", async () => {
		const { service, deck, count, top, agoMs, listCount } = await setUp("honoured");
		// Everything since would be more than twenty pages.
		expect(listCount).toBeLessThan(12);
		const late = service.donate({ username: "Late", amount: 500, currency: "EUR", createdAtMs: agoMs(193) });
		await deck.face(count, says("4"));
		await deck.face(top, says("Late 500.00 EUR"));
		service.editEvent(late.id, { amount: 5 }, "announced");
		await deck.face(top, says("Ada 199 199.00 EUR"));
		service.deleteEvent(late.id, "announced");
		await deck.face(count, says("3"));
		service.donate({ username: "Now", amount: 900, currency: "EUR" });
		await deck.restartPlugin();
		await deck.face(count, says("3"));
		await deck.face(top, says("Ada 199 199.00 EUR"));
	});

	it.each(["ignored", "refused"] as const)("is right where the bounds are %s", async (listBounds) => {
		const { listCount } = await setUp(listBounds);
		expect(listCount).toBeGreaterThan(20);
	});
});

describe("an offset", () => {
	it("is added to the displayed number and to what the goal measures", async () => {
		const { service, deck, counter } = await setUpRig({ service: { seed: "empty" } });
		const goal = { scope: "today", goal: 10, goalAction: boundItem(service) };
		const followers = counter({ ...goal, offset: "8" });
		const donated = counter({ metric: "donationAmount", scope: "today", offset: -5.5 });
		await deck.launch();
		await deck.face(followers, says("8/10"));
		await deck.face(donated, says("-5.50 EUR"));
		service.donate({ username: "Ada", amount: 20, currency: "EUR" });
		await deck.face(donated, says("14.50 EUR"));
		for (const username of ["Ada", "Bob"]) service.follow({ username });
		await deck.face(followers, says("10/10"));
		await waitUntil(() => service.commands.length === 1, { message: "the command" });
	});
});

describe("the user's calendar", () => {
	it("determines when today and this week begin, also while the plugin runs", async () => {
		const service = await startService({ seed: "empty" });
		const { deck, counter } = await setUpRig({ globalSettings: accountOf(service) });
		const now = new Date();
		const midnightMs = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
		// Just before midnight: yesterday, unless the day begins later than now.
		service.follow({ username: "Ada", createdAtMs: midnightMs - 1_000 });
		const key = counter({ scope: "today" });
		await deck.launch();
		await deck.face(key, says("0"));
		const dayStartHour = Math.min(12, now.getHours() + 1);
		const isYesterday = now.getHours() < dayStartHour;
		deck.setGlobalSettings({ ...deck.globalSettings, dayStartHour });
		await deck.face(key, says(isYesterday ? "1" : "0"));
		await service.stop();
	});
});

describe("a session", () => {
	it("begins automatically with the first event after the configured hours, also after a restart", async () => {
		const service = await startService({ seed: "empty" });
		const sessionStartedAt = new Date(Date.now() - 30 * hourMs).toISOString();
		const globalSettings = { ...accountOf(service), sessionStartedAt, newSessionAfterIdleHours: 6 };
		const { deck, counter } = await setUpRig({ globalSettings });
		for (const hours of [29, 28]) service.follow({ createdAtMs: Date.now() - hours * hourMs });
		const key = counter({ scope: "session", goal: 1, goalStep: 10 });
		await deck.launch();
		await deck.face(key, says("2/11"));
		service.host({ hostname: "Raider", viewers: 3 });
		await deck.face(key, says("0/1"));
		service.follow({ username: "Ada" });
		await deck.face(key, says("1/11"));
		await deck.restartPlugin();
		await deck.face(key, says("1/11"));
		await waitUntil(() => deck.globalSettings["sessionStartedAt"] !== sessionStartedAt, {
			message: "the new session",
		});
		await service.stop();
	});
});
