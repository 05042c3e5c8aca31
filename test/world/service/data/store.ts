import { applyMoney, type Money } from "../../../../src/state/money";
import { streamEventTypes } from "../../../../src/state/events/stream-event";

import { convert } from "./currency";
import type { Changes } from "../with-changes";

/** A stored event. Times are epoch milliseconds; the creation time has whole seconds. */
export type StoredEvent = {
	readonly id: number;
	readonly ref: string;
	/** One of the four documented types, or another one that the service also knows. */
	readonly type: string;
	readonly origin?: string | undefined;
	readonly createdAtMs: number;
	readonly insertedAtMs: number;
	readonly deletedAtMs?: number | undefined;
	readonly username?: string | undefined;
	readonly amount?: Money | undefined;
	/** Printed in place of the amount: text that no client can parse. */
	readonly amountText?: string | undefined;
	readonly message?: string | undefined;
	readonly resub?: number | undefined;
	readonly viewers?: number | undefined;
	readonly hostname?: string | undefined;
};

/** Fields of a new event; the store adds the rest. */
export type EventDraft = Omit<StoredEvent, "id" | "ref" | "createdAtMs" | "insertedAtMs" | "deletedAtMs"> & {
	readonly createdAtMs?: number;
};

/** Which events, in which order. Bounds are inclusive. */
export type EventQuery = {
	readonly types?: readonly string[] | undefined;
	readonly fromMs?: number | undefined;
	readonly toMs?: number | undefined;
	/** Leaves renewals out. */
	readonly subscriptions?: "all" | "new";
	readonly sort?: "createdAt" | "ref";
	readonly order?: "asc" | "desc";
	/** Time of the snapshot, in epoch milliseconds. Default: the current state. */
	readonly asOfMs?: number | undefined;
};

/** Fields of an event that can be edited. */
export type EventEdit = Changes<
	Pick<
		StoredEvent,
		"createdAtMs" | "username" | "amount" | "message" | "resub" | "viewers" | "hostname" | "origin"
	>
>;

/** Lifetime figures; `donations` in the account's currency. */
export type StoredTotals = {
	readonly followers: number;
	readonly subscribers: number;
	readonly donations: Money;
	readonly byProvider: Readonly<Record<string, { readonly followers: number; readonly subscribers: number }>>;
};

const firstId = 2_480_000;
const maxResults = 20;

/** The service's data: events, and lifetime totals that started before the first listed event. */
export class EventStore {
	readonly #clock: () => number;
	readonly #events = new Map<number, StoredEvent>();
	/** Earlier versions of edited events, oldest first. */
	readonly #previousVersions = new Map<number, { readonly untilMs: number; readonly event: StoredEvent }[]>();
	/** Events that are not deleted, oldest first; undefined after a change until the next read. */
	#ordered: StoredEvent[] | undefined;
	/** Results of queries of the current state, by query. A change empties it. */
	readonly #results = new Map<string, readonly StoredEvent[]>();
	readonly #changeCounts = new Map<string, number>();
	#totals: StoredTotals;
	#nextId = firstId;

	constructor(clock: () => number, totals: StoredTotals) {
		this.#clock = clock;
		this.#totals = totals;
	}

	get totals(): StoredTotals {
		return this.#totals;
	}

	/** Number of changes so far of events of this type. */
	changeCount(type: string): number {
		return this.#changeCounts.get(type) ?? 0;
	}

