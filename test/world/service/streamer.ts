import { moneyDigits } from "../../../src/state/money";
import { streamEventTypes } from "../../../src/state/events/stream-event";

import { AnswerCache } from "./rest/answer-cache";
import { createAccount, type StreamerAccount } from "./data/account";
import { toDonationAmount, toMoney } from "./data/currency";
import { FaultSwitches } from "./faults";
import { Journal } from "./journal";
import { omitFromFrame, renderFrame } from "./shapes/render-event";
import type { Json } from "./shapes/render-values";
import { SceneStore } from "./data/scenes";
import { createSeedEvents, totalsBeforeSeed, zeroTotals } from "./data/seed-events";
import { createScenes } from "./data/seed-scenes";
import type { Settings, StartOptions } from "./settings";
import {
	EventStore,
	type EventDraft,
	type EventEdit,
	type EventQuery,
	type StoredEvent,
	type StoredTotals,
} from "./data/store";
import { TotalsCache } from "./rest/totals-cache";
import type { ServiceContext } from "./service-context";

/** Origin and creation time of an event. Default: no origin, and the current time. */
type EventContext = { readonly origin?: string | undefined; readonly createdAtMs?: number };

/** Edits of an event. */
type EventChanges = Omit<EventEdit, "amount"> & {
	readonly amount?: number | string | undefined;
	readonly currency?: string | undefined;
};

/** Expected state of a perfect client. */
export type Truth = StoredTotals & {
	/** Events of the four types that are not deleted, the latest first. */
	readonly events: readonly StoredEvent[];
};

/** One streamer's data, and the actions of viewers. Serving it is the task of the service. */
export abstract class Streamer implements ServiceContext {
	readonly clock: () => number;
	readonly account: StreamerAccount;
	readonly store: EventStore;
	readonly scenes = new SceneStore(createScenes());
	readonly faults = new FaultSwitches();
	readonly journal = new Journal();
	readonly answers: AnswerCache;
	readonly #totals: TotalsCache;
	#lastFrame: Json | undefined;

	constructor(options: Pick<StartOptions, "clock" | "apiKey" | "seed" | "timeZone">) {
		const { clock = Date.now } = options;
		this.clock = () => clock() + this.faults.active.clockOffsetMs;
		this.account = createAccount(this.clock(), options.apiKey, options.timeZone);
		this.store = new EventStore(this.clock, options.seed === "empty" ? zeroTotals : totalsBeforeSeed);
		if (options.seed !== "empty") {
			for (const draft of createSeedEvents(this.clock(), this.account.timeZone)) this.store.add(draft);
		}
		this.#totals = new TotalsCache(this.store, this.faults, clock);
		this.answers = new AnswerCache(clock);
	}

	abstract get settings(): Settings;

	abstract get eventSocketUrl(): string;

	/** Sends any frame as `new-event` to the sockets that joined. */
	abstract emitRaw(frame: unknown): void;

	/** Adds a follower. As all events, it is stored, counted in the totals, and sent as `new-event`. */
	follow(event: EventContext & { readonly username?: string | undefined }): StoredEvent {
		return this.addEvent({ ...event, type: "follow" });
	}

	/** @param event `resub` 0 or none is a new subscriber, more is a renewal. */
	subscribe(
		event: EventContext & { readonly username?: string | undefined; readonly resub?: number | undefined },
	): StoredEvent {
		return this.addEvent({ resub: 0, ...event, type: "subscription" });
	}

	/** @throws Error when the amount is invalid or negative. */
	donate({
		amount,
		currency = this.account.currency.code,
		...event
	}: EventContext & {
		readonly username?: string | undefined;
		readonly amount: number | string;
		readonly currency?: string | undefined;
		readonly message?: string | undefined;
	}): StoredEvent {
		return this.addEvent({ ...event, type: "donation", amount: toDonationAmount(amount, currency) });
	}

	host(
		event: EventContext & { readonly hostname?: string; readonly viewers?: number | undefined },
	): StoredEvent {
		return this.addEvent({ viewers: 0, ...event, type: "hosting" });
	}

	/** Adds an event of any type, including unknown ones. */
	addEvent(draft: EventDraft): StoredEvent {
		const event = this.store.add(draft);
		this.announce(event);
		return event;
	}

