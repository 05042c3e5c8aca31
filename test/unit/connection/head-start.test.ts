import { describe, expect, it } from "vitest";

import { HeadStart } from "../../../src/connection/head-start";
import { originFrom } from "../../../src/service/address";
import type { createServiceClient } from "../../../src/service/client";
import { ServiceError } from "../../../src/service/errors";
import { parseGlobalSettings } from "../../../src/settings/schemas/global";
import type { Account } from "../../../src/state/account";
import { ServiceClock } from "../../../src/state/time/service-clock";
import { fakeClient } from "../../world/fakes/fake-client";
import { VirtualClock } from "../../world/fakes/virtual-clock";

const account = { baseUrl: "https://service.example", apiKey: "key-1" };

/** Creates a service that names each account by the number of requests, and fails the first `failures` requests. */
function setUp({ failures = 0 } = {}) {
	const requests: string[] = [];
	const create: typeof createServiceClient = ({ baseUrl, apiKey }) => {
		originFrom(baseUrl);
		return fakeClient({
			account: async () => {
				requests.push(`account of ${apiKey}`);
				if (requests.length <= failures) throw new ServiceError("unreachable", "no service");
				return { username: `answer ${requests.length}` } as Account;
			},
			socketAddress: async () => {
				requests.push(`address for ${apiKey}`);
				return baseUrl;
			},
			totals: async () => {
				requests.push(`totals for ${apiKey}`);
				if (requests.length <= failures) throw new ServiceError("unreachable", "no service");
				return { followers: 7, byProvider: {} };
			},
		});
	};
	return { requests, headStart: new HeadStart(new ServiceClock(new VirtualClock()), undefined, create) };
}

describe("requests sent while the plugin is loading", () => {
	it("are used by the first caller, and sent again for later ones", async () => {
		const { requests, headStart } = setUp();
		headStart.prefetch(account);
		expect(requests).toEqual(["account of key-1", "address for key-1"]);
		const client = headStart.createClient(account);
		expect(await client.account()).toMatchObject({ username: "answer 1" });
		expect(await client.socketAddress()).toBe(account.baseUrl);
		expect(requests).toHaveLength(2);
		expect(await client.account()).toMatchObject({ username: "answer 3" });
	});

	it.each([0, 9])(
		"include the totals only for a caller, who receives no failure (%i failures)",
		async (failures) => {
			const { requests, headStart } = setUp({ failures });
			const received: unknown[] = [];
			headStart.prefetch(account, (totals) => received.push(totals));
			await new Promise(setImmediate);
			expect(requests).toContain("totals for key-1");
			expect(received).toEqual(failures === 0 ? [{ followers: 7, byProvider: {} }] : []);
		},
	);

	it.each([
		[account, 1],
		[{ ...account, apiKey: "key-2" }, 0],
	])("include totals that arrive later, unless the account has changed: %j", async (current, count) => {
		const { headStart } = setUp();
		const received: unknown[] = [];
		headStart.prefetch(account, (totals) => received.push(totals));
		headStart.createClient(current);
		await new Promise(setImmediate);
		expect(received).toHaveLength(count);
	});

	it("are not used for another account", async () => {
		const { headStart } = setUp();
		headStart.prefetch(account);
		const client = headStart.createClient({ ...account, apiKey: "key-2" });
		expect(await client.account()).toMatchObject({ username: "answer 3" });
		expect(await headStart.createClient(account).account()).toMatchObject({ username: "answer 4" });
	});

	it("may fail, which only the first caller receives", async () => {
		const { headStart } = setUp({ failures: 1 });
		headStart.prefetch(account);
		await new Promise(setImmediate);
		const client = headStart.createClient(account);
		await expect(client.account()).rejects.toThrow("no service");
		expect(await client.account()).toMatchObject({ username: "answer 3" });
	});

	it.each([
		["no account", {}],
		["no key", { baseUrl: account.baseUrl }],
		["an address that can't be used", { ...account, baseUrl: "http://service.example" }],
		["no settings at all", undefined],
	])("are not sent with %s", async (_, settings) => {
		const { requests, headStart } = setUp();
		headStart.prefetch(parseGlobalSettings(settings));
		expect(requests).toEqual([]);
		expect(await headStart.createClient(account).account()).toMatchObject({ username: "answer 1" });
	});
});