	add(draft: EventDraft): StoredEvent {
		const nowMs = this.#clock();
		const createdAtMs = Math.floor((draft.createdAtMs ?? nowMs) / 1000) * 1000;
		const id = this.#nextId++;
		const ref = `${(createdAtMs / 1000).toString(36)}-${id.toString(36)}`;
		// An event dated ahead is stored now, and listed by every replica that contains this moment.
		const insertedAtMs = Math.min(draft.createdAtMs ?? nowMs, nowMs);
		const event = { ...draft, id, ref, createdAtMs, insertedAtMs };
		this.#events.set(id, event);
		this.#noteChange(event);
		if (this.#ordered && createdAtMs >= (this.#ordered.at(-1)?.createdAtMs ?? -Infinity))
			this.#ordered.push(event);
		else this.#ordered = undefined;
		this.#count(event, 1);
		return event;
	}

	find(id: number): StoredEvent | undefined {
		return this.#events.get(id);
	}

	/** Removes the event from lists, charts and totals. @returns Undefined if it does not exist. */
	delete(id: number): StoredEvent | undefined {
		return this.#mark(id, this.#clock());
	}

	/** Undoes {@link delete}. */
	restore(id: number): StoredEvent | undefined {
		return this.#mark(id, undefined);
	}

	/** Edits an event: lists and totals change. @returns Undefined if it does not exist. */
	edit(id: number, changes: EventEdit): StoredEvent | undefined {
		const event = this.#events.get(id);
		if (!event) return undefined;
		const edited = { ...event, ...changes, createdAtMs: changes.createdAtMs ?? event.createdAtMs };
		this.#replace(edited);
		if (event.deletedAtMs === undefined) {
			this.#count(event, -1);
			this.#count(edited, 1);
		}
		return edited;
	}

	/** Events that are not deleted; without an order, the latest first. */
	query(query: EventQuery = {}): readonly StoredEvent[] {
		if (query.asOfMs !== undefined) return this.#find(query);
		const key = JSON.stringify(query);
		const events = this.#results.get(key) ?? this.#find(query);
		if (this.#results.size >= maxResults) this.#results.clear();
		this.#results.set(key, events);
		return events;
	}

	/** Returns donated amounts per currency, in minor units. */
	amounts(query: EventQuery = {}): Record<string, number> {
		const sums = new Map<string, number>();
		for (const { amount } of this.query({ ...query, types: ["donation"] }))
			if (amount) applyMoney(sums, amount);
		return Object.fromEntries(sums);
	}

	#find({ types, fromMs, toMs, subscriptions, sort, order, asOfMs }: EventQuery): StoredEvent[] {
		const candidates = asOfMs === undefined ? this.#allOrdered() : sortedByCreation(this.#allAsOf(asOfMs));
		const found = candidates.filter(
			(event) =>
				(types === undefined || types.includes(event.type)) &&
				(fromMs === undefined || event.createdAtMs >= fromMs) &&
				(toMs === undefined || event.createdAtMs <= toMs) &&
				(subscriptions !== "new" || event.type !== "subscription" || !event.resub),
		);
		if (sort === "ref") found.sort((a, b) => (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : a.id - b.id));
		return order === "asc" ? found : found.reverse();
	}

	#mark(id: number, deletedAtMs: number | undefined): StoredEvent | undefined {
		const event = this.#events.get(id);
		if (!event) return undefined;
		const wasDeleted = event.deletedAtMs !== undefined;
		const isDeleted = deletedAtMs !== undefined;
		const marked = { ...event, deletedAtMs };
		this.#replace(marked);
		if (wasDeleted !== isDeleted) this.#count(event, isDeleted ? -1 : 1);
		return marked;
	}

	#replace(event: StoredEvent): void {
		const before = this.#events.get(event.id);
		if (before) {
			const versions = this.#previousVersions.get(event.id) ?? [];
			versions.push({ untilMs: this.#clock(), event: before });
			this.#previousVersions.set(event.id, versions);
		}
		this.#events.set(event.id, event);
		this.#noteChange(event);
		this.#ordered = undefined;
	}

	#noteChange({ type }: StoredEvent): void {
		this.#results.clear();
		this.#changeCounts.set(type, this.changeCount(type) + 1);
	}

	#allOrdered(): StoredEvent[] {
		this.#ordered ??= sortedByCreation([...this.#events.values()]);
		return this.#ordered;
	}

	#allAsOf(asOfMs: number): StoredEvent[] {
		return [...this.#events.values()]
			.filter(({ insertedAtMs }) => insertedAtMs <= asOfMs)
			.map(
				(event) =>
					this.#previousVersions.get(event.id)?.find(({ untilMs }) => asOfMs < untilMs)?.event ?? event,
			);
	}

	#count(event: StoredEvent, sign: 1 | -1): void {
		const { followers, subscribers, donations, byProvider } = this.#totals;
		const follow = event.type === "follow" ? sign : 0;
		const subscriber = event.type === "subscription" && !event.resub ? sign : 0;
		const given = event.amount ? sign * convert(event.amount, donations.currency).minorUnits : 0;
		const provider = event.origin === undefined ? undefined : byProvider[event.origin];
		this.#totals = {
			followers: followers + follow,
			subscribers: subscribers + subscriber,
			donations: { ...donations, minorUnits: donations.minorUnits + given },
			byProvider:
				event.origin === undefined || !streamEventTypes.some((type) => type === event.type)
					? byProvider
					: {
							...byProvider,
							[event.origin]: {
								followers: (provider?.followers ?? 0) + follow,
								subscribers: (provider?.subscribers ?? 0) + subscriber,
							},
						},
		};
	}
}

/** Returns the events that are not deleted, oldest first. */
function sortedByCreation(events: readonly StoredEvent[]): StoredEvent[] {
	return events
		.filter(({ deletedAtMs }) => deletedAtMs === undefined)
		.sort((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id);
}
