import { streamEventTypes } from "../../../../src/state/events/stream-event";
import { eventTypeOf } from "../../../../src/ledger/figures/counter";
import { periodStartMs } from "../../../../src/state/time/periods";
import { countersOf, type KeyModel } from "../user/keys";
import type { Limits } from "../limits";
import type { Settling } from "./settling";
import type { User } from "../user/user";
import type { World } from "../world";

const minuteMs = 60_000;
/** Requests of a minute in which events happen: a sync every five seconds at most, with a head page, totals and counts. */
const requestsPerMinute = 80;
/** Data that no key has required for long enough is dropped with the next sync, at most this much later, in milliseconds. */
const maxSyncDelayMs = 360_000;
const spareCount = 30;

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
		if (quietMs > this.#limits.ledger.retainUnusedMs + maxSyncDelayMs) this.#checkStored();
	}

	#checkRequests(): void {
		const { clock, service, complain } = this.#world;
		const { requests, options } = service;
		const sinceMs = clock.elapsedMs() - minuteMs;
		while ((requests[this.#firstIndex]?.atMs ?? Infinity) < sinceMs) this.#firstIndex++;
		const count = requests.length - this.#firstIndex;
		const { maxComparedCount, pageLimit } = this.#limits.sync;
		const pageSize = Math.max(1, Math.min(options.limitCap, pageLimit) - 1);
		const allowedCount = requestsPerMinute + 12 * Math.ceil((maxComparedCount + spareCount) / pageSize);
		if (count > allowedCount) complain(`${count} requests in a calm minute, more than ${allowedCount}`);
	}

	/** Checks that entries that no key requires are dropped, except the newest. Entries without a time may be recent. */
	#checkStored(): void {
		const { clock, plugin, complain, features, service } = this.#world;
		if (service.options.missingInList === "time") return;
		const { goalQueries, store } = plugin();
		const { ledger, state } = store;
		const nowMs = clock.now();
		const { minRetainedCount, maxUnusedCount, maxThankAgeMs } = this.#limits.ledger;
		const keys = [...this.#user.keys, ...countersOf(goalQueries)];
		const retentionMs = Math.max(this.#limits.sync.retentionMs, features.has("thanks") ? maxThankAgeMs : 0);
		const recentMs = nowMs - retentionMs - minuteMs;
		const neededFromMs = Math.min(
			Infinity,
			...keys.map((key) => neededFrom(key, nowMs, state.sessionStartedAtMs)),
		);
		for (const type of streamEventTypes) {
			const isNeeded = keys.some((key) => typesOf(key).includes(type));
			const fromMs = isNeeded ? Math.min(recentMs, neededFromMs) : recentMs;
			const count = ledger.countFrom([type], -Infinity);
			const keptCount = Math.max(minRetainedCount, isNeeded ? 0 : 2 * maxUnusedCount);
			// Coverage is an interval of time, so events of the same second are kept together.
			const keptFromMs = Math.min(fromMs, ledger.newestFromMs([type], keptCount));
			const allowedCount = ledger.countFrom([type], keptFromMs) + spareCount;
			if (count > allowedCount) complain(`${count} ${type} entries are stored, more than ${allowedCount}`);
		}
	}
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

/** Start of the key's coverage, epoch milliseconds. */
function neededFrom(key: KeyModel, nowMs: number, sessionStartedAtMs = nowMs): number {
	if (key.kind === "latest" && key.minAmount !== undefined) return -Infinity;
	if (key.kind === "latest") return Math.min(sessionStartedAtMs, nowMs - 86_400_000);
	const scope = key.kind === "counter" ? key.query.scope : key.scope;
	if (scope === "session") return sessionStartedAtMs;
	return scope === "lifetime" || scope === "custom" ? -Infinity : periodStartMs(scope, nowMs);
}
