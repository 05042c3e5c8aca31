import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { startDeck, type Deck } from "../../world/deck/deck";
import type { Key } from "../../world/deck/keys";
import { waitUntil } from "../../world/deck/wait-until";
import { accountOf, pluginDir, setUpRig, type Rig, type RigOptions } from "../rig";
import { waitForExpectedValues } from "../expected-values";

const fileName = "numbers.json";

async function setUp({ deck: deckOptions, ...options }: RigOptions = {}) {
	const rig = await setUpRig({ ...options, deck: { devices: ["xl", "plus"], ...deckOptions } });
	const { service, deck, counter } = rig;
	service.donate({ username: "Marguerite", amount: "12.50", currency: "EUR" });
	service.donate({ username: "Bob", amount: "700", currency: "JPY" });
	const keys = [counter(), counter({ scope: "today", metric: "donationAmount" })];
	const goal = counter({ scope: "today", metric: "donationAmount", goal: 10 });
	const chart = deck.place({ action: "com.example.streamevents.chart", settings: { series: "donations" } });
	const dial = deck.placeDial({ action: "com.example.streamevents.counter" });
	await deck.launch();
	await waitForExpectedValues(keys, rig);
	for (const key of [goal, chart]) await deck.face(key, ({ state }) => state === "live");
	await deck.strip(dial, ({ state }) => state === "live");
	const all = [...keys, goal, chart];
	const values = all.map((key) => deck.currentFace(key)?.value);
	return { ...rig, keys, all, dial, values, strip: dial.strips.last };
}

/** Returns the first face of this start that has a value. */
async function firstNumber(deck: Deck, key: Key, from: number) {
	return key.faces.waitFor(({ value }) => value !== undefined && !value.startsWith("–"), {
		from,
		message: () => `a number on ${key.action.Name}; there is ${deck.currentFace(key)?.title ?? "nothing"}`,
	});
}

const hold = ({ service }: Pick<Rig, "service">) => {
	service.setFaults({ rest: { all: { connection: "hang" } }, handshake: { all: { connection: "hang" } } });
};

function expectRemembered(face: { readonly facts?: readonly string[] }): void {
	const asOf = face.facts?.find((fact) => fact.startsWith("as of "))?.slice("as of ".length) ?? "";
	expect(Math.abs(Date.now() - Date.parse(asOf))).toBeLessThan(60_000);
}

it("displays the last numbers, dimmed and with their age, until the service has answered", async () => {
	const rig = await setUp();
	const { deck, service, keys, all, dial, values, strip } = rig;
	await deck.stopPlugin();
	hold(rig);
	const from = all.map((key) => key.faces.entries.length);
	const stripFrom = dial.strips.entries.length;
	await deck.launch();
	for (const [index, key] of all.entries()) {
		const face = await firstNumber(deck, key, from[index] ?? 0);
		expect(face.value).toBe(values[index]);
		expect(face.state).toBe("connecting");
		expectRemembered(face);
		expect(face.svg).toContain(">just now");
	}
	const remembered = await dial.strips.waitFor(({ value }) => value === strip?.value, { from: stripFrom });
	expect(remembered.state).toBe("connecting");
	expect(remembered.values["note"]).toBe("just now");

	service.follow({ username: "Zoe" });
	service.clearFaults();
	await waitForExpectedValues(keys, rig);
	for (const key of all) {
		const { facts = [] } = await deck.face(key, ({ state }) => state === "live");
		expect(facts.filter((fact) => fact.startsWith("as of"))).toEqual([]);
	}
	expect(deck.complaints).toEqual([]);
});

it("displays the service's total, dimmed, on a first start until the event list is read", async () => {
	const { service, deck, counter } = await setUpRig();
	service.setFaults({ rest: { events: { connection: "hang" } } });
	const key = counter();
	await deck.launch();
	const face = await firstNumber(deck, key, 0);
	expect([face.value, face.state]).toEqual([String(service.truth().followers), "connecting"]);
	service.clearFaults();
	await deck.face(key, ({ state }) => state === "live");
});

it("displays them for as long as the service is down, also after a crash", async () => {
	const rig = await setUp();
	const { deck, service, keys, values } = rig;
	await waitUntil(() => existsSync(join(deck.dataDir, fileName)), { message: "the numbers to be stored" });
	await deck.crashPlugin();
	service.setFaults({ rest: { all: { status: 503 } }, handshake: { all: { status: 503 } } });
	await deck.launch();
	for (const [index, key] of keys.entries()) {
		const face = await deck.face(key, ({ state }) => state === "stale");
		expect(face.value).toBe(values[index]);
		expectRemembered(face);
		expect(face.svg).toContain("Service down");
	}
});

it("displays the reason if the service refuses the key", async () => {
	const rig = await setUp();
	const { deck, service, keys, values } = rig;
	await deck.stopPlugin();
	service.setFaults({ refusedKey: "both" });
	await deck.launch();
	for (const [index, key] of keys.entries()) {
		const face = await deck.face(key, ({ state }) => state === "refused");
		expect(face.value).toBe(values[index]);
		expect(face.svg).toContain("Key refused");
	}
});

it("never displays a number of another account, and drops the numbers with the account", async () => {
	const rig = await setUp();
	const { deck, service, values } = rig;
	await deck.stopPlugin();
	hold(rig);
	const { dataDir } = deck;
	const other = await startDeck({
		pluginDir,
		dataDir,
		globalSettings: { ...accountOf(service), apiKey: "another-key-of-the-same-service" },
	});
	const key = other.place({ action: "com.example.streamevents.counter", settings: {} });
	try {
		await other.launch();
		const requests = service.requests.length;
		await waitUntil(() => service.requests.length > requests || other.faces(key).length > 1);
		expect(other.faces(key).map(({ value }) => value)).not.toContain(values[0]);
		await waitUntil(() => readFileSync(join(dataDir, fileName), "utf8").includes(`"numbers":[]`), {
			message: "the numbers to be removed",
		});
	} finally {
		await other.stop();
	}
});

it("masks them while numbers are hidden", async () => {
	const rig = await setUp();
	const { deck, service, keys } = rig;
	await deck.stopPlugin();
	hold(rig);
	deck.setGlobalSettings({ ...accountOf(service), ...deck.globalSettings, hideNumbers: true });
	const from = keys.map((key) => key.faces.entries.length);
	await deck.launch();
	for (const [index, key] of keys.entries()) {
		await deck.face(key, ({ value }) => value === "hidden");
		const shown = deck.faces(key).slice(from[index]);
		expect(
			shown.map(({ value }) => value ?? "–").filter((value) => !["–", "hidden"].includes(value)),
		).toEqual([]);
	}
});

it("stores numbers only, readable by the user only", async () => {
	const { deck, service } = await setUp();
	await deck.stopPlugin();
	const path = join(deck.dataDir, fileName);
	const text = readFileSync(path, "utf8");
	expect(text).not.toMatch(/marguerite|bob|monday/i);
	expect(text).not.toContain(service.apiKey);
	if (process.platform !== "win32") expect(statSync(path).mode & 0o077).toBe(0);
	expect(text.length).toBeLessThan(2_000);
});
