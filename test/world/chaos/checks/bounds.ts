import { streamEventTypes, type StreamEventType } from "../../../../src/state/events/stream-event";
import { eventTypeOf } from "../../../../src/ledger/figures/counter";
import { intervalOf, type ScopeContext, type ScopePeriod } from "../../../../src/state/time/scope";
import type { CounterMetric } from "../../../../src/state/counters/counter-query";
import { countersOf, type KeyModel } from "../user/keys";
import { minPageSize, type Limits } from "../limits";
import type { Random } from "../random";
import type { ServiceModel } from "../service/service-model";
import type { Settling } from "./settling";
import type { User } from "../user/user";
import type { World } from "../world";

const minuteMs = 60_000;
/** Requests of a minute in which events happen: a sync every five seconds at most, with a head page, totals and counts. */
const requestsPerMinute = 80;
/** Data that no key has required for long enough is dropped with the next sync, at most this much later, in milliseconds. */
const maxSyncDelayMs = 360_000;
const spareCount = 30;
/** Histories do not wait for longer until data is dropped, in milliseconds. */
const maxDropDelayMs = 60_000;
const dayMs = 86_400_000;
const mainMetrics = ["followers", "subscriptions", "donationAmount", "hostings"] as const;

/** Checks that requests and stored entries are bounded by what visible keys require. */
export class Bounds {
	readonly #world: World;
	readonly #limits: Limits;
	readonly #user: User;
	readonly #settling: Settling;
	/** Index of the first request that may belong to the current minute. */
	#firstIndex = 0;

	constructor(world: World, limits: Limits, user: User, settling: Settling) {
		this.#world = world;
		this.#limits = limits;
		this.#user = user;
		this.#settling = settling;
	}

