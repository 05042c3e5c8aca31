import { withOffset } from "../../../../src/state/counters/counter-offset";
import { moneyDigits } from "../../../../src/state/money";
import { defaultSyncLimits } from "../../../../src/sync/sync-limits";
import { auditCycleMs, minAuditPageIntervalMs } from "../../../../src/sync/timing";
import {
	addOffset,
	formatRanking,
	formatValue,
	incomplete,
	listedCount,
	typeByMetric,
} from "./expected-value";
import { ExpectedValues } from "./expected-values";
import { periodOf } from "../../../../src/state/time/scope";
import { describeKey, minOf, type KeyModel, type LatestKey } from "../user/keys";
import { minPageSize, smallPageLimit, type Limits } from "../limits";
import { countOffsets } from "../service/list-model";
import type { PluginModel } from "../plugin-model";
import type { ServiceModel } from "../service/service-model";
import type { StoredEvent } from "../../service/data/store";

type CounterKey = Extract<KeyModel, { kind: "counter" }>;
type Comparison = readonly [shown: string, expected: string];

/** Compares what keys display with the service's own data. */
export class NumberChecks {
	readonly #service: ServiceModel;
	readonly #limits: Limits;
	readonly #expected: ExpectedValues;

	constructor(service: ServiceModel, limits: Limits) {
		this.#service = service;
		this.#expected = new ExpectedValues(service);
		this.#limits = limits;
	}

	isRight(plugin: PluginModel, keys: readonly KeyModel[]): boolean {
		return keys.every((key) => {
			const [shown, expected] = this.#compare(plugin, key);
			return shown === expected;
		});
	}

	describe(plugin: PluginModel, keys: readonly KeyModel[]): string[] {
		return keys.flatMap((key) => {
			const [shown, expected] = this.#compare(plugin, key);
			return shown === expected ? [] : [`${describeKey(key)}: ${shown} instead of ${expected}`];
		});
	}

	/** Additional time, beyond ten seconds, that a full sync takes with small pages, in milliseconds. */
	get pagingMs(): number {
		const pageSize = this.#pageSize;
		const count = this.#entryCount;
		return pageSize >= 20 && count < 1_000 ? 0 : (count / pageSize) * 400;
	}

