import { describe, expect, it } from "vitest";

import type { Face } from "../../world/deck/drawing/face";
import { nowMs } from "../../world/deck/frame";
import type { Key } from "../../world/deck/keys";
import { waitUntil } from "../../world/deck/wait-until";
import { setUpRig, waitUntilJoined, type Rig } from "../rig";
import { expectedTextOf, waitForExpectedValues } from "../expected-values";

const counterUuid = "com.example.streamevents.counter";
const isLive = ({ state }: Face) => state === "live";
const isStale = ({ state }: Face) => state === "stale";

async function launched(rig: Rig, ...keys: readonly Key[]): Promise<void> {
	await rig.deck.launch();
	await waitForExpectedValues(keys, rig);
	await waitUntilJoined(rig);
}

/** Returns every value that the key has displayed, without repeats. */
function valuesOf({ deck }: Rig, key: Key): readonly string[] {
	return [...new Set(deck.faces(key).flatMap(({ value }) => value ?? []))];
}

describe("a service whose times have no offset", () => {
	it.each(["America/New_York", "Asia/Kolkata"])(
		"counts pushed events in the session: %s",
		async (timeZone) => {
			const rig = await setUpRig({ service: { timeZone, shapes: { timestamps: "local" } } });
			const { service, deck, counter } = rig;
			const session = counter({ scope: "session", metric: "donations" });
			await rig.deck.launch();
			const { value } = await deck.face(session, isLive);
			service.donate({ username: "Ada", amount: 5 });
			await deck.face(session, (face) => isLive(face) && face.value === String(Number(value) + 1));
		},
	);
});

describe("a counter after a drop", () => {
	it("contains what happened in the meantime without a press, and displays the difference", async () => {
		const rig = await setUpRig();
		const { service, deck, counter } = rig;
		const keys = [counter(), counter({ scope: "today" }), counter({ scope: "session" })];
		await launched(rig, ...keys);
		service.setFaults({ refusedKey: "socket" });
		service.cut();
		for (const username of ["Ada", "Bob", "Cyd"]) service.follow({ username });
		service.clearFaults();
		await waitForExpectedValues(keys, rig);
		for (const key of keys) await deck.face(key, ({ svg }) => svg?.includes("+3") ?? false);
		expect(deck.complaints).toEqual([]);
	});

	it("counts an event once after three reconnects, each joined once", async () => {
		const rig = await setUpRig();
		const { service, counter } = rig;
		const key = counter();
		await launched(rig, key);
		for (let round = 1; round <= 3; round++) {
			service.cut();
			await waitUntil(() => service.joins.length === round + 1, { message: "the next join" });
			await waitForExpectedValues([key], rig);
		}
		service.follow({ username: "Ada" });
		service.repeatLast();
		await waitForExpectedValues([key], rig);
		expect(service.connections.event).toEqual({ open: 1, joined: 1 });
		expect(new Set(service.joins.map(({ socketId }) => socketId)).size).toBe(4);
		expect(valuesOf(rig, key).filter((value) => value !== "–")).toHaveLength(2);
	});

	it("reconnects to the address to which the service moved", async () => {
		const rig = await setUpRig({ service: { socketAddress: "own" } });
		const { service, counter } = rig;
		const key = counter();
		await launched(rig, key);
		await service.moveSockets();
		service.follow({ username: "Ada" });
		await waitUntil(() => service.joins.length === 2, { message: "a join at the new address" });
		await waitForExpectedValues([key], rig);
		service.follow({ username: "Bob" });
		await waitForExpectedValues([key], rig);
	});

	it("never has two connections, however fast the drops", async () => {
		const rig = await setUpRig();
		const { service, counter } = rig;
		const key = counter();
		await launched(rig, key);
		let maxOpen = 0;
		service.on("join", () => (maxOpen = Math.max(maxOpen, service.connections.event.open)));
		for (let drops = 0; drops < 10; drops++) {
			service.cut();
			await waitUntil(() => service.connections.event.open === 0, { message: "the drop" });
		}
		service.follow({ username: "Ada" });
		await waitForExpectedValues([key], rig);
		expect(maxOpen).toBe(1);
		expect(service.connections.event).toEqual({ open: 1, joined: 1 });
	});
});

describe("an invalid response", () => {
	const broken = [
		["500", { status: 500 }],
		["an empty object", { body: "empty-object" }],
		["half an answer", { body: "truncated" }],
	] as const;

	it.each(broken)("(%s) keeps the last value, marked as stale, and never displays zero", async (_, fault) => {
		const rig = await setUpRig();
		const { service, deck, counter } = rig;
		const followers = counter();
		const keys = [followers, counter({ metric: "subscriptions" }), counter({ metric: "donations" })];
		await launched(rig, ...keys);
		service.setFaults({ rest: { totals: fault, events: fault } });
		service.follow({ username: "Ada" });
		await deck.face(followers, (face) => face.value === `${service.truth().followers}` && isStale(face));
		service.clearFaults();
		await waitForExpectedValues(keys, rig);
		for (const key of keys) expect(valuesOf(rig, key)).not.toContain("0");
	});

	it("from the start is unknown, and zero only once the service reports zero", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		service.setFaults({ rest: { totals: { body: "empty-object" }, events: { status: 500 } } });
		const keys = [counter(), counter({ scope: "today" })];
		await deck.launch();
		await waitUntil(() => service.requests.filter(({ status }) => status === 500).length > 1, {
			message: "readings that fail",
		});
		for (const key of keys) expect(valuesOf(rig, key)).toEqual(["–"]);
		service.clearFaults();
		await waitForExpectedValues(keys, rig);
		for (const key of keys) expect(deck.currentFace(key)?.value).toBe("0");
	});
});

