import { describe, expect, it } from "vitest";

import { Inquiries } from "../../../src/connection/inquiries";
import { ServiceError } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/ports";
import { Store } from "../../../src/state/store";

const unasked = () => Promise.reject(new Error("not asked for in this test"));

/** A service that answers what it is given here. */
function service(answers: Partial<ServiceClient>): ServiceClient {
	return {
		origin: "https://service.example",
		...{ account: unasked, socketAddress: unasked, totals: unasked, events: unasked, chart: unasked },
		...{ scenes: unasked, scene: unasked, postEvent: unasked },
		...answers,
	};
}

const picture = "data:image/png;base64,AA";

function inquire(answers: Partial<ServiceClient>, store = new Store(), pictures: Promise<string>[] = []) {
	const read: string[] = [];
	const account = { client: service(answers) };
	const inquiries = new Inquiries({
		store,
		client: () => account.client,
		createClient: () => account.client,
		exchangeAccessToken: () => Promise.resolve("key"),
		readImage: async (address) => {
			read.push(address);
			return pictures.shift() ?? picture;
		},
		elapsedMs: () => 5,
	});
	return { inquiries, store, read, account };
}

const summaries = Array.from({ length: 10 }, (_, index) => ({ token: `t${index}`, name: `Scene ${index}` }));

describe("the list of scenes", () => {
	it("is read a few at a time, and a bad one leaves the others alone", async () => {
		let underWay = 0;
		let most = 0;
		const { inquiries } = inquire({
			scenes: () => Promise.resolve({ scenes: summaries }),
			scene: async (token) => {
				most = Math.max(most, ++underWay);
				await Promise.resolve();
				underWay--;
				if (token === "t3") throw new ServiceError("rate-limited", "too many");
				return { token, name: token, items: [] };
			},
		});
		const listed = await inquiries.scenes();
		if (listed.kind !== "answer") throw new Error("no list");
		expect(listed.answer.map(({ items }) => items.kind)).toEqual(
			summaries.map(({ token }) => (token === "t3" ? "failure" : "answer")),
		);
		expect(most).toBe(4);
	});

	it("is a lesson for the keys that are bound to one of them", async () => {
		const store = new Store();
		store.update({ scenes: new Map([["t1", { kind: "gone", readAtMs: 0 }]]) });
		const { inquiries } = inquire(
			{
				scenes: () => Promise.resolve({ scenes: summaries.slice(0, 3) }),
				scene: (token) => Promise.resolve({ token, name: token, items: [] }),
			},
			store,
		);
		await inquiries.scenes();
		expect([...store.state.scenes]).toMatchObject([["t1", { kind: "found", readAtMs: 5 }]]);
	});

	it("is no lesson for another account's keys", async () => {
		const store = new Store();
		store.update({ scenes: new Map([["t1", { kind: "gone", readAtMs: 0 }]]) });
		const { inquiries, account } = inquire(
			{
				scenes: () => Promise.resolve({ scenes: summaries.slice(0, 3) }),
				scene: async (token) => {
					account.client = service({});
					return { token, name: token, items: [] };
				},
			},
			store,
		);
		await inquiries.scenes();
		expect([...store.state.scenes]).toMatchObject([["t1", { kind: "gone" }]]);
	});

	it.each([
		["refused", "refused"],
		["timeout", "timeout"],
		["bad-answer", "service-error"],
		["closed", "unreachable"],
	] as const)("that fails as %s is %s", async (kind, failure) => {
		const { inquiries } = inquire({ scenes: () => Promise.reject(new ServiceError(kind, "no")) });
		expect(await inquiries.scenes()).toEqual({ kind: "failure", failure });
	});
});

describe("without a service to ask", () => {
	it("the reason is what is wrong with the account", async () => {
		const store = new Store();
		const options = { createClient: () => service({}), exchangeAccessToken: unasked, readImage: unasked };
		const inquiries = new Inquiries({ store, client: () => undefined, elapsedMs: () => 0, ...options });
		expect(await inquiries.scenes()).toEqual({ kind: "failure", failure: "not-set-up" });
		store.update({ link: { phase: "not-set-up", trouble: "insecure" } });
		expect(await inquiries.providers()).toEqual({ kind: "failure", failure: "insecure" });
		expect(await inquiries.avatar()).toBeUndefined();
	});
});

describe("an account", () => {
	it("is known by its key; without one, the service by its answer", async () => {
		const { inquiries } = inquire({
			account: () => Promise.resolve({ username: "nova", providers: [] }),
			socketAddress: () => Promise.resolve("https://socket.example"),
		});
		const asked = await inquiries.checkAccount("https://service.example", "key");
		expect(asked).toEqual({ kind: "answer", answer: { username: "nova" } });
		expect(await inquiries.checkAccount("https://service.example", undefined)).toEqual({
			...{ kind: "answer", answer: {} },
		});
		expect(await inquiries.checkAddress("http://scenes.example")).toEqual({
			kind: "failure",
			failure: "insecure",
		});
	});

	it("has the platforms it is connected to and those it has figures of", async () => {
		const { inquiries, store } = inquire({
			totals: () => Promise.resolve({ byProvider: { kick: {}, twitch: {} } }),
		});
		store.update({ account: { username: "nova", providers: [{ code: "twitch" }] } });
		expect(await inquiries.providers()).toEqual({ kind: "answer", answer: ["twitch", "kick"] });
	});

	it("has its picture read again when that failed", async () => {
		const store = new Store();
		store.update({ account: { username: "nova", avatar: "/a.png", providers: [] } });
		const { inquiries, read } = inquire({}, store, [Promise.reject(new ServiceError("timeout", "slow"))]);
		expect([await inquiries.avatar(), await inquiries.avatar()]).toEqual([undefined, picture]);
		expect(read).toHaveLength(2);
	});

	it("has its picture read once", async () => {
		const { inquiries, store, read } = inquire({});
		store.update({ account: { username: "nova", avatar: "/a.png", providers: [] } });
		expect(await Promise.all([inquiries.avatar(), inquiries.avatar()])).toHaveLength(2);
		expect(read).toEqual(["/a.png"]);
	});
});
