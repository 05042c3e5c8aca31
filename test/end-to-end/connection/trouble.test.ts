import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";

import type { Deck } from "../../world/deck/deck";
import type { Key } from "../../world/deck/keys";
import { waitUntil } from "../../world/deck/wait-until";
import { boundItem, setUpRig } from "../rig";

/** Returns the texts drawn on a face, without its title. */
function wordsOn(deck: Deck, key: Key): string {
	const svg = deck.currentFace(key)?.svg ?? "";
	return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).join(" / ");
}

async function waitForWords(deck: Deck, key: Key, words: RegExp): Promise<void> {
	await waitUntil(() => words.test(wordsOn(deck, key)), {
		message: () => `${String(words)} on the key; it says ${wordsOn(deck, key)}`,
	});
}

async function serveWebPage(): Promise<string> {
	const server = createServer((_, response) => {
		response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Welcome</body></html>");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const cases = [
	{
		trouble: "no account",
		settings: async () => ({}),
		state: "not set up",
		words: /Set up \/ Open settings/,
	},
	{
		trouble: "an address that is none",
		settings: async () => ({ baseUrl: "http://", apiKey: "abcd" }),
		state: "not set up",
		words: /address|service/i,
	},
	{
		trouble: "an address that is not safe",
		settings: async () => ({ baseUrl: "http://service.example", apiKey: "abcd" }),
		state: "not set up",
		words: /secure/i,
	},
	{
		trouble: "nobody at the address",
		settings: async () => ({ baseUrl: "http://127.0.0.1:9", apiKey: "abcd" }),
		state: "connecting",
		words: /answer|offline/i,
	},
	{
		trouble: "a web page at the address",
		settings: async () => ({ baseUrl: await serveWebPage(), apiKey: "abcd" }),
		state: "wrong address",
		words: /service|address/i,
	},
	{
		trouble: "https where only http is spoken",
		settings: async () => ({
			baseUrl: await serveWebPage().then((url) => url.replace("http:", "https:")),
			apiKey: "abcd",
		}),
		state: "wrong address",
		words: /service|address/i,
	},
] as const;

describe("a key that cannot work displays why", () => {
	for (const { trouble, settings, state, words } of cases) {
		it(`shows ${trouble} in its own words, and recovers`, async () => {
			const { deck, counter } = await setUpRig({ globalSettings: await settings() });
			const followers = counter();
			await deck.launch();
			await waitForWords(deck, followers, words);
			expect(deck.currentFace(followers)).toMatchObject({ label: "Followers", value: "–", state });
			expect(deck.exitCode).toBeUndefined();
			expect(deck.complaints).toEqual([]);
		});
	}

	it("displays a refused key, and does not call the service often", async () => {
		const { service, deck, counter, remote } = await setUpRig();
		deck.setGlobalSettings({ baseUrl: service.url, apiKey: "not-the-key" });
		const followers = counter();
		const trigger = remote({ sceneToken: "x", itemId: 1, actionCode: "trigger" });
		await deck.launch();
		await deck.face(followers, ({ state }) => state === "refused");
		await deck.face(trigger, ({ state }) => state === "refused");
		await waitForWords(deck, followers, /Key refused/);
		const countBefore = service.requests.length;
		await deck.press(trigger);
		await deck.alert(trigger);
		expect(service.requests.length - countBefore).toBeLessThan(5);
		expect(service.commands).toEqual([]);
	});
});

it.each(["4-only", "2-only"] as const)(
	"a key refused later is displayed as refused by a service that takes websockets only (%s)",
	async (generation) => {
		const { service, deck, counter, remote } = await setUpRig({
			service: { generation, transports: "websocket", socketAddress: "own" },
		});
		const keys = [counter(), remote(boundItem(service))];
		await deck.launch();
		for (const key of keys) await deck.face(key, ({ state }) => state === "live" || state === "ready");
		service.setFaults({ refusedKey: "both" });
		service.cut();
		for (const key of keys) await deck.face(key, ({ state }) => state === "refused");
		service.clearFaults();
		for (const key of keys) await deck.face(key, ({ state }) => state === "live" || state === "ready");
	},
);

it.each(["4-only", "2-only"] as const)(
	"a push of megabytes costs a new connection, and no number (%i)",
	async (generation) => {
		const { deck, service, counter } = await setUpRig({ service: { generation } });
		const key = counter();
		await deck.launch();
		const { pid } = deck;
		await deck.face(key, ({ state }) => state === "live");
		for (const text of ["x".repeat(6_000_000), "\u20ac".repeat(20_000_000)]) {
			const joins = service.joins.length;
			service.emitRaw({ event: { id: 1, type: "follow", parameters: { username: text } } });
			service.follow({ username: "Ada" });
			await waitUntil(() => service.joins.length > joins, { message: "a new connection" });
			await deck.face(
				key,
				({ state, value }) => state === "live" && value === String(service.truth().followers),
			);
		}
		expect(deck.pid).toBe(pid);
	},
);
