import { chartFace, type ChartFaceInput } from "../../../src/key-face/chart-face";
import { connectionFace, type ConnectionFaceInput } from "../../../src/key-face/connection-face";
import { controlFace, type ControlFaceInput } from "../../../src/key-face/control-face";
import { counterFace } from "../../../src/key-face/counter-face";
import type { CounterFaceInput } from "../../../src/key-face/counter-face-input";
import type { Face } from "../../../src/key-face/face";
import { alternateMs } from "../../../src/key-face/face-timing";
import { latestEventFace, type LatestEventFaceInput } from "../../../src/key-face/latest-event-face";
import { remoteFace, type RemoteActionFaceInput } from "../../../src/key-face/remote-action-face";
import { sendEventFace, type SendEventFaceInput } from "../../../src/key-face/send-event-face";
import { stringsFor } from "../../../src/key-face/language";
import { topSupporterFace, type TopSupporterFaceInput } from "../../../src/key-face/top-supporter-face";
import type { FaceStrings } from "../../../src/key-face/strings";
import {
	parseChartSettings,
	parseCounterSettings,
	parseLatestEventSettings,
	parseRemoteActionSettings,
	parseSendEventSettings,
	parseTopSupporterSettings,
} from "../../../src/settings/schemas";
import type { LinkStatus, LinkTrouble } from "../../../src/state/link-status";
import { streamCommands, type StreamCommand } from "../../../src/state/stream-command";
import type { StreamEvent } from "../../../src/state/stream-event";

/** A face in one of its states, for the sheet of `scripts/faces.ts` and for tests of all faces. */
export type Exhibit = { readonly name: string; readonly face: Face };

export const nowMs = Date.UTC(2026, 10, 20, 20, 0, 0);
export const live: LinkStatus = { phase: "live", sinceMs: nowMs - 3_600_000 };
export const down: LinkStatus = { phase: "down", sinceMs: nowMs - 4 * 60_000 - 5_000 };
export const connecting: LinkStatus = { phase: "connecting" };
export const notSetUp: LinkStatus = { phase: "not-set-up" };
export const failed = (trouble: LinkTrouble): LinkStatus => ({ phase: "failed", trouble });

export const count = (number: number) => ({ kind: "count", count: number }) as const;
export const money = (...sums: readonly (readonly [string, number])[]) =>
	({ kind: "money", sums: new Map(sums) }) as const;

export function counter(
	input: Partial<CounterFaceInput>,
	settings: object = {},
	words: FaceStrings = stringsFor("en"),
): Face {
	const usual = { link: live, value: count(12_408), isHidden: false };
	return counterFace({ ...usual, ...input }, parseCounterSettings(settings), nowMs, words);
}

export const boundSettings = {
	sceneToken: "scene",
	itemId: 323,
	actionCode: "trigger",
	itemName: "Follower goal",
	actionName: "Trigger",
};

export function remote(
	input: Partial<RemoteActionFaceInput>,
	settings: object = {},
	words = stringsFor("en"),
): Face {
	const usual: RemoteActionFaceInput = { link: live, binding: { kind: "unchecked" } };
	const parsed = parseRemoteActionSettings({ ...boundSettings, ...settings });
	return remoteFace({ ...usual, ...input }, parsed, nowMs, words);
}

export function streamEvent(event: Partial<StreamEvent>): StreamEvent {
	return {
		id: "1",
		type: "donation",
		createdAtMs: nowMs - 3 * 60_000,
		isDeleted: false,
		person: "Marguerite",
		...event,
	};
}

export const donation = streamEvent({ amount: { minorUnits: 2000, currency: "EUR" } });

export function latest(
	input: Partial<LatestEventFaceInput>,
	settings: object = {},
	words = stringsFor("en"),
): Face {
	const usual = { link: live, isLoaded: true, event: donation, waitingCount: 0, isHidden: false };
	return latestEventFace({ ...usual, ...input }, parseLatestEventSettings(settings), nowMs, words);
}

