import type { CounterMetric, CounterScope } from "../../state/counters/counter-query";
import type { ChartRange } from "../../state/counters/chart";
import type { LinkTrouble } from "../../state/link-status";
import type { SupporterMeasure } from "../../state/events/supporter-measure";
import type { StreamCommand } from "../../state/stream-command";
import type { StreamEventType } from "../../state/events/stream-event";
import type { Label, TwoLines } from "../text/label";
import type { TextVariants } from "../text/format";

/** The reference: every other language has exactly these texts. Each line fits a key at the smallest legible size. */
export const en = {
	/** BCP 47, for numbers. */
	locale: "en",

	metrics: {
		followers: { full: "Followers", short: "Followers" },
		subscriptions: { full: "Subscriptions", short: "Subs" },
		donations: { full: "Donations", short: "Donations" },
		donationAmount: { full: "Donation amount", short: "Donated" },
		hostings: { full: "Hosts", short: "Hosts" },
		viewers: { full: "Viewers", short: "Viewers" },
	} satisfies Record<CounterMetric, Label>,
	scopes: {
		lifetime: "all time",
		session: "this session",
		today: "today",
		week: "this week",
		month: "this month",
		year: "this year",
		custom: "custom period",
	} satisfies Record<CounterScope, string>,
	eventTypes: {
		follow: { full: "Follow", short: "Follow" },
		subscription: { full: "Subscription", short: "Sub" },
		donation: { full: "Donation", short: "Donation" },
		hosting: { full: "Host", short: "Host" },
	} satisfies Record<StreamEventType, Label>,
	latestEvent: { full: "Latest event", short: "Latest" },
	topSupporter: {
		donation: { full: "Top donation", short: "Largest" },
		total: { full: "Top supporter", short: "Top donor" },
	} satisfies Record<SupporterMeasure, Label>,
	ranges: {
		day: { full: "Day", short: "Day" },
		week: { full: "Week", short: "Week" },
		month: { full: "Month", short: "Month" },
		year: { full: "Year", short: "Year" },
	} satisfies Record<ChartRange, Label>,

	/** The name of the action that runs a command. */
	streamControl: "Stream Control",
	commands: {
		newSession: "New session",
		hideNumbers: "Hide numbers",
		showNumbers: "Show numbers",
		toggleNumbers: "Toggle numbers",
		thankNext: "Thank next",
		thankAll: "Thank all",
		refresh: "Refresh",
	} satisfies Record<StreamCommand, string>,

	notSetUp: ["Set up", "Open settings"] satisfies TwoLines,
	/** Second line of `notSetUp` if there is an account: what is missing in the key's settings. */
	setUpSteps: { item: "Choose an item", command: "Pick a command", details: "Fill in details" },
	troubles: {
		refused: ["Key refused", "Check settings"],
		unreachable: ["Offline", "Retrying…"],
		"not-this-service": ["Wrong address", "Check settings"],
		insecure: ["Not secure", "Use https"],
		certificate: ["Bad certificate", "Check settings"],
		"service-error": ["Service down", "Retrying…"],
	} satisfies Record<LinkTrouble, TwoLines>,
	connecting: "Connecting…",
	updating: "Updating…",
	noneYet: ["Nobody yet", "Waiting…"] satisfies TwoLines,
	noChart: "No data yet",
	missing: { scene: "Scene missing", item: "Not in scene", action: "Action missing" },
	/** Why a press did nothing. */
	failures: {
		/** The action of the last press is still running. */
		busy: "Still working",
		missing: "Not found",
		"not-set-up": "Not set up",
		"too-late": "Too late",
		rejected: "Not sent",
		unanswered: "Possibly sent",
		/** The service has not answered yet, and the request is still running. */
		"no-answer": "No answer yet",
	},

	/** A name with its period, in the language's order: `Followers today`, `今日のフォロワー`. */
	inPeriod: (name: string, period: string) => `${name} ${period}`,
	/** A rank below the first: `#2`. */
	place: (rank: number) => `#${rank}`,
	/** A label with its content: `Test: Follow`. */
	labelled: (label: string, text: string) => `${label}: ${text}`,

	minutesAgo: (count: number) => `${count} min ago`,
	hoursAgo: (count: number) => `${count} h ago`,
	daysAgo: (count: number) => (count === 1 ? "1 day ago" : `${count} days ago`),
	justNow: "just now",

	away: (delta: string): TextVariants => [`${delta} while away`, `${delta} away`],
	toThank: (count: string) => `${count} to thank`,
	/** The person whom the next press thanks. */
	nextToThank: (name: string) => `Next: ${name}`,
	/** Header above the person who is being thanked. */
	thanking: "Thanking",
	/** Result of a press when there are no people to thank. */
	noneToThank: "Nobody to thank",
	viewers: (count: string, amount: number): TextVariants => [
		amount === 1 ? `${count} viewer` : `${count} viewers`,
	],
	renewals: (count: string) => `Resub ×${count}`,
	anonymous: "Anonymous",
	test: "Test",
	sendTest: "Send test",
	holdToSend: "Hold to send",
	/** Displayed during a hold that resets the session. */
	resetting: "Keep holding",
	/** Displayed while a press undoes the reset. */
	pressUndoes: "Press to undo",
	/** Displayed while a key celebrates its goal. */
	goalReached: "Goal reached!",
	/** Displayed while an event is being posted. */
	sending: "Sending…",
	/** A command or an event was sent. */
	sent: "Sent",
	/** A refresh succeeded. */
	updated: "Updated",
	connected: "Connected",
	scenesOffline: "Scenes offline",
	numbersHidden: "Numbers hidden",
	numbersShown: "Numbers shown",
	lastEvent: (age: string): TextVariants => [`Last event ${age}`, `Last: ${age}`],
	/** Descriptions of a dial's functions in the Stream Deck app. */
	dialHints: {
		nextPeriod: "Next period",
		newSession: "Start a new session",
		choose: "Choose",
		send: "Send",
		savedChoice: "Back to the saved choice",
		earlierEvents: "Earlier events",
		thankNext: "Thank and show next",
		clearAll: "Clear all",
		periodAndMetric: "Period (push and turn: metric)",
		rankAndPeriod: "Rank (push and turn: period)",
		/** Combines the function of a push and that of a hold. */
		pushOrHold: (push: string, hold: string) => `${push} (hold: ${hold})`,
	},
	/** Texts for screen readers, for states that keys display by colours and signs. */
	described: { live: "live", stale: "out of date", ready: "ready", hidden: "hidden" },
};
