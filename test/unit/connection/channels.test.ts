import { describe, expect, it } from "vitest";

import { Channels } from "../../../src/connection/channels";
import { ServiceError, type ServiceErrorKind } from "../../../src/service/errors";
import type { RoomSocket, RoomSocketHandlers, SceneCommand } from "../../../src/service/ports";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";
import { flushPromises } from "../../world/fakes/virtual-clock";

const shared = "https://socket.example";
const own = "https://scenes.example";
const command: SceneCommand = { actionCode: "trigger", itemId: 3 };

type FakeRoom = RoomSocket & {
	readonly origin: string;
	readonly username: string;
	readonly handlers: RoomSocketHandlers;
	readonly sent: SceneCommand[];
	isOpen: boolean;
	isJoined: boolean;
};

function setUp(sceneSocketUrl?: string) {
	const rooms: FakeRoom[] = [];
	const calls: string[] = [];
	let discovery: () => Promise<string> = () => Promise.resolve(shared);
	let account: () => Promise<void> = () => Promise.resolve();
	let keyRefusal: ServiceError | undefined;
	const { context, clock, store, log } = fakeAccountContext({ socketAddress: () => discovery() });
	let sceneRoom: RoomSocket | undefined;
	const channels = new Channels(context, {
		credentials: { baseUrl: "https://service.example", apiKey: "key", sceneSocketUrl },
		openRoom: ({ origin, username }, handlers) => {
			const sent: SceneCommand[] = [];
			const room: FakeRoom = {
				origin,
				username,
				handlers,
				sent,
				isOpen: true,
				isJoined: false,
				send: (one) => room.isOpen && room.isJoined && sent.push(one) > 0,
				close: () => (room.isOpen = false),
			};
			rooms.push(room);
			return room;
		},
		accountPoller: {
			ensureLoaded: () => account(),
			checkKey: async () => {
				calls.push("key checked");
				if (keyRefusal) channels.failEventChannel(keyRefusal);
				return keyRefusal;
			},
		},
		onEventChannelJoined: () => calls.push("event channel joined"),
		onEventChannelLost: () => calls.push("event channel lost"),
		onEvent: ({ id }) => calls.push(`event ${id}`),
		onSceneRoom: (room) => {
			sceneRoom = room;
			calls.push(`scene channel ${room ? "joined" : "lost"}`);
		},
	});
	const roomAt = (origin: string) =>
		rooms.findLast((room) => room.origin === origin && room.isOpen) ??
		expect.unreachable(`no room at ${origin}`);
	return {
		clock,
		store,
		log,
		rooms,
		calls,
		channels,
		roomAt,
		openAt: () => rooms.filter(({ isOpen }) => isOpen).map(({ origin }) => origin),
		join: (origin: string) => {
			const room = roomAt(origin);
			room.isJoined = true;
			room.handlers.onJoined(4);
		},
		end: (origin: string, kind: ServiceErrorKind = "closed") => {
			const room = roomAt(origin);
			room.isOpen = false;
			room.handlers.onClosed(new ServiceError(kind, "it ended"));
		},
		discover: (answer: `https:${string}` | ServiceErrorKind | "never") => {
			discovery = () => {
				if (answer === "never") return new Promise(() => undefined);
				return isOrigin(answer) ? Promise.resolve(answer) : Promise.reject(new ServiceError(answer, "no"));
			};
		},
		refuseKey: () => (keyRefusal = new ServiceError("refused", "bad key")),
		knowAccount: (how: () => Promise<void>) => (account = how),
		open: async () => {
			channels.open();
			await flushPromises();
		},
		send: () => sceneRoom?.send(command) ?? false,
		phases: () => [store.state.link.phase, store.state.sceneLink.phase],
	};
}

function isOrigin(answer: `https:${string}` | ServiceErrorKind): answer is `https:${string}` {
	return answer.startsWith("https:");
}

describe("closing", () => {
	it("ends the wait for the scene channel's own address, without later effects", async () => {
		const { channels, open, discover, clock, rooms, calls } = setUp(own);
		discover("never");
		await open();
		await clock.advance(100);
		channels.close();
		await clock.advance(60_000);
		expect([rooms.length, calls, clock.pendingCount]).toEqual([0, [], 0]);
	});
});