const ranking = {
	kind: "ranking",
	supporters: [
		{ person: "Marguerite", amount: { minorUnits: 25_000, currency: "EUR" } },
		{ person: "Bob", amount: { minorUnits: 5_000, currency: "EUR" } },
		{ person: undefined, amount: { minorUnits: 500, currency: "EUR" } },
	],
	isIncomplete: false,
} as const;

export function top(
	input: Partial<TopSupporterFaceInput>,
	settings: object = {},
	words = stringsFor("en"),
): Face {
	const usual: TopSupporterFaceInput = { link: live, ranking, rank: 1, isHidden: false };
	return topSupporterFace({ ...usual, ...input }, parseTopSupporterSettings(settings), nowMs, words);
}

export function sendEvent(
	input: Partial<SendEventFaceInput>,
	settings: object = {},
	words = stringsFor("en"),
): Face {
	const parsed = parseSendEventSettings({ username: "Marguerite", ...settings });
	return sendEventFace({ link: live, isComplete: true, ...input }, parsed, nowMs, words);
}

export const weekChart = {
	labels: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
	series: { followers: { values: [8, 20, 15, 32, 6, 40, 27], total: 148 } },
};

export function chart(input: Partial<ChartFaceInput>, settings: object = {}, words = stringsFor("en")): Face {
	const usual: ChartFaceInput = { link: live, chart: weekChart, isHidden: false };
	return chartFace({ ...usual, ...input }, parseChartSettings(settings), nowMs, words);
}

export function control(
	command: StreamCommand | undefined,
	input: Partial<ControlFaceInput> = {},
	words = stringsFor("en"),
): Face {
	const usual = { link: live, isQueueLoaded: true, waitingCount: 0, isHidden: false };
	return controlFace({ ...usual, ...input }, { command }, nowMs, words);
}

export function connection(input: Partial<ConnectionFaceInput>, words = stringsFor("en")): Face {
	const usual = { link: live, username: "marguerite", host: "events.example.com" };
	return connectionFace({ ...usual, ...input }, nowMs, words);
}

const soon = { untilMs: nowMs + 2_000 };
const troubles = [
	"refused",
	"unreachable",
	"not-this-service",
	"insecure",
	"certificate",
	"service-error",
] as const;
const longName = "Xx_TheVeryLongNameOfAViewer_xX";

