import { eventTypeOf } from "../ledger/figures/counter";
import type { CoverageRequirement } from "../ledger/coverage";
import type { CounterQuery } from "../state/counters/counter-query";
import type { LedgerContext } from "../ledger/figures/counters";
import { customIntervalOf, intervalOf, type Interval, type ScopePeriod } from "../state/time/scope";
import { streamEventTypes, type StreamEventType } from "../state/events/stream-event";
import { minAmountOf } from "../state/events/min-amount";
import type { RecentNeed, ServiceDemand } from "../state/service-demand";
import type { Store } from "../state/store";

/**
 * What the keys in use display of hostings: nothing, the `total` of the list, or figures that require each hosting.
 */
export type HostingsNeed = "none" | "count" | "all";

/** Data that a snapshot must contain for the keys in use. */
export type SnapshotNeeds = {
	readonly types: readonly StreamEventType[];
	/** Start of the earliest counted period, epoch milliseconds; Infinity if no key counts from the event list. */
	readonly fromMs: number;
	/** Whether a key displays a figure of the totals. */
	readonly totals: "none" | "all";
	readonly hostings: HostingsNeed;
};

type ListDemand = Pick<ServiceDemand, "queries" | "recent" | "supporters">;

/** Returns the event types that the keys in use count or display. */
export function neededTypes({ queries, recent, supporters }: ListDemand): ReadonlySet<StreamEventType> {
	const types = new Set(recent.flatMap((need) => need.types));
	// Older donations are read by a separate backfill. Here, the type is needed so that new ones are not missed.
	if (supporters.length > 0) types.add("donation");
	for (const { metric } of queries) types.add(eventTypeOf(metric));
	return types;
}

/** Returns which events have to be stored for these keys. */
export function requirementsOf(demand: ListDemand, context: LedgerContext): readonly CoverageRequirement[] {
	const { types, fromMs, hostings } = needsOf(demand, context);
	const starts = demand.supporters
		.filter((period) => !separateIntervalOf(period, context))
		.map((period) => intervalOf(period, context)?.fromMs ?? -Infinity);
	const all: CoverageRequirement[] = [{ types, fromMs }];
	if (starts.length > 0)
		all.push({ types: ["donation"], fromMs: Math.min(...starts), userNames: "required" });
	if (hostings === "all") all.push({ types: ["hosting"], fromMs: -Infinity });
	return all;
}

/** Returns the requirements of keys that list all events of the session. */
export function sessionRequirementsOf(
	recent: ServiceDemand["recent"],
	{ sessionStartedAtMs: fromMs }: LedgerContext,
): readonly CoverageRequirement[] {
	if (fromMs === undefined) return [];
	return recent
		.filter(({ ofSession }) => ofSession)
		.map(({ types }) => ({ types, fromMs, userNames: "required" }));
}

/**
 * Returns the creation time of the oldest event that the key displays, in epoch milliseconds; −Infinity if fewer events
 * are stored than it displays.
 */
export function displayedFromMs(
	{ types, count, minAmount, real }: RecentNeed,
	{ ledger, state }: Pick<Store, "ledger" | "state">,
): number {
	const min = minAmountOf(minAmount, state.account);
	const displayed = ledger.newest(types, count, min);
	const newestReal = real ? ledger.newestReal(types, min) : displayed[0];
	if (displayed.length < count || !newestReal) return -Infinity;
	return Math.min(newestReal.createdAtMs, ...displayed.map(({ createdAtMs }) => createdAtMs));
}

/** Returns what a snapshot must contain to answer all queries and to display the newest events. */
export function needsOf(demand: ListDemand, context: LedgerContext): SnapshotNeeds {
	const { queries, recent } = demand;
	const types = neededTypes(demand);
	let totals: SnapshotNeeds["totals"] = "none";
	let hostings: HostingsNeed = "none";
	const startsMs = recent.map((need) => context.thanksFromMs?.(need.types) ?? Infinity);
	for (const { fromMs } of sessionRequirementsOf(recent, context)) startsMs.push(fromMs);
	const startByScope = new Map<CounterQuery["scope"], number | undefined>();
	for (const query of queries) {
		if (separateIntervalOf(query, context)) continue;
		const { scope, metric, uniqueOnly } = query;
		if (scope === "custom" || !startByScope.has(scope))
			startByScope.set(scope, intervalOf(query, context)?.fromMs);
		const startMs = startByScope.get(scope);
		if (startMs !== undefined) startsMs.push(startMs);
		else if (eventTypeOf(metric) !== "hosting") totals = "all";
		else if (metric === "viewers" || uniqueOnly) hostings = "all";
		else if (hostings === "none") hostings = "count";
	}
	const neededInOrder = streamEventTypes.filter((type) => types.has(type));
	return { types: neededInOrder, fromMs: Math.min(...startsMs), totals, hostings };
}

/** Returns the interval of a custom period that is read separately; undefined for all others. */
export function separateIntervalOf(period: ScopePeriod, context: LedgerContext): Interval | undefined {
	const interval = customIntervalOf(period);
	return interval && context.readsSeparately?.(interval) ? interval : undefined;
}