describe("a handshake that fails without a reason", () => {
	it.each([undefined, own])(
		"is explained by a check of the key (scene address: %s)",
		async (sceneAddress) => {
			const { open, end, calls, refuseKey, store } = setUp(sceneAddress);
			await open();
			refuseKey();
			end(shared, "server-error");
			if (sceneAddress !== undefined) end(sceneAddress, "closed");
			await flushPromises();
			expect(calls).toContain("key checked");
			expect(store.state.link).toMatchObject({ trouble: "refused" });
			expect(store.state.sceneLink).toMatchObject({ trouble: "refused" });
		},
	);

	it("is checked once while a wrong scene address fails in the same way, and again after a join", async () => {
		const { open, join, end, calls, clock } = setUp(own);
		const checks = () => calls.filter((call) => call === "key checked").length;
		await open();
		join(shared);
		for (let failures = 0; failures < 5; failures++) {
			end(own, "closed");
			await clock.advance(4_000);
		}
		expect(checks()).toBe(1);
		join(own);
		end(own, "closed");
		await clock.advance(4_000);
		end(own, "closed");
		expect(checks()).toBe(2);
	});

	it("is checked neither for a lost connection nor for discovery", async () => {
		const { open, join, end, calls, discover, clock } = setUp();
		await open();
		join(shared);
		discover("unreachable");
		end(shared, "closed");
		await clock.advance(10_000);
		expect(calls).not.toContain("key checked");
	});
});

describe("one address for both channels", () => {
	it("uses one connection, whose status both report", async () => {
		const { open, join, end, calls, rooms, send, roomAt, phases } = setUp();
		await open();
		expect(phases()).toEqual(["connecting", "connecting"]);
		expect(send()).toBe(false);
		join(shared);
		expect(send()).toBe(true);
		roomAt(shared).handlers.onEvent(followOf(7));
		expect(calls).toEqual(["scene channel joined", "event channel joined", "event 7"]);
		expect([phases(), rooms.length]).toEqual([["live", "live"], 1]);
		calls.length = 0;
		end(shared);
		expect(calls).toEqual(["scene channel lost", "event channel lost"]);
		expect(phases()).toEqual(["down", "down"]);
	});

	it("is also shared if the scene address is set and the event channel turns out to be there", async () => {
		const { open, join, clock, rooms, calls, send, roomAt } = setUp(`${shared}/some/page`);
		await open();
		await clock.advance(5);
		join(shared);
		await clock.advance(60_000);
		expect(rooms).toHaveLength(1);
		expect(calls).toEqual(["scene channel joined", "event channel joined"]);
		expect(send()).toBe(true);
		expect(roomAt(shared).sent).toEqual([command]);
	});
});

