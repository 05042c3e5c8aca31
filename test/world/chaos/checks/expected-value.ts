import type { CounterQuery, CounterValue } from "../../../../src/state/counters/counter-query";
import type { SupporterQuery, SupporterValue } from "../../../../src/ledger/figures/supporters";
import type { ScopePeriod } from "../../../../src/state/time/scope";
import { moneyDigits } from "../../../../src/state/money";
import { streamEventTypes } from "../../../../src/state/events/stream-event";
import { toMoney } from "../../service/data/currency";
import type { EventStore, StoredEvent } from "../../service/data/store";
import type { EventField } from "../service/event-fields";

/** Computes what a counter has to display from the service's own data, by other means than the plugin's. */
export type ReferenceData = {
	readonly store: EventStore;
	readonly nowMs: number;
	readonly sessionStartedAtMs: number | undefined;
	/** Ids of events the plugin posted itself. */
	readonly testIds?: ReadonlySet<number>;
	/** Name that is never ranked. */
	readonly ignoredName?: string | undefined;
	/** The account's own currency. */
	readonly currency?: string;
	/** Whether the plugin can know this field of the event: false if both the list and the frame omitted it. */
	readonly hasField?: (event: StoredEvent, field: EventField) => boolean;
};

/** Value that is displayed where the exact one cannot be known. */
export const incomplete = "unsure";

/** Type of the events that each metric counts. */
export const typeByMetric = {
	followers: "follow",
	subscriptions: "subscription",
	donations: "donation",
	donationAmount: "donation",
	hostings: "hosting",
	viewers: "hosting",
} as const;

/** The value as text: `12`, `12.50 EUR + 3 JPY`, `–`. */
export function expectedValue(query: CounterQuery, reference: ReferenceData): string {
	const { metric, scope, provider, newOnly, uniqueOnly } = query;
	const { store, testIds = new Set(), hasField = () => true } = reference;
	const { followers, subscribers, donations, byProvider } = store.totals;
	if (scope === "lifetime") {
		const share = provider === undefined ? undefined : byProvider[provider];
		if (metric === "followers") return String(provider === undefined ? followers : (share?.followers ?? 0));
		if (metric === "subscriptions")
			return String(provider === undefined ? subscribers : (share?.subscribers ?? 0));
		if (metric === "donations" || metric === "donationAmount") return String(donations.minorUnits / 100);
		if (metric === "hostings" && !uniqueOnly) return String(store.query({ types: ["hosting"] }).length);
	}
	if (scope === "session" && reference.sessionStartedAtMs === undefined) return "–";
	const counted = store
		.query({ types: [typeByMetric[metric]] })
		.filter(({ id }) => !testIds.has(id))
		.filter(({ type, resub }) => type !== "subscription" || !newOnly || !resub);
	// Lifetime has no start, so it includes events without a time.
	if (scope !== "lifetime" && counted.some((event) => !hasField(event, "time"))) return incomplete;
	const isInScope = scopeFilter(query, reference);
	const events = counted.filter(({ createdAtMs }) => isInScope(createdAtMs));
	if (metric === "viewers") return String(events.reduce((sum, { viewers }) => sum + (viewers ?? 0), 0));
	if (metric === "donationAmount") return formatMoneyTotal(events, reference);
	return String(uniqueOnly ? countUniqueNames(events, reference) : events.length);
}

/** Adds the offset of a key to the text of a value: to the amount in the account's currency, if there is one. */
export function addOffset(text: string, offset: number, currency: string): string {
	if (offset === 0 || text === incomplete || text === "–") return text;
	const sum = measuredIn(text, currency) + offset;
	if (!/[A-Z]/.test(text)) return String(Math.round(sum * 1_000) / 1_000);
	const parts = text.split(" + ");
	const others = parts.filter((part) => part !== "?" && !part.endsWith(currency));
	const sums = [...others, `${moneyDigits(toMoney(sum, currency))} ${currency}`].sort();
	return [...sums, ...parts.filter((part) => part === "?")].join(" + ");
}

/** Returns the number in the text of a value; with currencies, the amount in this one. */
export function measuredIn(text: string, currency: string): number {
	if (!/[A-Z]/.test(text)) return Number(text);
	const own = text.split(" + ").find((part) => part.endsWith(currency));
	return own === undefined ? 0 : Number.parseFloat(own);
}

/** Number of ranks that are compared. */
const comparedRanks = 3;