	/** @param type Default: the four types in turn. */
	burst(count: number, type?: string): StoredEvent[] {
		const { code } = this.account.currency;
		const kinds: EventDraft[] = [
			{ type: "follow", origin: "twitch" },
			{ type: "subscription", origin: "twitch", resub: 0 },
			{ type: "donation", amount: toMoney("0.10", code) },
			{ type: "hosting", origin: "twitch", viewers: 3, hostname: "burst_host" },
		];
		const selected = type === undefined ? kinds : kinds.filter((kind) => kind.type === type);
		const drafts = selected.length > 0 ? selected : [{ type: type ?? "follow" }];
		return Array.from({ length: count }, (_, index) =>
			this.addEvent({ ...(drafts[index % drafts.length] ?? { type: "follow" }), username: `burst_${index}` }),
		);
	}

	/**
	 * Removes an event from lists and totals. Sends nothing on the sockets unless announced.
	 * @throws Error when there is no such event.
	 */
	deleteEvent(id: number, announcement: "quietly" | "announced" = "quietly"): void {
		if (this.#find(id).deletedAtMs !== undefined) throw new Error(`event ${id} is deleted already`);
		this.#announceIfRequested(this.store.delete(id), announcement);
	}

	/** Undoes {@link deleteEvent}. @throws Error when there is no such event, or it is not deleted. */
	restoreEvent(id: number, announcement: "quietly" | "announced" = "quietly"): void {
		if (this.#find(id).deletedAtMs === undefined) throw new Error(`event ${id} is not deleted`);
		this.#announceIfRequested(this.store.restore(id), announcement);
	}

	/**
	 * Edits an event.
	 * @param changes `amount` and `currency` as for {@link donate}; absent fields are not changed.
	 * @throws Error when there is no such event, the amount is none, or nothing would change.
	 */
	editEvent(
		id: number,
		{ amount, currency, ...changes }: EventChanges,
		announcement: "quietly" | "announced" = "quietly",
	): StoredEvent | undefined {
		const before = this.#find(id);
		if (amount === undefined && currency === undefined && Object.keys(changes).length === 0)
			throw new Error("nothing to change");
		const edited = this.store.edit(id, { ...changes, ...editedMoney(before, amount, currency) });
		this.#announceIfRequested(edited, announcement);
		return edited;
	}

	announce(event: StoredEvent): void {
		this.journal.emit("event", event);
		const frame = renderFrame(event, this.account, this.settings.shapes);
		this.#lastFrame = omitFromFrame(frame, this.faults.active.pushOmits);
		this.emitRaw(this.#lastFrame);
	}

	/** Sends the last `new-event` once more. @returns Whether there was one. */
	repeatLast(): boolean {
		if (!this.#lastFrame) return false;
		this.emitRaw(this.#lastFrame);
		return true;
	}

	truth(): Truth {
		return { ...this.store.totals, events: this.store.query({ types: streamEventTypes }) };
	}

	/** Returns the number of events that match the query and are not deleted. */
	count(query: EventQuery = {}): number {
		return this.store.query(query).length;
	}

	/** Returns the donated amounts per currency, in minor units. */
	amounts(query: EventQuery = {}): Record<string, number> {
		return this.store.amounts(query);
	}

	readTotals(): StoredTotals {
		return this.#totals.read();
	}

	#find(id: number): StoredEvent {
		const event = this.store.find(id);
		if (!event) throw new Error(`no event has the id ${id}`);
		return event;
	}

	#announceIfRequested(event: StoredEvent | undefined, announcement: "quietly" | "announced"): void {
		if (event && announcement === "announced") this.announce(event);
	}
}

/** Changes the currency and keeps the digits; 5 euros become 5 dollars. */
function editedMoney(
	{ amount: before }: StoredEvent,
	amount: number | string | undefined,
	currency: string | undefined,
): EventEdit {
	if (amount === undefined && currency === undefined) return {};
	const digits = amount ?? (before ? moneyDigits(before) : undefined);
	const code = currency ?? before?.currency;
	if (digits === undefined || code === undefined)
		throw new Error("an event without an amount needs amount and currency");
	return { amount: toDonationAmount(digits, code) };
}