describe("a scene channel with its own address", () => {
	it("sends no command over the event channel, where it would have no effect", async () => {
		const { open, join, channels, send, roomAt, phases, clock, discover } = setUp(own);
		await open();
		join(shared);
		expect([send(), roomAt(shared).sent]).toEqual([false, []]);
		expect(phases()).toEqual(["live", "connecting"]);
		channels.close();
		discover("never");
		await open();
		expect([send(), phases()]).toEqual([false, ["connecting", "connecting"]]);
		await clock.advance(1);
	});

	it("joins beside the event channel as soon as discovery returns another address", async () => {
		const { open, join, openAt, calls, send, roomAt, phases } = setUp(own);
		await open();
		expect([...openAt()].sort()).toEqual([own, shared].sort());
		join(shared);
		join(own);
		expect(calls).toEqual(["event channel joined", "scene channel joined"]);
		send();
		expect([roomAt(own).sent, roomAt(shared).sent, phases()]).toEqual([[command], [], ["live", "live"]]);
	});

	it.each(["never", "unreachable", "server-error", "timeout"] as const)(
		"joins regardless of discovery: %s",
		async (answer) => {
			const { open, join, clock, discover, calls, send, phases } = setUp(own);
			discover(answer);
			await open();
			await clock.advance(500);
			join(own);
			expect([calls, send(), phases()[1]]).toEqual([["scene channel joined"], true, "live"]);
			await clock.advance(120_000);
			expect([calls, phases()[1]]).toEqual([["scene channel joined"], "live"]);
		},
	);

	it("joins immediately when a press waits for it", async () => {
		const { open, openAt, channels, discover } = setUp(own);
		discover("never");
		await open();
		expect(openAt()).toEqual([]);
		channels.retrySceneChannel();
		await flushPromises();
		expect(openAt()).toEqual([own]);
	});

	it("stays joined regardless of the event channel", async () => {
		const { open, join, end, clock, calls, openAt, channels, send } = setUp(own);
		await open();
		await clock.advance(500);
		join(shared);
		join(own);
		calls.length = 0;
		for (const kind of ["closed", "kicked", "refused"] as const) {
			end(shared, kind);
			await clock.advance(kind === "refused" ? 8_000 : 1_000);
			expect(openAt()).toContain(own);
		}
		channels.failEventChannel(new ServiceError("refused", "bad key"));
		expect(send()).toBe(true);
		expect(calls).not.toContain("scene channel lost");
	});

	it("reconnects by itself, without affecting the event channel", async () => {
		const { open, join, end, clock, calls, openAt } = setUp(own);
		await open();
		await clock.advance(500);
		join(shared);
		join(own);
		calls.length = 0;
		end(own);
		await clock.advance(400);
		expect(openAt()).toEqual([shared, own]);
		join(own);
		expect(calls).toEqual(["scene channel lost", "scene channel joined"]);
	});

	it("moves without a gap to the event channel's connection when that has the same address", async () => {
		const { open, join, clock, discover, calls, openAt, channels, send, roomAt } = setUp(own);
		discover("never");
		await open();
		await clock.advance(500);
		join(own);
		const first = roomAt(own);
		discover(own);
		channels.retryEventChannel();
		await clock.advance(6_000);
		expect(first.isOpen).toBe(true);
		join(own);
		expect([first.isOpen, openAt(), calls]).toEqual([
			false,
			[own],
			["scene channel joined", "scene channel joined", "event channel joined"],
		]);
		expect(send()).toBe(true);
	});

	it("moves to the event channel's connection if it joined between discovery and the join there", async () => {
		const { open, knowAccount, discover, clock, rooms, send } = setUp(own);
		let loadAccount: () => void = () => undefined;
		knowAccount(() => new Promise((resolve) => (loadAccount = resolve)));
		discover(own);
		await open();
		await clock.advance(500);
		loadAccount();
		await flushPromises();
		const [separate, event] = rooms;
		for (const room of [separate, event]) {
			if (!room) return expect.unreachable("two rooms are needed");
			room.isJoined = true;
			room.handlers.onJoined(4);
		}
		expect([separate?.isOpen, event?.isOpen, send(), event?.sent]).toEqual([false, true, true, [command]]);
	});

	it("joins by itself when the shared event channel is lost and discovery fails", async () => {
		const { open, join, end, clock, discover, openAt, send } = setUp(own);
		discover(own);
		await open();
		join(own);
		expect(send()).toBe(true);
		discover("never");
		end(own);
		await clock.advance(500);
		expect(openAt()).toEqual([own]);
		join(own);
		expect(send()).toBe(true);
	});

	it("is left together with the event channel", async () => {
		const { open, join, clock, channels, openAt, phases } = setUp(own);
		await open();
		await clock.advance(500);
		join(own);
		channels.close();
		expect([openAt(), phases(), clock.pendingCount]).toEqual([[], ["idle", "idle"], 0]);
		await open();
		channels.close();
		await clock.advance(60_000);
		expect([openAt(), clock.pendingCount]).toEqual([[], 0]);
	});

	it("is joined again when everything reconnects", async () => {
		const { open, join, clock, channels, rooms, openAt } = setUp(own);
		await open();
		await clock.advance(500);
		join(shared);
		join(own);
		channels.reconnect();
		await flushPromises();
		expect([rooms.length, openAt()]).toEqual([4, [own, shared]]);
	});

	it.each([
		["http://scenes.example", "insecure"],
		["nonsense://", "not-this-service"],
	])("that cannot be used is reported, and the event channel continues: %s", async (address, trouble) => {
		const { open, join, clock, store, send, openAt } = setUp(address);
		await open();
		await clock.advance(1_000);
		join(shared);
		expect(store.state.sceneLink).toEqual({ phase: "not-set-up", trouble });
		expect([send(), openAt(), store.state.link.phase]).toEqual([false, [shared], "live"]);
	});
});

