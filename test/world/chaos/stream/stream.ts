import { toMoney } from "../../service/data/currency";
import { confirmationDelayMs } from "../../../../src/ledger/timing";
import { streamEventTypes } from "../../../../src/state/events/stream-event";
import type { EventDraft, StoredEvent } from "../../service/data/store";
import { drawEvent, drawEventOf } from "./random-events";
import type { Random } from "../random";
import { act, type World } from "../world";

const hourMs = 3_600_000;

/** Actions of viewers and moderators: events, deletions and edits. */
export class Stream {
	readonly #world: World;
	/** Events that took place. */
	eventCount = 0;
	/** Events that were removed or edited. */
	removalCount = 0;
	/** When rows of the list last vanished, on the monotonic clock. */
	#vanishedAtMs = -Infinity;

	constructor(world: World) {
		this.#world = world;
	}

	addEvents(random: Random): void {
		const { clock, service } = this.#world;
		const count = random.pick([1, 1, 1, 2, 5, random.integer(10, 40)]);
		for (let index = 0; index < count; index++) {
			const backMs = random.chance(0.05) ? random.between(0, 90_000) : 0;
			this.#add(drawEvent(random), clock.now() - (service.isTimeReported ? backMs : 0));
		}
	}

	addEvent(random: Random): void {
		this.#add(drawEvent(random), this.#world.clock.now());
	}

	deleteOne(random: Random): void {
		const { clock, service, log } = this.#world;
		const nowMs = clock.now();
		const candidates = service.store.query().filter(({ createdAtMs }) => createdAtMs < nowMs - 3_000);
		if (candidates.length === 0) return;
		const event = random.pick(random.chance(0.7) ? candidates.slice(0, 10) : candidates);
		const announcement = random.pick(["announced", "quietly"] as const);
		act(this.#world, `stream: deletion ${announcement}`, () => this.#delete(event, announcement));
		log(`deleted ${event.id} ${event.type} ${announcement}`);
	}

	/** Runs an action that only histories with features contain. */
	async actSpecially(random: Random): Promise<void> {
		const { features } = this.#world;
		const actions: (() => void | Promise<void>)[] = [];
		if (features.has("flood")) actions.push(() => this.#flood(random));
		if (features.has("future")) actions.push(() => this.#addFutureEvent(random));
		if (features.has("same-second")) actions.push(() => this.#deleteWithinSecond(random));
		if (features.has("pushed-edits")) actions.push(() => this.#edit(random, "pushed"));
		if (features.has("deep-edits")) actions.push(() => this.#edit(random, "quiet"));
		if (features.has("vanish")) actions.push(() => this.#vanish(random));
		if (actions.length > 0) await random.pick(actions)();
	}

	#add(draft: EventDraft, createdAtMs: number): StoredEvent {
		const { clock, service } = this.#world;
		// Before its push arrives, nothing shows that an event dated ahead has just happened.
		const isUndecided = createdAtMs > clock.now() && service.maxLateMs > 0;
		const isLive = createdAtMs > clock.now() - 1_000 && !isUndecided;
		const noteAdded = this.#world.beforeEvent(isLive ? "live" : "late", draft.type);
		const event = service.addEvent({ ...draft, createdAtMs });
		noteAdded?.();
		this.#world.log(`event ${event.id} ${event.type} ${new Date(event.createdAtMs).toISOString()}`);
		this.eventCount++;
		return event;
	}

	/** Creates many events of one type within a few seconds. */
	async #flood(random: Random): Promise<void> {
		const { clock } = this.#world;
		const type = random.pick(streamEventTypes);
		const count = random.integer(20, 60);
		act(this.#world, `stream: flood of ${type}`);
		for (let index = 0; index < count; index++) {
			this.#add(drawEventOf(type, random), clock.now());
			if (random.chance(0.1)) await clock.advance(random.between(10, 300));
		}
	}

	#addFutureEvent(random: Random): void {
		const aheadMs = random.pick([600_000, 2 * hourMs, 30 * 24 * hourMs]);
		act(this.#world, "stream: event dated ahead", () => {
			this.#add(drawEvent(random), this.#world.clock.now() + aheadMs);
		});
	}

	async #deleteWithinSecond(random: Random): Promise<void> {
		const { clock } = this.#world;
		const msInSecond = clock.now() % 1_000;
		if (msInSecond > 300) await clock.advance(1_001 - msInSecond);
		const event = this.#add(drawEventOf(random.pick(streamEventTypes), random), clock.now());
		await clock.advance(random.between(20, 400));
		act(this.#world, "stream: deletion in the second of the event", () => this.#delete(event, "announced"));
	}

	#delete(event: StoredEvent, announcement: "announced" | "quietly"): void {
		this.removalCount++;
		const noteDeleted = this.#world.beforeEvent("change", event.type);
		this.#world.service.delete(event, announcement);
		noteDeleted?.();
	}

	#edit(random: Random, kind: "pushed" | "quiet"): void {
		const { service, log } = this.#world;
		const events = service.store.query({ types: streamEventTypes });
		if (events.length === 0) return;
		const event = random.pick(events);
		const amount = event.amount && toMoney(random.pick(["50", "0.05", "700"]), event.amount.currency);
		const { missingInList } = service.options;
		const isAmountListed = missingInList !== "amount" && missingInList !== "currency";
		const changes = {
			...(event.type === "hosting" && { viewers: random.integer(0, 400) }),
			...(event.type === "subscription" && { resub: random.pick([0, 2]) }),
			...(amount && isAmountListed && { amount }),
		};
		if (Object.keys(changes).length === 0) return;
		this.removalCount++;
		act(this.#world, kind === "pushed" ? "stream: edit pushed" : "stream: deep edit", () => {
			if (kind === "quiet") return service.edit(event, changes);
			const noteEdited = this.#world.beforeEvent("change", event.type);
			service.editAndPush(event, changes);
			noteEdited?.();
		});
		log(`edited ${event.id} ${event.type}: ${JSON.stringify(changes)}`);
	}

	/**
	 * Hides rows of the list during one snapshot: too short to be taken for a removal. Rows that were hidden before are hidden
	 * again only after a page contained them, and not soon: otherwise, two snapshots that do not contain them can be five
	 * seconds apart.
	 */
	async #vanish(random: Random): Promise<void> {
		const { clock, service, plugin } = this.#world;
		const { hiddenIds, unlistedIds, unfoundIds } = service;
		const newest = service.store.query({ types: streamEventTypes }).slice(0, 10);
		const events = newest.filter(({ id }) => !unlistedIds.has(id));
		// A cache would hide the rows for long enough to be taken for removed.
		if (events.length === 0 || !service.hasCommonKey || service.conditions.listCacheMs > 0) return;
		if (clock.elapsedMs() - this.#vanishedAtMs < 3 * confirmationDelayMs) return;
		this.#vanishedAtMs = clock.elapsedMs();
		act(this.#world, "stream: rows vanish and return");
		service.recordUnpushed();
		for (const { id } of random.sample(events, 0.5)) {
			hiddenIds.add(id);
			unlistedIds.add(id);
			unfoundIds.add(id);
		}
		const target = plugin();
		await clock.advance(50);
		target.refresh();
		await clock.advance(random.between(200, 2_500));
		hiddenIds.clear();
		service.recordUnpushed();
	}
}