describe("a counter", () => {
	it("waits for a network that comes up late, and connects by itself", async () => {
		const rig = await setUpRig();
		const { service, deck, counter } = rig;
		service.setFaults({ rest: { all: { connection: "reset" } } });
		const key = counter();
		await deck.launch();
		await waitUntil(() => service.requests.filter(({ endpoint }) => endpoint === "discovery").length > 3, {
			message: "tries",
		});
		service.clearFaults();
		await waitForExpectedValues([key], rig);
	});

	it("handles donations without a message and events without fields", async () => {
		const rig = await setUpRig({ service: { shapes: { noMessage: "absent" } } });
		const { service, deck, counter } = rig;
		const keys = [
			counter({ metric: "donationAmount", scope: "today" }),
			counter({ metric: "donations", scope: "year" }),
		];
		await launched(rig, ...keys);
		const { pid } = deck;
		for (const frame of [null, [], "", 7, { event: null }, { event: { type: "donation", parameters: {} } }]) {
			service.emitRaw(frame);
		}
		service.emitRaw({ event: { id: 1, type: "follow", parameters: null, created_at: "yesterday" } });
		service.donate({ username: "Max", amount: 12.5, currency: "EUR" });
		await waitForExpectedValues(keys, rig, { timeoutMs: 45_000 });
		expect([deck.pid, deck.exitCode]).toEqual([pid, undefined]);
	});

	it("counts while it is hidden, and displays that in its first image", async () => {
		const rig = await setUpRig();
		const { service, deck, counter } = rig;
		const [shown, hidden] = [counter(), deck.place({ action: counterUuid, profile: "Other" })];
		deck.showProfile("Other");
		await launched(rig, hidden);
		deck.showProfile("Default");
		await deck.face(shown, isLive);
		const drawn = deck.faces(hidden).length;
		for (let count = 0; count < 5; count++) service.follow({ username: `viewer ${count}` });
		await waitForExpectedValues([shown], rig);
		deck.showProfile("Other");
		await deck.nextFace(hidden);
		expect(deck.faces(hidden)[drawn]?.value).toBe(expectedTextOf(hidden, service, deck));
	});

	it("keeps its value among thirty-two that together back off from a busy service", async () => {
		const rig = await setUpRig({ deck: { devices: ["xl"] } });
		const { service, deck, counter } = rig;
		const keys = Array.from({ length: 32 }, (_, index) =>
			counter({ scope: index % 2 ? "today" : "lifetime" }),
		);
		await launched(rig, ...keys);
		const totalsRequests = () =>
			service.requests.filter(({ endpoint }) => endpoint === "totals" || endpoint === "events");
		service.setFaults({ rest: { all: { status: 429, retryAfter: 3 } } });
		service.follow({ username: "Ada" });
		await waitUntil(() => totalsRequests().some(({ status }) => status === 429), {
			message: "a refusal for being busy",
		});
		const refusedAtMs = totalsRequests().findLast(({ status }) => status === 429)?.atMs ?? 0;
		const refused = totalsRequests().length;
		for (const key of keys)
			await deck.face(key, (face) => face.value === expectedTextOf(key, service, deck) && isStale(face));
		service.clearFaults();
		await waitForExpectedValues(keys, rig);
		const [next] = totalsRequests().slice(refused);
		expect((next?.atMs ?? 0) - refusedAtMs).toBeGreaterThanOrEqual(2_900);
	});

	it("receives at most ten images a second for a thousand events, and ends exact", async () => {
		const rig = await setUpRig({ deck: { devices: ["xl"] } });
		const { service, deck, counter } = rig;
		const metrics = ["followers", "subscriptions", "donations", "hostings"];
		const keys = Array.from({ length: 32 }, (_, index) =>
			counter({ metric: metrics[index % 4], scope: index % 8 < 4 ? "lifetime" : "today" }),
		);
		await launched(rig, ...keys);
		const before = keys.map((key) => deck.faces(key).length);
		const startedAt = nowMs();
		service.burst(1_000);
		await waitForExpectedValues(keys, rig, { timeoutMs: 20_000 });
		for (const [index, key] of keys.entries()) {
			const times = deck
				.faces(key)
				.slice(before[index])
				.map(({ at }) => at);
			// Images can arrive in bunches, but none arrives before it was sent. One may have been sent before the
			// start.
			for (const [position, at] of times.entries())
				expect(position - 1).toBeLessThanOrEqual((at - startedAt) / 100);
		}
	});

	it("has every digit in its title, regardless of its format", async () => {
		const rig = await setUpRig();
		const { service, deck, counter } = rig;
		const keys = ["auto", "full", "compact"].map((format) => counter({ format }));
		await launched(rig, ...keys);
		for (const key of keys) expect(deck.currentFace(key)?.value).toBe(`${service.truth().followers}`);
	});

	it("adds up money exactly", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		const key = counter({ metric: "donationAmount", scope: "today" });
		await launched(rig, key);
		for (let count = 0; count < 1_000; count++)
			service.donate({ username: "Max", amount: "0.10", currency: "EUR" });
		service.donate({ username: "Ada", amount: 0.1, currency: "USD" });
		service.donate({ username: "Ada", amount: 0.2, currency: "USD" });
		await deck.face(key, ({ value }) => value === "100.00 EUR + 0.30 USD");
		await waitForExpectedValues([key], rig);
	});

	it("is not lowered by cached totals", async () => {
		const rig = await setUpRig();
		const { service, counter } = rig;
		const key = counter();
		await launched(rig, key);
		const before = service.truth().followers;
		service.setFaults({ cachedTotals: { reads: 1 } });
		service.follow({ username: "Ada" });
		const totals = () => service.requests.filter(({ endpoint }) => endpoint === "totals").length;
		const read = totals();
		await waitUntil(() => totals() > read + 1, { message: "the totals to be read twice" });
		await waitForExpectedValues([key], rig);
		expect(valuesOf(rig, key).filter((value) => value !== "–")).toEqual([`${before}`, `${before + 1}`]);
	});

	it("falls when the service reports a lower number twice", async () => {
		const rig = await setUpRig();
		const { service, counter } = rig;
		const key = counter();
		await launched(rig, key);
		const lists = () =>
			service.requests.filter(({ endpoint, status }) => endpoint === "events" && status).length;
		const read = lists();
		const event = service.follow({ username: "Ada" });
		await waitForExpectedValues([key], rig);
		await waitUntil(() => lists() > read + 1, { message: "the list to be read with the event in it" });
		service.deleteEvent(event.id, "announced");
		await waitForExpectedValues([key], rig, { timeoutMs: 15_000 });
	});

	it("includes renewals if all subscriptions count, and never in new subscribers", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		const of = (settings: object) => counter({ metric: "subscriptions", ...settings });
		const [all, fresh, lifetime] = [of({ scope: "today" }), of({ scope: "today", newOnly: true }), of({})];
		await launched(rig, all, fresh, lifetime);
		service.subscribe({ username: "Ada", resub: 0 });
		service.subscribe({ username: "Ada", resub: 5 });
		await waitForExpectedValues([all, fresh, lifetime], rig);
		expect([all, fresh, lifetime].map((key) => deck.currentFace(key)?.value)).toEqual(["2", "1", "1"]);
	});

	it("is the same on two decks, and continues when one disappears", async () => {
		const rig = await setUpRig({ deck: { devices: ["mk2", "plus"] } });
		const { service, deck } = rig;
		const keys = deck.devices.map((device) => deck.place({ action: counterUuid, device }));
		await launched(rig, ...keys);
		service.follow({ username: "Ada" });
		await waitForExpectedValues(keys, rig);
		const [, second] = deck.devices;
		if (second) deck.disconnect(second);
		service.follow({ username: "Bob" });
		await waitForExpectedValues(keys.slice(0, 1), rig);
		expect(deck.exitCode).toBeUndefined();
	});

	it("shares only the number with its copy", async () => {
		const rig = await setUpRig();
		const { deck, counter } = rig;
		const [original, copy] = [counter({ onPress: "next" }), counter({ onPress: "next" })];
		await launched(rig, original, copy);
		await deck.press(original);
		await deck.face(original, ({ label }) => label !== deck.currentFace(copy)?.label);
		expect(deck.currentFace(copy)?.label).toBe("Followers");
	});

	it("updates when an event happens, without requests", async () => {
		const rig = await setUpRig();
		const { service, deck, counter } = rig;
		const key = counter();
		await launched(rig, key);
		await waitUntil(() => service.connections.event.joined === 1, { message: "the room to be joined" });
		service.setFaults({ rest: { all: { connection: "hang" } } });
		service.follow({ username: "Ada" });
		await deck.face(key, (face) => face.value === expectedTextOf(key, service, deck));
	});
});

describe("two generations", () => {
	it.each(["4-only", "2-only"] as const)("a counter is exact with a service of %s", async (generation) => {
		const rig = await setUpRig({ service: { generation, shapes: "field" } });
		const { service, counter } = rig;
		const keys = [
			counter(),
			counter({ metric: "donationAmount", scope: "month" }),
			counter({ metric: "viewers" }),
		];
		await launched(rig, ...keys);
		service.burst(40);
		await waitForExpectedValues(keys, rig);
	});
});
