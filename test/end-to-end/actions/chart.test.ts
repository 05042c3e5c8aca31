import { describe, expect, it } from "vitest";

import type { Face } from "../../world/deck/drawing/face";
import type { Settings } from "../../world/deck/frame";
import { waitUntil } from "../../world/deck/wait-until";
import { faultOf } from "../../unit/key-face/drawn";
import { setUpRig, type Rig } from "../rig";

const uuid = "com.example.streamevents.chart";

function place({ deck }: Rig, settings: Settings = {}) {
	return deck.place({ action: uuid, settings });
}

function requests({ service }: Rig) {
	return service.requests.filter(({ endpoint }) => endpoint === "chart");
}

const isLive = ({ state }: Face) => state === "live";
const shows = (words: string) => (face: Face) => face.svg?.includes(`>${words}</text>`) === true;
const plus = ({ value }: Face, count: number) => String(Number(value) + count);

describe("a chart key", () => {
	it("displays the total of its metric over its own period", async () => {
		const rig = await setUpRig();
		const { deck } = rig;
		const keys = [
			["followers", "day", "Followers"],
			["subscriptions", "week", "Subscriptions"],
			["donations", "month", "Donations"],
			["donationAmount", "year", "Donation amount"],
		].map(([series, range, label]) => ({ key: place(rig, { series, range }), range, label }));
		await deck.launch();
		for (const { key, label } of keys) {
			const face = await deck.face(key, isLive);
			expect(face.title).toMatch(new RegExp(`^${label} · \\d+(\\.\\d+)? · live$`));
		}
		const ranges = requests(rig).map(({ query }) => query["rangeType"]?.[0]);
		expect(ranges.sort()).toEqual(keys.map(({ range }) => range).sort());
		expect(deck.complaints).toEqual([]);
	});

	it("requests each range once for all keys", async () => {
		const rig = await setUpRig();
		const { deck } = rig;
		const all = ["followers", "subscriptions", "donations", "donationAmount"];
		const keys = all.map((series) => place(rig, { series, range: "month" }));
		await deck.launch();
		for (const key of keys) await deck.face(key, isLive);
		expect(requests(rig)).toHaveLength(1);
	});

	it("follows events of its type, with a short delay and not one by one", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		const other = place(rig, { series: "subscriptions", range: "year" });
		await deck.launch();
		const before = await deck.face(key, isLive);
		await deck.face(other, isLive);
		service.burst(50, "follow");
		await deck.face(key, ({ value }) => value === plus(before, 50), { timeoutMs: 15_000 });
		expect(requests(rig).map(({ query }) => query["rangeType"]?.[0])).toEqual(
			expect.arrayContaining(["week", "year", "week"]),
		);
		expect(requests(rig)).toHaveLength(3);
	});

	it("keeps the last chart when a refetch fails, and displays that", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		const before = await deck.face(key, isLive);
		service.setFaults({ rest: { chart: { status: 500 } } });
		await deck.press(key);
		await deck.alert(key);
		await deck.face(key, shows("Service down"));
		await deck.face(key, ({ value, state }) => state === "stale" && value === before.value);

		service.clearFaults();
		await deck.face(key, ({ value, state }) => state === "live" && value === before.value);
		expect(deck.complaints).toEqual([]);
	});

	it("refetches after a drop", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		const before = await deck.face(key, isLive);
		service.setFaults({ silentSocket: "on" });
		service.follow({ username: "Ada" });
		// Without the fault, the connection can be back before a picture is drawn.
		service.setFaults({ handshake: { all: { connection: "hang" } } });
		service.cut();
		await deck.face(key, ({ value, state }) => state === "stale" && value === before.value);
		service.clearFaults();
		await deck.face(key, ({ value, state }) => state === "live" && value === plus(before, 1));
	});

	it("masks its total, but not its title's label", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, isLive);
		deck.setGlobalSettings({ baseUrl: service.url, apiKey: service.apiKey, hideNumbers: true });
		await deck.face(key, ({ title }) => title === "Followers · hidden · live");
	});

	it("shows an empty chart as zero", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ title }) => title === "Followers · 0 · live");
	});

	it("reads the chart in any of its shapes", async () => {
		const rig = await setUpRig({ service: { shapes: "field" } });
		const { service, deck } = rig;
		const key = place(rig, { series: "donationAmount" });
		service.donate({ username: "Max", amount: "9007199254740.99", currency: "EUR" });
		await deck.launch();
		const face = await deck.face(key, isLive);
		expect(Number(face.value)).toBeGreaterThan(9e12);
		for (const { svg } of deck.faces(key)) if (svg !== undefined) expect(faultOf(svg)).toBeUndefined();
	});

	it("is not set up without an account", async () => {
		const rig = await setUpRig({ globalSettings: {} });
		const { deck } = rig;
		const key = place(rig, { series: "nonsense", range: 7 });
		await deck.launch();
		await deck.face(key, ({ title }) => title === "Followers · – · not set up");
		expect(requests(rig)).toEqual([]);
	});
});

describe("a chart dial", () => {
	it("steps through the ranges when rotated, and displays their labels", async () => {
		const rig = await setUpRig({ deck: { devices: ["plus"] } });
		const { deck } = rig;
		const dial = deck.placeDial({ action: uuid });
		await deck.launch();
		await deck.strip(dial, ({ values }) => values["detail"] === "Week: Monday – Sunday");
		deck.rotate(dial, 1);
		await deck.strip(dial, ({ values }) => /^Month: 1 – (28|29|30|31)$/.test(String(values["detail"])));
		deck.rotate(dial, 1);
		await deck.strip(
			dial,
			({ values }) =>
				values["detail"] === "Year: January – Dece…" || /^Year: .*December$/.test(String(values["detail"])),
		);
		deck.rotate(dial, 1);
		await deck.strip(dial, ({ values }) => values["detail"] === "Day: 00:00 – 23:00");
		expect(deck.settingsOf(dial)).toEqual({});

		deck.rotate(dial, 1, { pressed: true });
		await deck.strip(dial, ({ title }) => title === "Subscriptions");
		const known = requests(rig).length;
		deck.push(dial).catch(() => undefined);
		await waitUntil(() => requests(rig).length > known);
		expect(deck.complaints).toEqual([]);
	});
});
