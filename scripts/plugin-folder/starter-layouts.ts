import type { ActionSlug } from "./action-table";

/** An action of the plugin, by the end of its UUID, with its settings. */
export type PlacedAction = { readonly action: ActionSlug; readonly settings: object };

/** A layout to start from, for one kind of device. */
export type StarterLayout = {
	/** The name of its file. */
	readonly file: string;
	/** Name of the profile in the app. */
	readonly name: string;
	/** The app's number for the kind of device, and the model that it writes into profiles. */
	readonly device: { readonly type: number; readonly model: string };
	/** Row by row; undefined leaves a place free. */
	readonly keys: readonly (readonly (PlacedAction | undefined)[])[];
	/** From left to right; absent where the device has no dials. */
	readonly dials?: readonly PlacedAction[];
};

const counter = (settings: object): PlacedAction => ({ action: "counter", settings });
const chart = (settings: object): PlacedAction => ({ action: "chart", settings });
const latest = (settings: object = {}): PlacedAction => ({
	action: "latest-event",
	settings,
});
const sendEvent = (settings: object): PlacedAction => ({
	action: "send-event",
	settings: { needsHold: true, ...settings },
});
const top: PlacedAction = { action: "top-supporter", settings: { scope: "month" } };
const remote: PlacedAction = { action: "remote-action", settings: {} };
const connection: PlacedAction = { action: "connection", settings: {} };

const newSession: PlacedAction = {
	action: "control",
	settings: { command: "newSession" },
};
const thankNext: PlacedAction = { ...newSession, settings: { command: "thankNext" } };

const followers = counter({ metric: "followers" });
const newFollowers = counter({ metric: "followers", scope: "session", onHold: "resetSession" });
const newSubscriptions = counter({ metric: "subscriptions", scope: "session" });
const donationAmount = counter({ metric: "donationAmount", scope: "session" });
const raiders = counter({ metric: "viewers", scope: "session" });
const today = counter({ metric: "followers", scope: "today", onPress: "next" });
const testFollow = sendEvent({ type: "follow", username: "Test" });
const testDonation = sendEvent({ type: "donation", username: "Test", amount: "5", currency: "EUR" });
const testSubscription = sendEvent({ type: "subscription", username: "Test", resub: "0" });
const testHosting = sendEvent({ type: "hosting", hostname: "Test", viewers: "10" });
const week = chart({ series: "followers", range: "week" });
const donationsInMonth = chart({ series: "donationAmount", range: "month" });
const donors = latest({ types: ["donation"] });

/** Fits a Stream Deck Mini, and the smallest layout of Stream Deck Mobile. */
const sixKeys = [
	[newFollowers, donationAmount, latest()],
	[remote, remote, connection],
] as const;

/** Layouts with the keys that most streamers use. Models: as in profiles that the app exports. */
export const starterLayouts: readonly StarterLayout[] = [
	{
		file: "starter-15",
		name: "Stream Events",
		device: { type: 0, model: "20GBA9901" },
		keys: [
			[followers, newFollowers, newSubscriptions, donationAmount, latest()],
			[remote, remote, remote, week, donors],
			[remote, top, testFollow, testDonation, connection],
		],
	},
	{
		file: "starter-xl",
		name: "Stream Events XL",
		device: { type: 2, model: "20GAT9901" },
		keys: [
			[followers, newFollowers, today, newSubscriptions, donationAmount, raiders, latest(), donors],
			[remote, remote, remote, remote, remote, remote, week, donationsInMonth],
			[remote, remote, remote, remote, remote, remote, top, thankNext],
			[testFollow, testSubscription, testDonation, testHosting, undefined, undefined, newSession, connection],
		],
	},
	{
		file: "starter-plus",
		name: "Stream Events +",
		device: { type: 7, model: "20GBD9901" },
		keys: [
			[newFollowers, newSubscriptions, donationAmount, latest()],
			[remote, remote, testFollow, connection],
		],
		dials: [remote, today, latest(), week],
	},
	{
		file: "starter-neo",
		name: "Stream Events Neo",
		device: { type: 9, model: "20GBJ9901" },
		keys: [
			[newFollowers, newSubscriptions, donationAmount, latest()],
			[remote, remote, testFollow, connection],
		],
	},
	{
		file: "starter-mini",
		name: "Stream Events Mini",
		device: { type: 1, model: "20GAI9901" },
		keys: sixKeys,
	},
	{
		file: "starter-mobile",
		name: "Stream Events Mobile",
		device: { type: 3, model: "VSD/WiFi" },
		keys: sixKeys,
	},
	{
		file: "starter-studio",
		name: "Stream Events Studio",
		device: { type: 10, model: "20GBO9901" },
		keys: [
			[
				...[followers, newFollowers, today, newSubscriptions, donationAmount, raiders, latest(), donors],
				...[week, donationsInMonth, top, undefined, testFollow, testSubscription, testDonation, testHosting],
			],
			[
				...[remote, remote, remote, remote, remote, remote, remote, remote],
				...[undefined, undefined, undefined, undefined, undefined, undefined, undefined, connection],
			],
		],
		dials: [remote, latest()],
	},
];