/** Returns every face in every state, with texts of one language. */
export function galleryOf(language: string): readonly Exhibit[] {
	const words = stringsFor(language);
	const exhibits: Exhibit[] = [];
	const show = (name: string, face: Face) => exhibits.push({ name, face });

	show("live", counter({}, {}, words));
	show("compact", counter({ value: count(182_207) }, { format: "compact" }, words));
	show("full", counter({ value: count(182_207) }, { format: "full" }, words));
	show("auto", counter({ value: count(1_182_207) }, {}, words));
	show("today", counter({ value: count(7) }, { metric: "subscriptions", scope: "today" }, words));
	show("flash", counter({ flash: { delta: count(3), atMs: nowMs - 100 } }, {}, words));
	show(
		"flash money",
		counter(
			{ value: money(["EUR", 31_250]), flash: { delta: money(["EUR", 2_000]), atMs: nowMs } },
			{ metric: "donationAmount", scope: "session" },
			words,
		),
	);
	show("goal", counter({ value: count(412) }, { goal: 500 }, words));
	show("past goal", counter({ value: count(150) }, { goal: 100, metric: "subscriptions" }, words));
	show(
		"money goal",
		counter(
			{ value: money(["EUR", 31_250]) },
			{ metric: "donationAmount", scope: "month", goal: 500 },
			words,
		),
	);
	show(
		"goal flash",
		counter({ value: count(412), flash: { delta: count(1), atMs: nowMs } }, { goal: 500 }, words),
	);
	const celebration = { goal: 500, atMs: nowMs - 100 };
	show("goal reached", counter({ value: count(501), celebration }, { goal: 500, goalStep: 100 }, words));
	show("next goal", counter({ value: count(501) }, { goal: 500, goalStep: 100 }, words));
	show("goal stale", counter({ value: count(412), link: down }, { goal: 500 }, words));
	show("stale", counter({ link: down }, {}, words));
	show("confirming", counter({ isConfirming: true }, {}, words));
	show("away month", counter({ value: count(12_431), away: count(23) }, { scope: "month" }, words));
	show("stale session", counter({ link: down }, { scope: "session" }, words));
	show("refused known", counter({ link: failed("refused") }, { scope: "today" }, words));
	show("away", counter({ value: count(12_431), away: count(23) }, {}, words));
	show("hidden", counter({ isHidden: true }, {}, words));
	show("hidden goal", counter({ isHidden: true }, { goal: 500 }, words));
	show(
		"money",
		counter({ value: money(["EUR", 123_456_78]) }, { metric: "donationAmount", scope: "year" }, words),
	);
	show(
		"two currencies",
		counter(
			{ value: money(["EUR", 31_250], ["USD", 8_000]) },
			{ metric: "donationAmount", scope: "month" },
			words,
		),
	);
	show(
		"four",
		counter(
			{ value: money(["EUR", 31_250], ["USD", 8_000], ["JPY", 1_500], ["CHF", 500]) },
			{ metric: "donationAmount", scope: "week" },
			words,
		),
	);
	show("undo", counter({ value: count(0), undo: soon }, { scope: "session" }, words));
	show(
		"hold",
		counter({ value: count(12), press: { sinceMs: nowMs - 300, holdMs: 500 } }, { scope: "session" }, words),
	);
	show("pressed", counter({ press: { sinceMs: nowMs } }, { scope: "week" }, words));
	show("failure", counter({ notice: { text: words.failures.offline, ...soon } }, {}, words));
	show("viewers", counter({ value: count(1_284) }, { metric: "viewers" }, words));
	show("hostings", counter({ value: count(38) }, { metric: "hostings", scope: "year" }, words));
	show("own label", counter({ value: count(99_999) }, { label: "Road to 100K", color: "#1b1bff" }, words));
	show("provider", counter({ value: count(4_211) }, { provider: "twitch" }, words));
	show("connecting", counter({ value: { kind: "unknown" }, link: connecting }, {}, words));
	show("set up", counter({ value: { kind: "unknown" }, link: notSetUp }, {}, words));
	const unsafe = { phase: "not-set-up", trouble: "insecure" } as const;
	show("unsafe", counter({ value: { kind: "unknown" }, link: unsafe }, {}, words));
	for (const trouble of troubles) {
		show(trouble, counter({ value: { kind: "unknown" }, link: failed(trouble) }, {}, words));
	}

	show("remote", remote({}, {}, words));
	show(
		"reset",
		remote({}, { actionCode: "reset", actionName: "Reset", itemName: "Wheel of fortune" }, words),
	);
	show("short name", remote({}, { actionCode: "show", actionName: "Show", itemName: "Alerts" }, words));
	show(
		"long name",
		remote({}, { itemName: `${longName} and a half`, actionName: "Start the countdown" }, words),
	);
	show("pressed", remote({ press: { sinceMs: nowMs } }, {}, words));
	show(
		"hold",
		remote(
			{ press: { sinceMs: nowMs - 300, holdMs: 500 } },
			{ holdActionCode: "reset", holdActionName: "Reset" },
			words,
		),
	);
	show("choice", remote({ position: { position: 2, count: 7 } }, {}, words));
	show("sent", remote({ sent: { atMs: nowMs } }, {}, words));
	show("waiting", remote({ link: down, isWaiting: true }, {}, words));
	show("too late", remote({ link: down, notice: { text: words.failures["too-late"], ...soon } }, {}, words));
	show("offline", remote({ link: down }, {}, words));
	show("connecting", remote({ link: connecting }, {}, words));
	for (const part of ["scene", "item", "action"] as const) {
		show(`no ${part}`, remote({ binding: { kind: "missing", part } }, {}, words));
	}
	show("refused", remote({ link: failed("refused") }, {}, words));
	show("wrong address", remote({ link: failed("not-this-service") }, {}, words));
	show("set up", remote({}, { actionCode: undefined }, words));

	show("donation", latest({ waitingCount: 3 }, {}, words));
	show("follow", latest({ event: streamEvent({ type: "follow", person: "Bob" }) }, {}, words));
	show("to thank", latest({ event: streamEvent({ type: "follow" }), waitingCount: 1 }, {}, words));
	show("new sub", latest({ event: streamEvent({ type: "subscription", resub: 0 }) }, {}, words));
	show(
		"renewal",
		latest({ event: streamEvent({ type: "subscription", resub: 5 }), waitingCount: 2 }, {}, words),
	);
	show(
		"hosting",
		latest({ event: streamEvent({ type: "hosting", viewers: 42 }), waitingCount: 12 }, {}, words),
	);
	show("long", latest({ event: streamEvent({ type: "follow", person: longName }) }, {}, words));
	show("long gift", latest({ event: { ...donation, person: longName }, waitingCount: 3 }, {}, words));
	show(
		"long words",
		latest({ event: { ...donation, person: "Katharina von Hohenstein" }, waitingCount: 3 }, {}, words),
	);
	show("refused", latest({ link: failed("refused") }, {}, words));
	show("flash", latest({ flash: { atMs: nowMs }, waitingCount: 4 }, {}, words));
	show("test", latest({ event: { ...donation, isTest: true } }, {}, words));
	show("message", latest({ event: { ...donation, message: "Love the stream!" } }, {}, words));
	const written = { ...donation, message: "Love the stream, keep it up!" };
	const next = streamEvent({ id: "0", person: "Ada" });
	const atTurn = (turn: number) => ({ thanking: { atMs: nowMs - turn * alternateMs }, waitingCount: 2 });
	show("next", latest({ event: streamEvent({ type: "follow" }), next, waitingCount: 3 }, {}, words));
	show(
		"next gift",
		latest({ event: { ...donation, createdAtMs: nowMs - alternateMs }, next, waitingCount: 3 }, {}, words),
	);
	show("thanking", latest({ event: written, ...atTurn(0) }, {}, words));
	show("thanking, count", latest({ event: written, ...atTurn(1) }, {}, words));
	const arrival = { event: streamEvent({ type: "follow", person: "Bob" }), atMs: nowMs - 100 };
	show("arrival", latest({ event: written, ...atTurn(0), flash: arrival }, {}, words));
	show("thank follow", latest({ event: streamEvent({ type: "follow" }), ...atTurn(0) }, {}, words));
	show("undo clear", latest({ undo: soon }, {}, words));
	const emptyQueue = { text: words.noneToThank, tone: "text", ...soon } as const;
	show("empty queue", latest({ notice: emptyQueue }, {}, words));
	show("stale", latest({ link: down, waitingCount: 3 }, {}, words));
	show("no event", latest({ event: undefined }, {}, words));
	show("connecting", latest({ event: undefined, isLoaded: false, link: connecting }, {}, words));
	show("hidden", latest({ isHidden: true, waitingCount: 3 }, {}, words));
	show(
		"hidden host",
		latest({ event: streamEvent({ type: "hosting", viewers: 42 }), isHidden: true }, {}, words),
	);
	show("unread", latest({ event: undefined, staleSinceMs: nowMs - 120_000 }, {}, words));
	show("anonymous", latest({ event: { ...donation, person: undefined } }, {}, words));

	show("top", top({}, {}, words));
	show("top total", top({}, { by: "total", scope: "lifetime" }, words));
	show("third", top({ rank: 3 }, { scope: "session" }, words));
	show("top flash", top({ flash: { atMs: nowMs } }, {}, words));
	show("top masked", top({ isHidden: true }, { scope: "year" }, words));
	show("top stale", top({ link: down }, {}, words));
	show("top incomplete", top({ ranking: { ...ranking, isIncomplete: true } }, {}, words));
	show("no top", top({ rank: 4 }, {}, words));
	show("top first", top({ ranking: { kind: "unknown" }, link: connecting }, {}, words));

	show("send", sendEvent({}, {}, words));
	show("send host", sendEvent({}, { type: "hosting", hostname: "RaidBoss" }, words));
	show("sent", sendEvent({ sent: { atMs: nowMs } }, { type: "donation" }, words));
	show("hold to send", sendEvent({}, { type: "donation", needsHold: true }, words));
	show("offline", sendEvent({ link: down }, { type: "subscription" }, words));
	show("rejected", sendEvent({ notice: { text: words.failures.rejected, ...soon } }, {}, words));
	show("set up", sendEvent({ isComplete: false }, {}, words));

	show("chart", chart({}, {}, words));
	show("month", chart({ chart: monthChart }, { series: "subscriptions", range: "month" }, words));
	show("year", chart({ chart: yearChart }, { series: "donationAmount", range: "year" }, words));
	show("empty", chart({ chart: emptyChart }, { series: "donations", range: "day" }, words));
	show("stale", chart({ link: down }, {}, words));
	show("hidden", chart({ isHidden: true }, {}, words));
	show("failed", chart({ notice: { text: words.failures.offline, ...soon } }, {}, words));
	show("one huge", chart({ chart: hugeChart }, { range: "day" }, words));
	show("no series", chart({ chart: { labels: [], series: {} } }, {}, words));
	show("connecting", chart({ chart: undefined, link: connecting }, {}, words));

	show("connected", connection({ lastEventAtMs: nowMs - 3 * 60_000 }, words));
	show("quiet", connection({}, words));
	show("numbers hidden", connection({ lastEventAtMs: nowMs - 26 * 3_600_000, isHidden: true }, words));
	show("no scenes", connection({ sceneLink: down }, words));
	show("link down", connection({ link: down }, words));
	show("again", connection({ isConfirming: true }, words));
	show("wrong address", connection({ link: failed("not-this-service") }, words));
	show("refused", connection({ link: failed("refused") }, words));
	show("pressed", connection({ press: { sinceMs: nowMs } }, words));
	show("first", connection({ link: connecting, username: undefined }, words));

	const sessionStartedAtMs = nowMs - 3 * 3_600_000;
	for (const command of streamCommands) {
		show(command, control(command, { waitingCount: 3, next, sessionStartedAtMs }, words));
	}
	show("hidden", control("toggleNumbers", { isHidden: true }, words));
	show("empty queue", control("thankAll", {}, words));
	show("next name", control("thankNext", { waitingCount: 3, next: { ...next, createdAtMs: nowMs } }, words));
	show("done", control("newSession", { done: { atMs: nowMs } }, words));
	show("undo", control("newSession", { done: { atMs: nowMs }, undo: soon }, words));
	show("refreshing", control("refresh", { isBusy: true }, words));
	show("offline", control("refresh", { link: down }, words));
	show("failed", control("refresh", { notice: { text: words.failures.offline, ...soon } }, words));
	show("set up", control(undefined, {}, words));
	return exhibits;
}

const monthChart = {
	labels: Array.from({ length: 30 }, (_, day) => String(day + 1)),
	series: {
		subscriptions: { values: Array.from({ length: 30 }, (_, day) => (day * 7) % 11), total: 1_482 },
	},
};
const hugeChart = {
	labels: Array.from({ length: 24 }, (_, hour) => `${hour}:00`),
	series: {
		followers: {
			values: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 1e9 : 1)),
			total: 1_000_000_023,
		},
	},
};
const yearChart = {
	labels: Array.from({ length: 12 }, (_, month) => String(month + 1)),
	series: {
		donationAmount: { values: [10, 12, 30, 25, 40, 38, 60, 45, 50, 72, 66, 30], total: 1_234_567.5 },
	},
};
const emptyChart = { labels: ["0", "1"], series: { donations: { values: [0, 0], total: 0 } } };
