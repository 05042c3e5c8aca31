import type { Face } from "../../src/key-face/face";
import { chart } from "../../test/unit/key-face/gallery/chart";
import { connection } from "../../test/unit/key-face/gallery/connection";
import { counter } from "../../test/unit/key-face/gallery/counter";
import { latest } from "../../test/unit/key-face/gallery/latest-event";
import { remote } from "../../test/unit/key-face/gallery/remote-action";
import { sendEvent } from "../../test/unit/key-face/gallery/send-event";
import {
	count,
	down,
	failed,
	money,
	notSetUp,
	nowMs,
	streamEvent,
} from "../../test/unit/key-face/gallery/shared";
import { top } from "../../test/unit/key-face/gallery/top-supporter";

/** One picture: its texts, and its keys row by row. */
export type StoreScene = {
	readonly file: string;
	readonly title: readonly string[];
	readonly lines: readonly string[];
	readonly keys: readonly (readonly Face[])[];
};

const item = (itemName: string, actionName = "Trigger") =>
	remote({}, { itemName, actionName, actionCode: actionName.toLowerCase() });
const followers = counter({ value: count(12_408) });
const flash = counter({ value: count(12_409), flash: { delta: count(1), atMs: nowMs - 100 } });
const sessionFollowers = counter({ value: count(37) }, { scope: "session" });
const goal = counter({ value: count(412) }, { goal: 500, label: "Road to 500" });
const subscriptions = counter({ value: count(7) }, { metric: "subscriptions", scope: "today" });
const donated = counter({ value: money(["EUR", 31_250]) }, { metric: "donationAmount", scope: "session" });
const viewers = counter({ value: count(1_284) }, { metric: "viewers", scope: "week" });
const donor = latest({ waitingCount: 3 });
const follower = latest({ event: streamEvent({ type: "follow", person: "hikari" }) });
const subscriber = latest({ event: streamEvent({ type: "subscription", person: "Chloé" }), waitingCount: 2 });
const host = latest({ event: streamEvent({ type: "hosting", person: "Quentin", viewers: 168 }) });
const week = chart({});

/** The thumbnail, and the gallery in its order. */
export const storeScenes: readonly StoreScene[] = [
	{
		file: "thumbnail",
		title: ["Stream Events"],
		lines: ["Fire your widgets.", "Trust your numbers.", "Thank everybody."],
		keys: [
			[followers, sessionFollowers, subscriptions],
			[goal, donated, donor],
			[item("Confetti"), week, item("Alert sound")],
		],
	},
	{
		file: "gallery-1-deck",
		title: ["Your stream", "on your deck"],
		lines: ["Followers, subscriptions,", "donations and hostings,", "live and exact."],
		keys: [
			[followers, sessionFollowers, subscriptions, donated, donor],
			[item("Confetti"), item("Wheel of fortune"), item("Alert sound"), week, goal],
			[item("Goal bar", "Reset"), sendEvent({}, { type: "follow" }), viewers, follower, connection({})],
		],
	},
	{
		file: "gallery-2-numbers",
		title: ["Numbers that", "stay right"],
		lines: [
			"Lifetime, session, today,",
			"week, month or year.",
			"A goal fills the frame,",
			"a new event lights up the key.",
		],
		keys: [
			[followers, flash, goal],
			[donated, viewers, week],
		],
	},
	{
		file: "gallery-3-scene",
		title: ["Fire the widgets", "of your scene"],
		lines: ["One press, at once, once only.", "Send an event of your own", "to see that all works."],
		keys: [
			[item("Confetti"), item("Wheel of fortune"), item("Goal bar", "Reset")],
			[
				sendEvent({}, { type: "follow" }),
				sendEvent({}, { type: "donation", amount: "5", currency: "EUR" }),
				item("Alert sound"),
			],
		],
	},
	{
		file: "gallery-4-people",
		title: ["Thank them,", "forget nobody"],
		lines: ["Who came, what they gave,", "who gave most,", "and how many are waiting."],
		keys: [
			[donor, subscriber, top({}, { by: "total" })],
			[host, follower, top({ rank: 2 }, { by: "total" })],
		],
	},
	{
		file: "gallery-5-honest",
		title: ["A key says when", "it is not sure"],
		lines: ["The link is down, the key was", "refused, 23 came while you", "were away: you see it."],
		keys: [
			[
				counter({ link: down }),
				counter({ value: count(12_431), away: count(23) }),
				counter({ isHidden: true }),
			],
			[
				counter({ value: { kind: "unknown" }, link: notSetUp }),
				counter({ value: { kind: "unknown" }, link: failed("refused") }),
				counter({ value: { kind: "unknown" }, link: failed("unreachable") }),
			],
		],
	},
];
