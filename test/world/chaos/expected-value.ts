import type { CounterQuery, CounterScope, CounterValue } from "../../../src/state/counter-query";
import { moneyDigits } from "../../../src/state/money";
import { streamEventTypes } from "../../../src/state/stream-event";
import type { EventStore, StoredEvent } from "../service/store";

/** What a counter has to show, worked out from the service's own memory and by other means than the plugin's. */
export type Truth = {
	readonly store: EventStore;
	readonly nowMs: number;
	readonly sessionStartedAtMs: number | undefined;
	/** Ids of events the plugin posted itself. */
	readonly testIds?: ReadonlySet<number>;
};

const typeByMetric = {
	followers: "follow",
	subscriptions: "subscription",
	donations: "donation",
	donationAmount: "donation",
	hostings: "hosting",
	viewers: "hosting",
} as const;

/** The value as text: `12`, `12.50 EUR + 3 JPY`, `–`. */
export function expectedValue(query: CounterQuery, truth: Truth): string {
	const { metric, scope, provider, newOnly, uniqueOnly } = query;
	const { store, testIds = new Set() } = truth;
	const { followers, subscribers, donations, byProvider } = store.totals;
	if (scope === "lifetime") {
		const share = provider === undefined ? undefined : byProvider[provider];
		if (metric === "followers") return String(provider === undefined ? followers : (share?.followers ?? 0));
		if (metric === "subscriptions")
			return String(provider === undefined ? subscribers : (share?.subscribers ?? 0));
		if (metric === "donations" || metric === "donationAmount") return String(donations.minorUnits / 100);
		if (metric === "hostings" && !uniqueOnly) return String(store.query({ types: ["hosting"] }).length);
	}
	if (scope === "session" && truth.sessionStartedAtMs === undefined) return "–";
	const events = store
		.query({ types: [typeByMetric[metric]] })
		.filter(({ id }) => !testIds.has(id))
		.filter((event) => isInScope(event, scope, truth))
		.filter(({ type, resub }) => type !== "subscription" || !newOnly || !resub);
	if (metric === "viewers") return String(events.reduce((sum, { viewers }) => sum + (viewers ?? 0), 0));
	if (metric === "donationAmount") return moneyOf(events);
	return String(uniqueOnly ? countNames(events) : events.length);
}

/** A counter's own value in the same words. */
export function textOf(value: CounterValue): string {
	switch (value.kind) {
		case "unknown":
			return "–";
		case "count":
			return String(value.count);
		case "figure":
			return String(value.value);
		case "money":
			return sumsInWords(value.sums);
	}
}

/** How many events the service lists of the four types. */
export function listedCount(store: EventStore): number {
	return store.query({ types: streamEventTypes }).length;
}

function moneyOf(events: readonly StoredEvent[]): string {
	const sums = new Map<string, number>();
	for (const { amount } of events) {
		if (amount) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minorUnits);
	}
	return sumsInWords(sums.size === 0 ? new Map([["EUR", 0]]) : sums);
}

function sumsInWords(sums: ReadonlyMap<string, number>): string {
	return Array.from(sums, ([currency, minorUnits]) => `${moneyDigits({ currency, minorUnits })} ${currency}`)
		.sort()
		.join(" + ");
}

function countNames(events: readonly StoredEvent[]): number {
	const names = events.map(({ username, hostname }) => (hostname ?? username)?.toLowerCase());
	return new Set(names.filter(Boolean)).size + names.filter((name) => !name).length;
}

/** By comparing dates as a calendar shows them, not by working out when a period began. */
function isInScope({ createdAtMs }: StoredEvent, scope: CounterScope, truth: Truth): boolean {
	const [then, now] = [dateOf(createdAtMs), dateOf(truth.nowMs)];
	switch (scope) {
		case "lifetime":
			return true;
		case "session":
			return createdAtMs >= (truth.sessionStartedAtMs ?? Infinity);
		case "today":
			return then.dayNumber >= now.dayNumber;
		case "week":
			return then.weekNumber >= now.weekNumber;
		case "month":
			return then.monthNumber >= now.monthNumber;
		case "year":
			return then.year >= now.year;
	}
}

function dateOf(atMs: number) {
	const date = new Date(atMs);
	const [year, month] = [date.getFullYear(), date.getMonth()];
	const dayNumber = Date.UTC(year, month, date.getDate()) / 86_400_000;
	// Day 0 was a Thursday; weeks begin on Monday.
	return { year, monthNumber: year * 12 + month, weekNumber: Math.floor((dayNumber + 3) / 7), dayNumber };
}