	/** Time that an audit of the whole list takes, in milliseconds. With small pages, half of each page is new. */
	get auditMs(): number {
		const newEntryCount = Math.max(Math.ceil(this.#pageSize / 2), this.#pageSize - maxAuditOverlap);
		return Math.max(
			auditCycleMs,
			(this.#entryCount / newEntryCount) * (minAuditPageIntervalMs + maxLatencyMs),
		);
	}

	/** Whether the list is too long to read completely, or cannot be paged. */
	get isTruncated(): boolean {
		const { options } = this.#service;
		const { listOffset, listCount } = options;
		const { maxRequests, maxEntries, pageLimit } = this.#limits.sync;
		// Without its length, it is unknown whether the first page contains the list. After outdated pages, the plugin ignores it.
		const isCounted = (listCount === "exact" || listCount === "page") && !this.#service.hadKeptList;
		if (listOffset === "ignored" && !isCounted) return true;
		// A read that a limit of requests ended is repeated only after an hour.
		if (this.#service.hadReplicas && maxRequests < defaultSyncLimits.maxRequests) return true;
		// After a failure, the plugin requests pages of a size that every service accepts.
		const pageSize = minPageSize(options, pageLimit);
		const readableCount = Math.min(maxEntries, maxRequests * Math.max(1, pageSize - 1));
		return this.#entryCount >= (this.#service.isUnpaged ? smallPageLimit : readableCount / 2);
	}

	/** Whether a sync compares everything that is stored, so that the audit has nothing to do. */
	get comparesAll(): boolean {
		return this.#limits.sync.maxComparedCount >= this.#entryCount && !this.isTruncated;
	}

	get #pageSize(): number {
		const { pageLimit, maxPageLimit } = this.#limits.sync;
		return Math.min(this.#service.options.limitCap, Math.max(pageLimit, maxPageLimit));
	}

	get #entryCount(): number {
		const { store, options } = this.#service;
		return options.typeFilter === "loose" ? store.query().length : listedCount(store);
	}

	#compare(plugin: PluginModel, key: KeyModel): Comparison {
		switch (key.kind) {
			case "counter":
				return this.#compareCounter(plugin, key);
			case "supporter":
				return this.#compareRanking(plugin, key);
			case "latest":
				return this.#compareLatest(plugin, key);
		}
	}

	#compareCounter({ store, clock, currency }: PluginModel, { query, offset = 0 }: CounterKey): Comparison {
		const value = withOffset(store.ledger.value(query, store.ledgerContext(clock.now())), offset, currency);
		const text = this.#expected.counter(query, store.state.sessionStartedAtMs);
		const expected = addOffset(text, offset, this.#service.currency);
		const isIncomplete = value.kind === "unknown" || value.isIncomplete === true;
		const { options, pushed } = this.#service;
		// Names that the list omits are known after a restart only if the cached list contains them and is used.
		if (query.uniqueOnly && options.missingInList === "person" && pushed.isRestarted) return ["", ""];
		if (this.#hasUnreadableEvents(typeByMetric[query.metric])) return ["", ""];
		// Where a period is read by itself, events without a time may be missing from it.
		if (expected === incomplete && query.scope === "custom") return ["", ""];
		if (expected === incomplete) return [isIncomplete ? incomplete : formatValue(value), incomplete];
		if (isIncomplete && this.isTruncated) return [expected, expected];
		const shown =
			value.kind !== "unknown" && isIncomplete ? `${formatValue(value)}, ${incomplete}` : formatValue(value);
		const isCount = query.metric === "hostings" && query.scope === "lifetime" && !query.uniqueOnly;
		return isCount && this.#isAcceptedHostingCount(addOffset(shown, -offset, this.#service.currency))
			? [expected, expected]
			: [shown, expected];
	}

	#compareRanking({ store, clock }: PluginModel, key: Extract<KeyModel, { kind: "supporter" }>): Comparison {
		const context = store.ledgerContext(clock.now());
		const { by } = key;
		const query = { by, ...periodOf(key) };
		const value = store.ledger.supporters(query, context);
		const { options } = this.#service;
		// Without names, the totals per donor cannot be computed.
		if (by === "total" && options.missingInList === "person") return ["", ""];
		if (this.#hasUnreadableEvents("donation")) return ["", ""];
		const expected = this.#expected.ranking(key, query, store.state.sessionStartedAtMs);
		const isIncomplete = value.kind === "unknown" || value.isIncomplete;
		if (expected === incomplete && key.scope === "custom") return ["", ""];
		if (expected === incomplete) return [isIncomplete ? incomplete : "exact", incomplete];
		if (isIncomplete && this.isTruncated) return [expected, expected];
		const shown = formatRanking(value);
		return [isIncomplete && value.kind !== "unknown" ? `${shown}, ${incomplete}` : shown, expected];
	}

	#compareLatest({ store, currency }: PluginModel, key: LatestKey): Comparison {
		const { types, minAmount } = key;
		const { missingInList, missingInFrames, listOrder } = this.#service.options;
		const nowMs = this.#service.clock.now();
		if (missingInList === "time" || missingInFrames === "time" || listOrder === "ignored") return ["", ""];
		const { ignoredName, options } = this.#service;
		// Whether a name is ignored is open while it is missing.
		if (ignoredName !== undefined && [options.missingInList, options.missingInFrames].includes("person"))
			return ["", ""];
		// Whether a donation is large enough is open while its amount is missing.
		const isAmountMissing = [missingInList, missingInFrames].some(
			(field) => field === "amount" || field === "currency",
		);
		if (minAmount !== undefined && isAmountMissing) return ["", ""];
		const listed = this.#service.store
			.query({ types })
			.filter(
				({ hostname, username }) =>
					ignoredName === undefined || ignoredName !== (hostname ?? username)?.toLowerCase(),
			)
			.filter(({ amount }) => this.#isLargeEnough(amount, minAmount));
		const newest = listed.find((event) => !isAhead(event));
		const [event] = store.ledger.newest(types, 1, minOf(key, currency));
		// A large donation can be further back than the list can be read. So can all of these types, if a list with a single
		// page ignores the types of a query for several.
		const ignoresTypes =
			options.listOffset === "ignored" && options.typeFilter === "loose" && types.length > 1;
		if (!event && (minAmount !== undefined || ignoresTypes) && this.isTruncated) return ["", ""];
		const timeOf = (ms: number | undefined) => (ms === undefined ? "nobody" : new Date(ms).toISOString());
		// An event dated ahead is the latest until another one happens. Once its date has passed, it is like any other after a restart.
		const mayBeLatest = (other: StoredEvent) =>
			isAhead(other) && (other.createdAtMs <= nowMs + maxAheadMs || other.id > (newest?.id ?? 0));
		if (listed.some((other) => other.createdAtMs === event?.createdAtMs && mayBeLatest(other)))
			return ["", ""];
		return [timeOf(event?.createdAtMs), timeOf(newest?.createdAtMs)];
	}

	/**
	 * Returns whether the plugin cannot learn of an event: it is dated ahead, so that it belongs to periods that begin after it was
	 * missed, and a list that ignores the order does not show it, because only the oldest entries are read.
	 */
	#hasUnreadableEvents(type: StoredEvent["type"]): boolean {
		const { store, options, pushed } = this.#service;
		if (options.listOrder !== "ignored" || !this.isTruncated) return false;
		return store.query({ types: [type] }).some((event) => isAhead(event) && !pushed.includes(event));
	}

	#isLargeEnough(amount: StoredEvent["amount"], minAmount = 0): boolean {
		return amount?.currency !== this.#service.currency || Number(moneyDigits(amount)) >= minAmount;
	}

	/**
	 * Expected number of hosts: the service's total, unless it has none or a wrong one; otherwise the number of listed hosts,
	 * without those that the plugin posted.
	 */
	#isAcceptedHostingCount(shown: string): boolean {
		const { store, options, testIds } = this.#service;
		const hostings = store.query({ types: ["hosting"] });
		const countOffset = options.listCount === "exact" ? 0 : countOffsets[options.listCount];
		const listed = hostings.filter(({ id }) => !testIds.has(id)).length;
		if (countOffset !== undefined && shown === String(Math.max(0, hostings.length + countOffset)))
			return true;
		return shown === String(listed);
	}
}

/** Maximum number of entries that pages of an audit share. */
const maxAuditOverlap = 4;
/** Maximum time that a page of an audit takes, in milliseconds. */
const maxLatencyMs = 500;

/** Events dated further ahead than this are not displayed as the latest, in milliseconds. */
const maxAheadMs = 300_000;

function isAhead({ createdAtMs, insertedAtMs }: StoredEvent): boolean {
	return createdAtMs > insertedAtMs + maxAheadMs;
}
