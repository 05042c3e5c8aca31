import { formatValue } from "./expected-value";
import { describeQuery } from "../user/queries";
import { queriesOf } from "../user/keys";
import { streamEventTypes, type StreamEvent } from "../../../../src/state/events/stream-event";
import type { Limits } from "../limits";
import type { Tally } from "../tally";
import type { User } from "../user/user";
import type { World } from "../world";

/** Checks that pushed events stay until the service removes them, regardless of the list. */
export function checkRetained({ service, plugin, complain }: World): void {
	const { ledger } = plugin().store;
	const { unlistedIds, unfoundIds } = service;
	// Pages of one entry do not overlap, so a gap between them is undetectable.
	if (!service.hasCommonKey || service.options.limitCap === 1) return;
	for (const id of service.pushed.idsWithTime) {
		const event = service.store.find(id);
		const parsed = event && event.deletedAtMs === undefined ? service.parse(event) : undefined;
		if (!event || !parsed) continue;
		const isStored = reportsOf(parsed).some((report) => ledger.current(report));
		if (isStored && !unlistedIds.has(id)) unfoundIds.delete(id);
		// An event of a type that no key needed may have been dropped. Then only a complete read of the list adds it, which an
		// unordered list does not allow. Without the time of an event dated ahead, the plugin keeps it no longer than others.
		const isKept = service.silentChanges.isNeededSince(event.type, event.insertedAtMs);
		// Pushed again without its time, an event that was dropped is stored as new until the list shows that it is not.
		const isUncovered = !service.pushed.has(event, "time") && !ledger.coverage.covers(parsed);
		const isUnread = service.options.listOrder === "ignored" && !service.pushed.has(event, "time");
		if (!isStored && !isUncovered && (isKept || !(isUnread || unfoundIds.has(id))))
			complain(`${parsed.type} ${id} was taken back by mistake`);
	}
}

/** Returns the event as a list without refs, or without ids, contains it. */
function reportsOf(event: StreamEvent): readonly StreamEvent[] {
	const reports = reportsByEvent.get(event) ?? [
		{ ...event, ref: undefined },
		{ ...event, id: undefined },
	];
	reportsByEvent.set(event, reports);
	return reports;
}

const reportsByEvent = new WeakMap<StreamEvent, readonly StreamEvent[]>();

/** Checks that no lifetime total is displayed as zero: each started above it. */
export function checkZeros({ plugin, complain }: World, user: User): void {
	const { store, clock, isExact } = plugin();
	if (!isExact) return;
	const context = store.ledgerContext(clock.now());
	for (const query of queriesOf(user.keys)) {
		if (query.scope !== "lifetime" || query.metric === "hostings" || query.metric === "viewers") continue;
		const shown = formatValue(store.ledger.value(query, context));
		if (shown === "0") complain(`${describeQuery(query)} is zero by mistake`);
	}
}

/** Records which limits the history has crossed so far. */
export function recordLimits({ plugin, service }: World, limits: Limits, crossed: Tally): void {
	const { store, clock } = plugin();
	const { ledger } = store;
	const counts = streamEventTypes.map((type) => ledger.countFrom([type], -Infinity));
	const largest = Math.max(...counts);
	const total = counts.reduce((sum, count) => sum + count, 0);
	const listed = service.store.query({ types: streamEventTypes });
	if (largest > limits.ledger.minRetainedCount) crossed.mark("entries retained of a type");
	if (largest > limits.ledger.maxMessages) crossed.mark("entries with a message");
	if (total > limits.sync.maxComparedCount) crossed.mark("entries compared");
	if (ledger.thanks.waitingCount(streamEventTypes, clock.now()) >= limits.ledger.maxWaiting)
		crossed.mark("people waiting");
	const { coverage } = ledger;
	if (streamEventTypes.some((type) => coverage.namedFromMs(type) > coverage.fromMs(type)))
		crossed.mark("entries from the cached list");
	if (listed.length > limits.sync.pageLimit) crossed.mark("page size");
	if (listed.length > limits.sync.maxEntries) crossed.mark("entries of a snapshot");
	const readableCount = limits.sync.maxRequests * Math.max(1, service.options.limitCap - 1);
	if (listed.length > readableCount) crossed.mark("requests of a snapshot");
}
