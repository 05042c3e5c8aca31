import { describe, it } from "vitest";

import { Channels } from "../../../src/connection/channels";
import type { OpenRoom } from "../../../src/service/ports";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { expectNothingAfterEnd, moments } from "../../world/fakes/end-at-every-moment";

/** A service that answers after `latencyMs`, and rooms that are joined as late; it counts the timers that it needs for that. */
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
	const answer = <T>(name: string, value: T): Promise<T> => {
		effects.push(name);
		return new Promise((resolve) => {
			later(() => {
				resolve(value);
			});
		});
	};
	const parts = fakeAccountContext({ socketAddress: () => answer("discovery", "https://socket.example") });
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

describe("the channels of an account that are closed", () => {
	it("opens no scene channel of its own, whenever that is", async () => {
		await expectNothingAfterEnd(
			() => {
				const { clock, context, effects, foreignTimers, openRoom } = setUp(2_000);
				const channels = new Channels(context, {
					credentials: { ...credentials, sceneSocketUrl: "https://scenes.example" },
					openRoom,
					ensureAccount: () => Promise.resolve(),
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
