import { describe, expect, it } from "vitest";

import { AccountConnection } from "../../../src/connection/account-connection";
import { Channels } from "../../../src/connection/channels";
import { ServiceError } from "../../../src/service/errors";
import type { OpenRoom } from "../../../src/service/ports";
import type { ServiceDemand } from "../../../src/state/service-demand";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { expectNothingAfterEnd, moments } from "../../world/fakes/end-at-every-moment";

/** Creates a service that responds after `latencyMs` and rooms that join after it, and counts their own timers. */
function setUp(latencyMs: number) {
	const effects: string[] = [];
	let foreignTimers = 0;
	const later = (action: () => void) => {
		foreignTimers++;
		clock.schedule(() => {
			foreignTimers--;
			action();
		}, latencyMs);
	};
	/** Responds even after the request was aborted, but a request that begins aborted sends nothing. */
	const answer = <T>(name: string, value: T, signal?: AbortSignal): Promise<T> => {
		if (signal?.aborted) return Promise.reject(new ServiceError("aborted", "aborted before it was sent"));
		effects.push(name);
		return new Promise((resolve) => {
			later(() => {
				resolve(value);
			});
		});
	};
	const parts = fakeAccountContext({
		account: (signal) => answer("account", { username: "nova", providers: [] }, signal),
		socketAddress: (signal) => answer("discovery", "https://socket.example", signal),
		totals: (signal) => answer("totals", { followers: 3, byProvider: {} }, signal),
		events: (_query, signal) => answer("events", { events: [], totalCount: 0, entryCount: 0 }, signal),
		chart: (_query, signal) => answer("chart", { labels: ["Mon"], series: {} }, signal),
		scene: (token, signal) => answer("scene", { token, name: token, items: [] }, signal),
		postEvent: () => answer("post", undefined),
	});
	const { clock } = parts;
	const openRoom: OpenRoom = ({ origin }, handlers) => {
		effects.push(`room at ${origin}`);
		later(() => {
			handlers.onJoined(4);
		});
		return {
			send: ({ actionCode }) => {
				effects.push(`command ${actionCode}`);
				return true;
			},
			close: () => {
				effects.push(`closed ${origin}`);
			},
		};
	};
	return { ...parts, effects, openRoom, foreignTimers: () => foreignTimers };
}

const credentials = { baseUrl: "https://service.example", apiKey: "key" };

describe("closed channels of an account", () => {
	it("open no scene channel, at any time of closing", async () => {
		await expectNothingAfterEnd(
			() => {
				const { clock, context, effects, foreignTimers, openRoom } = setUp(2_000);
				const channels = new Channels(context, {
					credentials: { ...credentials, sceneSocketUrl: "https://scenes.example" },
					openRoom,
					accountPoller: {
						checkKey: () => Promise.resolve(undefined),
						ensureLoaded: () => Promise.resolve(),
					},
					onEventChannelJoined: () => effects.push("joined"),
					onEventChannelLost: () => effects.push("lost"),
					onEvent: () => effects.push("event"),
					onSceneRoom: () => effects.push("scene room"),
				});
				channels.open();
				const end = () => {
					channels.close();
				};
				return { clock, end, effects: () => effects, foreignTimers };
			},
			moments(3_000, 25),
		);
	});
});

const everything: Partial<ServiceDemand> = {
	queries: [{ metric: "followers", scope: "lifetime", newOnly: false, uniqueOnly: false }],
	bindings: [{ sceneToken: "a", itemId: 1, actionCode: "trigger" }],
	charts: [{ range: "week", series: "followers" }],
	supporters: [{ scope: "month" }],
	recent: [{ types: ["donation"], count: 1 }],
};

describe("a closed account", () => {
	it("sends nothing more when it is closed before its first request is prepared", async () => {
		const { clock, context, effects, openRoom, need } = setUp(40);
		const connection = new AccountConnection(context, { credentials, openRoom, onJoined: () => undefined });
		need(everything);
		connection.open();
		connection.close();
		const atClose = [...effects];
		await clock.advance(10_000);
		expect([effects, clock.pendingCount]).toEqual([atClose, 0]);
	});

	it.each([0, 40, 700, 2_500])(
		"sends no request, post or command, at any time of closing, with responses after %i ms",
		async (latencyMs) => {
			await expectNothingAfterEnd(async () => {
				const { clock, context, effects, foreignTimers, openRoom, need, store } = setUp(latencyMs);
				const connection = new AccountConnection(context, {
					credentials,
					openRoom,
					onJoined: () => effects.push("joined"),
				});
				need(everything);
				store.subscribe((batch) => {
					if (batch) effects.push(batch.source);
				});
				connection.open();
				const cancelPress = clock.schedule(() => {
					void connection.refresh("supporters");
					connection.applyDemand();
				}, 5_500);
				const end = () => {
					cancelPress();
					connection.close();
				};
				return { clock, end, effects: () => effects, foreignTimers };
			}, [...moments(6_000, 50), 60_000, 301_000]);
		},
	);
});