/** Returns the largest donations, or sums of donations, in the account's currency, in minor units: `5000, 1234`. */
export function expectedRanking(query: SupporterQuery, reference: ReferenceData): string {
	const { store, testIds = new Set(), hasField = () => true, currency = "EUR" } = reference;
	if (query.scope === "session" && reference.sessionStartedAtMs === undefined) return "–";
	const donations = store.query({ types: ["donation"] }).filter(({ id }) => !testIds.has(id));
	if (query.scope !== "lifetime" && donations.some((event) => !hasField(event, "time"))) return incomplete;
	const isInScope = scopeFilter(query, reference);
	const sums = new Map<string, number>();
	for (const event of donations) {
		if (!isInScope(event.createdAtMs)) continue;
		const shownName = hasField(event, "person") ? event.username?.toLowerCase() : undefined;
		if (shownName !== undefined && shownName === reference.ignoredName) continue;
		if (!event.amount || !hasField(event, "amount")) continue;
		const givenIn = hasField(event, "currency") ? event.amount.currency : currency;
		if (givenIn !== currency) continue;
		const { minorUnits } = toMoney(moneyDigits(event.amount), currency);
		const name = query.by === "total" ? event.username?.toLowerCase() : undefined;
		const key = name ?? `event ${event.id}`;
		sums.set(key, (sums.get(key) ?? 0) + minorUnits);
	}
	const ranked = [...sums.values()].sort((a, b) => b - a);
	return ranked.slice(0, comparedRanks).join(", ");
}

/** Formats a ranking's value in the same way. */
export function formatRanking(value: SupporterValue): string {
	if (value.kind === "unknown") return "–";
	const amounts = value.supporters.map(({ amount }) => amount.minorUnits);
	return amounts.slice(0, comparedRanks).join(", ");
}

/** Formats a counter's value in the same way. */
export function formatValue(value: CounterValue): string {
	switch (value.kind) {
		case "unknown":
			return "–";
		case "count":
			return String(value.count);
		case "figure":
			return String(value.value);
		case "money":
			return formatSums(value.sums) + (value.hasUnreadable ? " + ?" : "");
	}
}

/** Returns the number of listed events of the four types. */
export function listedCount(store: EventStore): number {
	return store.query({ types: streamEventTypes }).length;
}

function formatMoneyTotal(
	events: readonly StoredEvent[],
	{ currency: own = "EUR", hasField = () => true }: ReferenceData,
) {
	const sums = new Map<string, number>();
	const isUnreadable = (event: StoredEvent) => !hasField(event, "amount");
	for (const event of events) {
		if (!event.amount || isUnreadable(event)) continue;
		const currency = hasField(event, "currency") ? event.amount.currency : own;
		const { minorUnits } = toMoney(moneyDigits(event.amount), currency);
		sums.set(currency, (sums.get(currency) ?? 0) + minorUnits);
	}
	return formatSums(sums.size === 0 ? new Map([[own, 0]]) : sums) + (events.some(isUnreadable) ? " + ?" : "");
}

function formatSums(sums: ReadonlyMap<string, number>): string {
	return Array.from(sums, ([currency, minorUnits]) => `${moneyDigits({ currency, minorUnits })} ${currency}`)
		.sort()
		.join(" + ");
}

function countUniqueNames(events: readonly StoredEvent[], { hasField = () => true }: ReferenceData): number {
	const names = events.map((event) =>
		hasField(event, "person") ? (event.hostname ?? event.username)?.toLowerCase() : undefined,
	);
	return new Set(names.filter(Boolean)).size + names.filter((name) => !name).length;
}

/** Compares calendar dates instead of computing the start of the period, to be independent of the plugin's method. */
function scopeFilter(
	{ scope, from, to }: ScopePeriod,
	{ nowMs, sessionStartedAtMs = Infinity }: ReferenceData,
): (createdAtMs: number) => boolean {
	forgetDatesOfOtherZone();
	const now = readDate(nowMs);
	switch (scope) {
		case "lifetime":
			return () => true;
		case "custom": {
			const [fromMs, toMs] = [
				new Date(from ?? "").getTime(),
				to === undefined ? Infinity : new Date(to).getTime(),
			];
			return (atMs) => atMs >= fromMs && atMs < toMs;
		}
		case "session":
			return (atMs) => atMs >= sessionStartedAtMs;
		case "today":
			return (atMs) => dateOf(atMs).dayNumber >= now.dayNumber;
		case "week":
			return (atMs) => dateOf(atMs).weekNumber >= now.weekNumber;
		case "month":
			return (atMs) => dateOf(atMs).monthNumber >= now.monthNumber;
		case "year":
			return (atMs) => dateOf(atMs).year >= now.year;
	}
}

type LocalDate = ReturnType<typeof readDate>;

/** Dates by time, in the current time zone: reading one takes most of the time of a check. */
const dates = { timeZone: process.env["TZ"], byMs: new Map<number, LocalDate>() };

function dateOf(atMs: number): LocalDate {
	const date = dates.byMs.get(atMs) ?? readDate(atMs);
	dates.byMs.set(atMs, date);
	return date;
}

function forgetDatesOfOtherZone(): void {
	const timeZone = process.env["TZ"];
	if (timeZone === dates.timeZone && dates.byMs.size < maxDates) return;
	dates.timeZone = timeZone;
	dates.byMs.clear();
}

const maxDates = 100_000;

function readDate(atMs: number) {
	const date = new Date(atMs);
	const [year, month] = [date.getFullYear(), date.getMonth()];
	const dayNumber = Date.UTC(year, month, date.getDate()) / 86_400_000;
	// Day 0 was a Thursday; weeks begin on Monday.
	return { year, monthNumber: year * 12 + month, weekNumber: Math.floor((dayNumber + 3) / 7), dayNumber };
}