describe("the event channel's address", () => {
	it("waits for the account's name, but not for long", async () => {
		const { open, clock, knowAccount, rooms } = setUp();
		knowAccount(() => new Promise(() => undefined));
		await open();
		await clock.advance(2_499);
		expect(rooms).toHaveLength(0);
		await clock.advance(1);
		expect(rooms[0]?.username).toBe("stream-deck");
	});

	it("includes the account's name", async () => {
		const { open, knowAccount, rooms, store } = setUp();
		knowAccount(async () => store.update({ account: { username: "nova", providers: [] } }));
		await open();
		expect(rooms[0]?.username).toBe("nova");
	});

	it("is unavailable while the key is refused", async () => {
		const { open, knowAccount, rooms, store, log, clock } = setUp();
		knowAccount(() => Promise.reject(new ServiceError("refused", "bad key")));
		await open();
		expect([rooms.length, store.state.link]).toMatchObject([0, { phase: "failed", trouble: "refused" }]);
		expect(log.lines.at(-1)).toContain("event channel: refused: bad key; next try in 8000 ms");
		knowAccount(() => Promise.resolve());
		await clock.advance(8_000);
		expect(rooms).toHaveLength(1);
	});

	it.each(["server-error", "bad-answer", "not-this-service", "rate-limited"] as const)(
		"is the last known one if only discovery fails: %s",
		async (kind) => {
			const { open, join, end, clock, discover, openAt } = setUp();
			await open();
			join(shared);
			discover(kind);
			end(shared);
			await clock.advance(400);
			expect(openAt()).toEqual([shared]);
		},
	);

	it.each(["unreachable", "timeout", "refused"] as const)(
		"is unavailable if the service does not respond: %s",
		async (kind) => {
			const { open, join, end, clock, discover, openAt, store } = setUp();
			await open();
			join(shared);
			discover(kind);
			end(shared);
			await clock.advance(400);
			expect([openAt(), store.state.link.phase]).toEqual([[], "down"]);
		},
	);

	it("is resolved immediately for a waiting press, and dropped when the key is refused elsewhere", async () => {
		const { open, join, end, channels, openAt, store, calls } = setUp();
		await open();
		join(shared);
		end(shared, "refused");
		channels.retryEventChannel();
		await flushPromises();
		expect(openAt()).toEqual([shared]);
		join(shared);
		calls.length = 0;
		channels.failEventChannel(new ServiceError("refused", "bad key"));
		expect([openAt(), store.state.link]).toMatchObject([[], { phase: "down", trouble: "refused" }]);
		expect(calls).toContain("event channel lost");
	});

	it("is resolved again for each attempt", async () => {
		const { open, join, end, clock, discover, openAt } = setUp();
		await open();
		join(shared);
		discover("https://moved.example");
		end(shared);
		await clock.advance(400);
		expect(openAt()).toEqual(["https://moved.example"]);
	});

	it("is not joined for a waiting press after everything is closed", async () => {
		const { channels, rooms, clock } = setUp(own);
		channels.retrySceneChannel();
		await clock.advance(10_000);
		expect(rooms).toHaveLength(0);
	});

	it("is resolved as soon as the event channel is joined elsewhere", async () => {
		const { open, join, phases } = setUp(own);
		await open();
		join(shared);
		expect(phases()).toEqual(["live", "connecting"]);
	});

	it("is logged when it is joined and when it is lost", async () => {
		const { open, join, end, log } = setUp();
		await open();
		join(shared);
		end(shared);
		expect(log.lines.map((line) => line.replace(/[0-9]+ ms/, "soon"))).toEqual([
			"info event channel: joined (Socket.IO 4)",
			"warn event channel: closed: it ended; next try in soon",
		]);
	});
});

describe("another scene address", () => {
	it("is joined without affecting the event channel, and left again", async () => {
		const { channels, open, join, openAt, calls, clock, store } = setUp();
		await open();
		join(shared);
		channels.setSceneAddress(own);
		await clock.advance(1_000);
		expect(openAt()).toEqual([shared, own]);
		join(own);
		expect(store.state.sceneLink.phase).toBe("live");
		channels.setSceneAddress("nowhere://");
		expect(store.state.sceneLink).toMatchObject({ phase: "not-set-up" });
		expect(openAt()).toEqual([shared]);
		channels.setSceneAddress(undefined);
		expect(store.state).toMatchObject({ link: { phase: "live" }, sceneLink: { phase: "live" } });
		expect(calls.filter((line) => line.startsWith("event channel"))).toEqual(["event channel joined"]);
		channels.close();
		await clock.advance(60_000);
		expect(openAt()).toEqual([]);
	});

	it("that is the event channel's needs no connection, also after a different one", async () => {
		const { channels, open, join, openAt, clock, phases, rooms } = setUp(own);
		await open();
		join(shared);
		join(own);
		channels.setSceneAddress(shared);
		await clock.advance(1_000);
		expect([openAt(), phases(), rooms.length]).toEqual([[shared], ["live", "live"], 2]);
	});

	it("that is set while both are closed opens nothing", async () => {
		const { channels, clock, rooms } = setUp();
		channels.setSceneAddress(own);
		await clock.advance(60_000);
		expect(rooms).toEqual([]);
	});
});
