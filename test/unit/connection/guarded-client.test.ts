import { describe, expect, it } from "vitest";

import { createGuardedClient, Cooldowns } from "../../../src/connection/guarded-client";
import { ServiceError, type ServiceErrorDetails, type ServiceErrorKind } from "../../../src/service/errors";
import type { Clock } from "../../../src/state/time/clock";
import { flushPromises, VirtualClock } from "../../world/fakes/virtual-clock";
import { fakeClient } from "../../world/fakes/fake-client";
import { SkewedClock } from "../../world/fakes/skewed-clock";

type Answer = "fine" | readonly [ServiceErrorKind, ServiceErrorDetails?];

function setUp(computersClock: (real: VirtualClock) => Clock = (real) => real) {
	const clock = new VirtualClock();
	const rests = new Cooldowns(computersClock(clock));
	const requests: string[] = [];
	const answers = new Map<string, Answer>();
	let keyCheck: () => Promise<ServiceError | undefined> = () => Promise.resolve(undefined);
	const checks: string[] = [];
	const reply = <T>(name: string, value: T) => {
		requests.push(name);
		const answer = answers.get(name) ?? "fine";
		return answer === "fine"
			? Promise.resolve(value)
			: Promise.reject(new ServiceError(answer[0], "no", answer[1]));
	};
	const account = { username: "nova", providers: [] };
	const client = createGuardedClient(
		fakeClient({
			account: () => reply("account", account),
			socketAddress: () => reply("socketAddress", "https://socket.example"),
			totals: () => reply("totals", { byProvider: {} }),
			events: () => reply("events", { events: [], entryCount: 0 }),
			chart: () => reply("chart", { labels: [], series: {} }),
			scenes: () => reply("scenes", { scenes: [] }),
			scene: (token) => reply("scene", { token, name: token, items: [] }),
			postEvent: () => reply("postEvent", undefined),
		}),
		rests,
		() => {
			checks.push("check");
			return keyCheck();
		},
	);
	const calls = {
		account: () => client.account(),
		socketAddress: () => client.socketAddress(),
		totals: () => client.totals(),
		events: () => client.events({}),
		chart: () => client.chart({ range: "day" }),
		scenes: () => client.scenes(),
		scene: () => client.scene("a"),
		postEvent: () => client.postEvent({ type: "follow", username: "Ada" }, "nova", () => true),
	};
	const outcome = async (name: keyof typeof calls) => {
		const before = requests.length;
		const error = await calls[name]().then(
			() => undefined,
			(reason: unknown) => reason,
		);
		await flushPromises();
		return {
			kind: error instanceof ServiceError ? error.kind : "fine",
			error,
			wasRequested: requests.length > before,
		};
	};
	return {
		clock,
		rests,
		answers,
		checks,
		outcome,
		names: Object.keys(calls) as (keyof typeof calls)[],
		refuseKey: (check: () => Promise<ServiceError | undefined>) => (keyCheck = check),
	};
}