	check(): void {
		const { clock } = this.#world;
		if (!this.#settling.isCalm || !this.#user.isVisible) return;
		const quietMs = clock.elapsedMs() - this.#user.actedAtMs;
		if (quietMs > minuteMs + 10_000 + this.#settling.pagingMs) this.#checkRequests();
		if (quietMs > this.#limits.ledger.retainUnusedMs + maxSyncDelayMs) this.#checkStored(spareCount);
	}

	/**
	 * Shows keys that require all events, during a minute with events, and then keys that require today's of some types: the
	 * rest has to be dropped.
	 */
	async checkDropping(random: Random, addEvent: () => void): Promise<void> {
		const { clock, tally, log } = this.#world;
		const { retainUnusedMs } = this.#limits.ledger;
		if (retainUnusedMs > maxDropDelayMs) return;
		tally.add("user: keys require less");
		this.#user.replaceKeys(keysOf(mainMetrics, { scope: "custom", from: "2020-01-01T00:00" }));
		await this.#settling.checkSoon();
		for (let count = 0; count < 12; count++) {
			addEvent();
			await clock.advance(minuteMs / 12);
		}
		this.#checkRequests();
		await this.#settling.checkSoon();
		const used = [random.pick(mainMetrics), ...random.sample(mainMetrics, 0.3)];
		log(`only ${used.join(", ")} of today`);
		this.#user.replaceKeys(keysOf(used, { scope: "today" }));
		await this.#settling.checkSoon();
		await clock.advance(retainUnusedMs + maxSyncDelayMs);
		this.#checkStored(0);
		this.#settling.checkNow();
	}

	#checkRequests(): void {
		const { clock, service, complain } = this.#world;
		const { requests, options } = service;
		const sinceMs = clock.elapsedMs() - minuteMs;
		while ((requests[this.#firstIndex]?.atMs ?? Infinity) < sinceMs) this.#firstIndex++;
		const count = requests.length - this.#firstIndex;
		const { maxComparedCount, pageLimit } = this.#limits.sync;
		const pageSize = Math.max(1, Math.min(options.limitCap, pageLimit) - 1);
		// The same page three times in a row shows that a list has a single page.
		const pageCount = Math.ceil((maxComparedCount + spareCount) / pageSize) + (service.isUnpaged ? 3 : 0);
		const allowedCount = requestsPerMinute + 12 * pageCount + maxQuietRequests(service, this.#limits);
		if (count > allowedCount) complain(`${count} requests in a calm minute, more than ${allowedCount}`);
	}

	/** Checks that entries that no key requires are dropped, except the newest. Entries without a time may be recent. */
	#checkStored(spare: number): void {
		const { clock, plugin, complain, features, service } = this.#world;
		if (service.options.missingInList === "time") return;
		const { goalQueries, store } = plugin();
		const { ledger, state } = store;
		// Data is dropped by syncs, and the last one was up to this long ago.
		const nowMs = clock.now() - maxSyncDelayMs;
		const context = { nowMs, sessionStartedAtMs: state.sessionStartedAtMs };
		const { minRetainedCount, maxUnusedCount, maxThankAgeMs } = this.#limits.ledger;
		const keys = [...this.#user.keys, ...countersOf(goalQueries)];
		const thanksMs = features.has("thanks") ? maxThankAgeMs : 0;
		const recentMs = nowMs - Math.max(this.#limits.sync.retentionMs, thanksMs);
		for (const type of streamEventTypes) {
			const isNeeded = keys.some((key) => typesOf(key).includes(type));
			const count = ledger.countFrom([type], 1);
			const isRetained = isNeeded || this.#user.queuedTypes.has(type);
			const starts = isNeeded ? keys.map((key) => neededFrom(key, type, context)) : [];
			const fromMs = Math.min(isRetained ? recentMs : nowMs, ...starts);
			const keptCount = Math.max(isRetained ? minRetainedCount : 0, isNeeded ? 0 : 2 * maxUnusedCount);
			// Coverage is an interval of time, so events of the same second are kept together.
			const keptFromMs = Math.min(fromMs, ledger.newestFromMs([type], keptCount));
			const allowedCount = ledger.countFrom([type], keptFromMs) + spare;
			if (count > allowedCount) complain(`${count} ${type} entries are stored, more than ${allowedCount}`);
		}
	}
}

/**
 * Maximum number of requests in five minutes without events: a thorough sync, an audit, reads of single periods, and another
 * read after a mismatch of a wrong count.
 */
export function maxQuietRequests({ store, options }: ServiceModel, limits: Limits): number {
	const newEntryCount = Math.max(1, minPageSize(options, limits.sync.pageLimit) - 1);
	return 100 + 3 * Math.ceil(store.query().length / newEntryCount);
}

function keysOf(metrics: readonly CounterMetric[], period: ScopePeriod): KeyModel[] {
	return countersOf(metrics.map((metric) => ({ metric, ...period, newOnly: false, uniqueOnly: false })));
}

function typesOf(key: KeyModel): readonly string[] {
	switch (key.kind) {
		case "counter":
			return [eventTypeOf(key.query.metric)];
		case "supporter":
			return ["donation"];
		case "latest":
			return key.types;
	}
}

/**
 * Returns since when events of the type are required by the key, epoch milliseconds. Syncs read all types in use back to the
 * earliest period of a counter.
 */
function neededFrom(key: KeyModel, type: StreamEventType, context: ScopeContext): number {
	const { nowMs, sessionStartedAtMs = nowMs } = context;
	const isOwn = typesOf(key).includes(type);
	if (key.kind === "latest")
		return isOwn && key.minAmount !== undefined ? -Infinity : Math.min(sessionStartedAtMs, nowMs - dayMs);
	if (key.kind === "supporter" && !isOwn) return Infinity;
	const interval = intervalOf(key.kind === "counter" ? key.query : key, context);
	if (interval) return interval.fromMs;
	// The totals contain what lifetime counters display, except of hosts.
	return isOwn && (key.kind === "supporter" || type === "hosting") ? -Infinity : Infinity;
}
