import { expect, it } from "vitest";

import { slowNetworkEnv } from "../../world/line/slow-network";
import { boundItem, setUpRig } from "../rig";

/** Address reserved for documentation: it cannot be reached. */
const unreachableAddress = "2001:db8::1";

it.each([
	[
		"far away, with an address of each kind of which one leads unreachableAddress",
		320,
		["127.0.0.1", unreachableAddress],
	],
	[
		"whose first address swallows what is sent there",
		20,
		[unreachableAddress, "127.0.0.1"],
		[unreachableAddress],
	],
])(
	"a service %s is reached, including its sockets",
	async (_, delayMs, addresses, swallowing: string[] = []) => {
		const host = "localhost";
		const rig = await setUpRig({ deck: { env: slowNetworkEnv({ delayMs, host, addresses, swallowing }) } });
		const { service, deck, counter, remote } = rig;
		const url = service.url.replace("127.0.0.1", host);
		deck.setGlobalSettings({ baseUrl: url, apiKey: service.apiKey, sceneSocketUrl: url });
		const [followers, bound] = [counter(), remote(boundItem(service))];
		await deck.launch();
		await deck.face(followers, ({ state }) => state === "live", { timeoutMs: 20_000 });
		await deck.face(bound, ({ state }) => state === "ready", { timeoutMs: 20_000 });
		expect(deck.complaints).toEqual([]);
	},
);