const busy = (retryAfterMs?: number): Answer => [
	"rate-limited",
	{ status: 429, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
];

describe("a cooldown of the service", () => {
	it("applies to the endpoint that sent it, for as long as it requested", async () => {
		const { clock, answers, outcome, names } = setUp();
		answers.set("chart", busy(60_000));
		expect(await outcome("chart")).toMatchObject({ kind: "rate-limited", wasRequested: true });
		await clock.advance(20_000);
		for (const name of names) {
			const isResting = name === "chart";
			expect(await outcome(name)).toMatchObject({
				kind: isResting ? "rate-limited" : "fine",
				wasRequested: !isResting,
			});
		}
		expect((await outcome("chart")).error).toMatchObject({ retryAfterMs: 40_000 });
		answers.clear();
		await clock.advance(40_000);
		expect(await outcome("chart")).toMatchObject({ kind: "fine", wasRequested: true });
	});

	it("applies everywhere after two endpoints in a row sent one, until the longer time is over", async () => {
		const { clock, answers, outcome, names } = setUp();
		answers.set("chart", busy(60_000)).set("totals", busy(30_000));
		await outcome("chart");
		await outcome("totals");
		for (const name of names) expect((await outcome(name)).wasRequested).toBe(false);
		await clock.advance(59_999);
		expect((await outcome("events")).wasRequested).toBe(false);
		await clock.advance(1);
		expect((await outcome("events")).wasRequested).toBe(true);
	});

	it("does not apply elsewhere if another endpoint responded in between", async () => {
		const { answers, outcome } = setUp();
		answers.set("chart", busy(60_000)).set("totals", busy(30_000));
		await outcome("chart");
		await outcome("events");
		await outcome("totals");
		expect((await outcome("events")).wasRequested).toBe(true);
		expect((await outcome("chart")).wasRequested).toBe(false);
		expect((await outcome("totals")).wasRequested).toBe(false);
	});

	it.each([
		["a rate limit without a time", busy(), 5_000],
		["a broken service with a time", ["server-error", { status: 503, retryAfterMs: 7_000 }], 7_000],
		["hours", busy(36_000_000), 300_000],
	] as const)("applies after %s", async (_what, answer, restMs) => {
		const { clock, answers, outcome } = setUp();
		answers.set("totals", answer);
		await outcome("totals");
		await clock.advance(restMs - 1);
		expect((await outcome("totals")).wasRequested).toBe(false);
		await clock.advance(1);
		expect((await outcome("totals")).wasRequested).toBe(true);
	});

	it.each([
		["no time at all", busy(0)],
		["a failure without a time", ["server-error", { status: 500 }]],
		["silence", ["timeout"]],
	] as const)("does not apply after %s", async (_what, answer) => {
		const { answers, outcome } = setUp();
		answers.set("totals", answer);
		await outcome("totals");
		expect((await outcome("totals")).wasRequested).toBe(true);
	});

	it("passes during system sleep", async () => {
		const { clock, answers, outcome } = setUp();
		answers.set("totals", busy(60_000));
		await outcome("totals");
		clock.jump(60_000);
		expect((await outcome("totals")).wasRequested).toBe(true);
	});

	it.each([7_200_000, -7_200_000])(
		"lasts as long when the computer's clock is set by %i ms",
		async (byMs) => {
			let aheadMs = 0;
			const { clock, answers, outcome } = setUp((real) => new SkewedClock(real, () => aheadMs));
			answers.set("totals", busy(60_000));
			await outcome("totals");
			aheadMs = byMs;
			await clock.advance(59_999);
			expect((await outcome("totals")).wasRequested).toBe(false);
			await clock.advance(1);
			expect((await outcome("totals")).wasRequested).toBe(true);
		},
	);

	it("is ignored once, everywhere, for a press", async () => {
		const { answers, outcome, rests } = setUp();
		answers.set("chart", busy(60_000)).set("totals", busy(60_000));
		await outcome("chart");
		await outcome("totals");
		rests.clearAll();
		expect((await outcome("events")).wasRequested).toBe(true);
		expect((await outcome("chart")).wasRequested).toBe(true);
		expect((await outcome("chart")).wasRequested).toBe(false);
	});

	it("ends with a response, successful or not", async () => {
		const { answers, outcome, rests } = setUp();
		answers.set("chart", busy(60_000));
		await outcome("chart");
		rests.clearAll();
		answers.set("chart", ["server-error", { status: 500 }]).set("totals", busy(60_000));
		await outcome("chart");
		await outcome("totals");
		expect((await outcome("events")).wasRequested).toBe(true);
	});
});

describe("a refused call", () => {
	const forbidden = ["refused", { status: 403 }] as const;

	it("is a failure of the call if the key is accepted elsewhere", async () => {
		const { answers, outcome, checks } = setUp();
		answers.set("totals", forbidden);
		expect((await outcome("totals")).error).toMatchObject({
			kind: "server-error",
			status: 403,
			message: "no",
		});
		expect(checks).toHaveLength(1);
	});

	it("is a refusal if the key is refused", async () => {
		const { answers, outcome, refuseKey } = setUp();
		const refusal = new ServiceError("refused", "bad key", { status: 401 });
		refuseKey(() => Promise.resolve(refusal));
		answers.set("totals", forbidden);
		expect((await outcome("totals")).error).toBe(refusal);
	});

	it("is reported to the pressed key while the key is checked", async () => {
		const { answers, outcome, checks, refuseKey } = setUp();
		refuseKey(() => new Promise(() => undefined));
		answers.set("postEvent", forbidden);
		expect((await outcome("postEvent")).kind).toBe("refused");
		expect(checks).toHaveLength(1);
	});

	it("does not check the key again if it was the check", async () => {
		const { answers, outcome, checks } = setUp();
		answers.set("account", forbidden);
		expect((await outcome("account")).kind).toBe("refused");
		expect(checks).toEqual([]);
	});

	it("keeps its cooldown when another endpoint fails without one", async () => {
		const { outcome, answers } = setUp();
		answers.set("totals", ["rate-limited", { status: 429, retryAfterMs: 60_000 }]);
		await outcome("totals");
		answers.set("chart", ["server-error", { status: 500 }]);
		await outcome("chart");
		expect(await outcome("totals")).toMatchObject({ wasRequested: false });
		expect(await outcome("scenes")).toMatchObject({ wasRequested: true });
	});

	it("applies its cooldown to its endpoint only, when another one failed in between", async () => {
		const { outcome, answers } = setUp();
		const limited: Answer = ["rate-limited", { status: 429, retryAfterMs: 60_000 }];
		answers.set("totals", limited);
		answers.set("chart", ["server-error", { status: 500 }]);
		answers.set("scenes", limited);
		for (const name of ["totals", "chart", "scenes"] as const) await outcome(name);
		expect(await outcome("events")).toMatchObject({ wasRequested: true });
	});
});
