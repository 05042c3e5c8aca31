import { parseStreamEvent } from "../../../../src/service/schemas/event-schema";
import { ServiceError } from "../../../../src/service/errors";
import type { ServiceClient } from "../../../../src/service/ports";
import type { CustomEvent } from "../../../../src/state/events/custom-event";
import { streamEventTypes, type StreamEvent } from "../../../../src/state/events/stream-event";
import type { Totals } from "../../../../src/state/totals";
import { createAccount, type StreamerAccount } from "../../service/data/account";
import { toMoney } from "../../service/data/currency";
import { renderEvent, renderFrame } from "../../service/shapes/render-event";
import { renderOwner } from "../../service/shapes/render-user";
import type { Shapes } from "../../service/shapes/shapes";
import type { Json } from "../../service/shapes/render-values";
import {
	EventStore,
	type EventDraft,
	type EventEdit,
	type StoredEvent,
	type StoredTotals,
} from "../../service/data/store";
import type { ProcessClock, VirtualClock } from "../../fakes/virtual-clock";
import type { Random } from "../random";
import { ListModel, type ListCountMode } from "./list-model";
import { RoomModel } from "./room-model";
import { SilentChanges } from "./silent-changes";
import { missingFields, omitFields, PushedFields, type EventField } from "./event-fields";
import { normalConditions, type EndpointName, type ServiceConditions } from "./service-conditions";
import type { OpenRoom } from "../../../../src/service/ports";

/** Permanent properties of a service. */
export type ServiceModelOptions = {
	readonly shapes: Shapes;
	/** Whether a posted event is also sent as a frame. */
	readonly echo: "on" | "off";
	/** Maximum number of entries in one page. */
	readonly limitCap: number;
	/** Response to a request for more than the cap. */
	readonly overCapBehaviour: "capped" | "refused";
	/** Whether a list filtered by type may contain and count other types. */
	readonly typeFilter: "honoured" | "loose";
	/** How the list reports its total count. */
	readonly listCount: ListCountMode;
	/** Fields of an event that a frame omits. */
	readonly missingInFrames: EventField | undefined;
	/** Fields of an event that the list omits. */
	readonly missingInList: EventField | undefined;
	readonly totalsBefore: StoredTotals;
	/** Whether the list is sorted as requested. */
	readonly listOrder?: "honoured" | "ignored";
	/** Whether a page starts at the requested offset, or always at the top. */
	readonly listOffset?: "honoured" | "ignored";
	readonly listBounds?: "honoured" | "ignored" | "refused";
};

/** Required back-off after a 429 response without `Retry-After`. */
const defaultCooldownMs = 5_000;

export type ModelRequest = { readonly endpoint: EndpointName; readonly atMs: number };

/** A service in memory, on virtual time. It stores the true events; its responses depend on the active faults. */
export class ServiceModel {
	readonly clock: VirtualClock;
	readonly random: Random;
	readonly options: ServiceModelOptions;
	readonly account: StreamerAccount;
	/** The rendered user of all events. */
	readonly owner: Json;
	readonly store: EventStore;
	readonly conditions: ServiceConditions = normalConditions();
	readonly rooms = new Set<RoomModel>();
	readonly requests: ModelRequest[] = [];
	/** Events that the plugin posted itself. */
	readonly testIds = new Set<number>();
	/** Monotonic time of the last of them. */
	testedAtMs = -Infinity;
	/** Violations of the rules for a good client. */
	readonly complaints: string[] = [];
	joinCount = 0;
	/** Number of frames that arrived after their connection was closed. */
	lostFrameCount = 0;
	maxRooms = 0;
	socketOrigin = "https://socket.example";
	/** Events without a frame, or deleted without one: only the list shows them. */
	unpushedSinceMs: number | undefined;
	/** Monotonic time of the last such change. */
	lastUnpushedMs = -Infinity;
	readonly silentChanges: SilentChanges;
	/** Events that are temporarily missing from the list. */
	readonly hiddenIds = new Set<number>();
	/** Events that were missing from the list and that no page has contained since. */
	readonly unlistedIds = new Set<number>();
	/** Events that were missing from the list and that the plugin has not stored since a page contained them. */
	readonly unfoundIds = new Set<number>();
	/** Whether replicas have responded differently, so that a read may have begun again and spent its requests. */
	hadReplicas = false;
	/** Whether a cache has returned outdated pages, so that the count of the list may not be trusted. */
	hadKeptList = false;
	/** How far the clock of the plugin's computer is ahead, in milliseconds. */
	computerClockOffsetMs = 0;
	/** Fraction of new events that are pushed some seconds late. */
	latePushShare = 0;
	/** User name that the user ignores, in lower case. */
	ignoredName: string | undefined;
	/** Origin of the scene channel that the user entered, if any. */
	sceneOrigin: string | undefined;
	/** The account's current currency. */
	currency = "EUR";
	/** What was pushed to the plugin's process. */
	readonly pushed = new PushedFields();
	readonly #list = new ListModel(this);
	readonly #parsed = new WeakMap<StoredEvent, StreamEvent>();
	/** History of the totals, latest last. */
	readonly #totalsHistory: { readonly atMs: number; readonly totals: StoredTotals }[] = [];
	/** End of each endpoint's back-off, on both clocks: time during system sleep counts too. */
	readonly #cooldowns = new Map<
		EndpointName,
		{ readonly untilMs: number; readonly untilElapsedMs: number }
	>();
	/**
	 * Endpoints that responded with 429 since another one succeeded. After two, the client has to back off from all.
	 */
	readonly #rateLimitedInARow = new Set<EndpointName>();

	constructor(clock: VirtualClock, random: Random, options: ServiceModelOptions) {
		this.clock = clock;
		this.random = random;
		this.options = options;
		this.silentChanges = new SilentChanges(clock);
		this.account = createAccount(clock.now());
		this.owner = renderOwner(this.account, options.shapes);
		this.store = new EventStore(() => clock.now(), options.totalsBefore);
	}

	/** Adds an event and pushes it to the joined clients. */
	addEvent(draft: EventDraft): StoredEvent {
		const event = this.store.add(draft);
		this.#recordTotals();
		this.push(event);
		return event;
	}

	/** @param announcement Whether a frame is sent. */
	delete(event: StoredEvent, announcement: "announced" | "quietly"): void {
		const deleted = this.store.delete(event.id);
		this.#recordTotals();
		const isReceived =
			announcement === "announced" && this.hasCommonKey && [...this.rooms].some(({ isJoined }) => isJoined);
		// Between two pages of one entry, the deletion also hides the entry that moves up: only a later sync finds it.
		if (!isReceived || this.options.limitCap === 1) this.recordUnpushed(event.type);
		if (deleted && announcement === "announced") this.push(deleted, "changed");
	}

	/** @param kind An edit or deletion that is lost is as silent as one without a frame; a new event appears in the list. */
	push(event: StoredEvent, kind: "new" | "changed" = "new"): void {
		// At least one channel has to include the event's time: otherwise a late repeat could be of any time.
		const missing = missingFields(this.options.missingInFrames, this.conditions.missingInFrames).filter(
			(field) => field !== "time" || this.options.missingInList !== "time",
		);
		const whole = renderFrame(event, this.account, this.options.shapes, this.owner);
		const frame = { ...whole, event: omitFields(whole["event"] as Json, missing) };
		let hasArrived = false;
		const onArrived = () => {
			hasArrived = true;
			this.pushed.record(event, missing, this.clock.now());
		};
		const onLost = () => {
			if (hasArrived) return;
			this.lostFrameCount++;
			if (kind === "changed") this.recordUnpushed(event.type);
		};
		const push = { frame, onArrived, onLost };
		for (const room of this.rooms) {
			if (this.random.chance(this.conditions.lossRate)) this.recordUnpushed(event.type);
			else room.push(push, this.#pushDelayMs() + (kind === "new" ? this.#lateMs() : 0));
			if (this.random.chance(this.conditions.duplicateRate)) room.push(push, this.random.between(0, 5_000));
		}
	}

	/** Returns the lag of one replica, in milliseconds: each request can reach a different one. */
	lagMs(): number {
		const { listLagMs, replicaLagMs } = this.conditions;
		return Math.max(listLagMs, this.random.chance(0.5) ? replicaLagMs : 0);
	}

	/** Whether responses can lag behind, which a client that has just started cannot detect. */
	get isBehind(): boolean {
		const { cachedTotals, listLagMs, replicaLagMs } = this.conditions;
		return cachedTotals !== undefined || listLagMs > 0 || replicaLagMs > 0;
	}

	/** @param type Type of the event that changed; all types if it is unknown. */
	recordUnpushed(type?: string): void {
		this.unpushedSinceMs ??= this.clock.elapsedMs();
		this.lastUnpushedMs = this.clock.elapsedMs();
		this.silentChanges.record(streamEventTypes.filter((other) => type === undefined || type === other));
	}

	/** Creates the ports of one process. A killed process receives no response. */
	client(
		process: ProcessClock,
		timeoutMs = 7_000,
		onDate: (dateMs: number, origin: string) => void = () => undefined,
	): ServiceClient {
		const sendRequest = async <T>(
			endpoint: EndpointName,
			signal: AbortSignal | undefined,
			createAnswer: () => T,
		) => {
			const dated = () => ({ dateMs: Math.floor(this.clock.now() / 1_000) * 1_000, value: createAnswer() });
			const { dateMs, value } = await this.#call(process, endpoint, { signal, timeoutMs, answer: dated });
			onDate(dateMs, "https://service.example");
			return value;
		};
		const unused = () => Promise.reject(new ServiceError("server-error", "not part of this model"));
		const { username, providers } = this.account;
		return {
			origin: "https://service.example",
			account: (signal) =>
				sendRequest("account", signal, () => ({ username, providers, currency: this.currency })),
			socketAddress: (signal) => sendRequest("discovery", signal, () => this.socketOrigin),
			totals: (signal) => sendRequest("totals", signal, () => this.#totals()),
			events: (query, signal) => sendRequest("events", signal, () => this.#list.page(query)),
			chart: unused,
			scenes: unused,
			scene: unused,
			postEvent: async (event, _username, maySend) => {
				if (!maySend()) throw new ServiceError("too-late", "no connection in time");
				return sendRequest("post", undefined, () => this.#post(event));
			},
		};
	}

	openRoomFor(process: ProcessClock): OpenRoom {
		return (options, handlers) => {
			const room = new RoomModel(this, options, handlers, process);
			this.rooms.add(room);
			this.maxRooms = Math.max(this.maxRooms, this.rooms.size);
			this.#checkRooms();
			return room;
		};
	}

	/** Each channel has at most one room, and both share it if they have the same address. */
	#checkRooms(): void {
		const sceneRooms = [...this.rooms].filter(({ origin }) => origin === this.sceneOrigin);
		if (this.rooms.size - sceneRooms.length > 1 || sceneRooms.length > 1)
			this.complaints.push(`${this.rooms.size} rooms open at once, ${sceneRooms.length} of them for scenes`);
	}

	drawOneWayLatencyMs(): number {
		return this.random.between(...this.conditions.latencyMs) / 2;
	}

	/** Returns the time until every endpoint may be requested, in milliseconds. */
	get cooldownMs(): number {
		return Math.max(0, ...[...this.#cooldowns.keys()].map((endpoint) => this.#cooldownMsOf(endpoint)));
	}

	/** Clears the pushed events and back-offs, because the process restarted or a key press permits new requests. */
	resetCooldowns(): void {
		this.#cooldowns.clear();
		this.#rateLimitedInARow.clear();
	}

	#cooldownMsOf(endpoint: EndpointName): number {
		const { untilMs = -Infinity, untilElapsedMs = -Infinity } = this.#cooldowns.get(endpoint) ?? {};
		return Math.max(0, Math.min(untilMs - this.clock.now(), untilElapsedMs - this.clock.elapsedMs()));
	}

	#pushDelayMs(): number {
		return this.drawOneWayLatencyMs() + this.random.between(...this.conditions.pushDelayMs);
	}

	/** Whether list or push report the time of each event. A list with a single page shows only some events. */
	get isTimeReported(): boolean {
		return !this.isUnpaged || this.options.missingInFrames !== "time";
	}

	/** Maximum delay of a push without any fault, in milliseconds. If its arrival is all that shows its time, it is not late. */
	get maxLateMs(): number {
		return this.latePushShare > 0 && this.isTimeReported ? 5_000 : 0;
	}

	#lateMs(): number {
		return this.random.chance(this.latePushShare) ? this.random.between(0, this.maxLateMs) : 0;
	}

	#call<T>(
		process: ProcessClock,
		endpoint: EndpointName,
		{
			signal,
			timeoutMs,
			answer: createAnswer,
		}: { signal?: AbortSignal | undefined; timeoutMs: number; answer: () => T },
	): Promise<T> {
		const { clock } = this;
		this.requests.push({ endpoint, atMs: clock.elapsedMs() });
		if ((this.#rateLimitedInARow.size > 1 ? this.cooldownMs : this.#cooldownMsOf(endpoint)) > 1) {
			this.complaints.push(`${endpoint} asked although the service wanted to be left alone`);
		}
		return new Promise<T>((resolve, reject) => {
			let isOver = false;
			const finish = (settle: () => void) => {
				if (isOver || process.isKilled) return;
				isOver = true;
				cancelTimeout();
				signal?.removeEventListener("abort", abort);
				settle();
			};
			const fail = (error: ServiceError) => {
				finish(() => reject(error));
			};
			const abort = () => {
				fail(new ServiceError("aborted", "the caller gave up"));
			};
			const cancelTimeout = process.schedule(() => {
				fail(new ServiceError("timeout", "no answer in time"));
			}, timeoutMs);
			signal?.addEventListener("abort", abort);
			if (signal?.aborted) return abort();
			clock.schedule(() => {
				if (this.conditions.isBlackHole) return;
				const error = this.#errorFor(endpoint);
				const value = error ? undefined : attempt(createAnswer);
				clock.schedule(() => {
					if (this.conditions.isBlackHole) return;
					if (!isOver && !process.isKilled) this.#recordCooldown(endpoint, error);
					if (error) fail(error);
					else if (value) finish(() => (value.ok ? resolve(value.result) : reject(value.error)));
				}, this.drawOneWayLatencyMs());
			}, this.drawOneWayLatencyMs());
		});
	}

	#recordCooldown(endpoint: EndpointName, error: ServiceError | undefined): void {
		const { clock } = this;
		if (error?.kind === "rate-limited") {
			const { retryAfterMs = defaultCooldownMs } = error;
			const [untilMs, untilElapsedMs] = [clock.now() + retryAfterMs, clock.elapsedMs() + retryAfterMs];
			this.#cooldowns.set(endpoint, { untilMs, untilElapsedMs });
			this.#rateLimitedInARow.add(endpoint);
		} else if (!error) {
			this.#cooldowns.delete(endpoint);
			this.#rateLimitedInARow.clear();
		}
	}

	#errorFor(endpoint: EndpointName): ServiceError | undefined {
		const { isDown, refusing, failureKinds, failureRate, rateLimitedUntilMs, retryAfter } = this.conditions;
		if (isDown) return new ServiceError("unreachable", "nobody listens");
		const busyMs = rateLimitedUntilMs - this.clock.elapsedMs();
		if (busyMs > 0) {
			const retryAfterMs = retryAfter === "sent" ? Math.ceil(busyMs / 1000) * 1000 : undefined;
			return new ServiceError("rate-limited", "too many requests", { status: 429, retryAfterMs });
		}
		const isRefused = (refusing === "rest" || refusing === "both") && endpoint !== "discovery";
		if (isRefused) return new ServiceError("refused", "bad key", { status: 401 });
		const kind = failureKinds[endpoint];
		return kind && this.random.chance(failureRate) ? new ServiceError(kind, "broken") : undefined;
	}

	#totals(): Totals {
		const { cachedTotals, replicaLagMs } = this.conditions;
		const isBehind = replicaLagMs > 0 && this.random.chance(0.5);
		const totals = cachedTotals ?? (isBehind ? this.#totalsBefore(replicaLagMs) : this.store.totals);
		const { followers, subscribers, donations, byProvider } = totals;
		return { followers, subscribers, donations: donations.minorUnits / 100, byProvider };
	}

	/** Whether only the first page of the list is of use. */
	get isUnpaged(): boolean {
		return this.options.listOrder === "ignored" || this.options.listOffset === "ignored";
	}

	/** Whether list and frames share at least one key of an event: otherwise equal events cannot be distinguished. */
	get hasCommonKey(): boolean {
		const omittedFields = new Set([this.options.missingInFrames, this.conditions.missingInFrames]);
		for (const field of [this.options.missingInList, this.conditions.missingInList]) omittedFields.add(field);
		return !omittedFields.has("id") || !omittedFields.has("ref");
	}

	#recordTotals(): void {
		this.#totalsHistory.push({ atMs: this.clock.now(), totals: this.store.totals });
	}

	#totalsBefore(lagMs: number): StoredTotals {
		const asOfMs = this.clock.now() - lagMs;
		return this.#totalsHistory.findLast(({ atMs }) => atMs <= asOfMs)?.totals ?? this.store.totals;
	}

	/** Changes an event without a frame. */
	edit(event: StoredEvent, changes: EventEdit): void {
		this.store.edit(event.id, changes);
		this.#recordTotals();
		this.recordUnpushed(event.type);
	}

	/** Changes an event as {@link edit} does, and sends a frame. */
	editAndPush(event: StoredEvent, changes: EventEdit): void {
		const edited = this.store.edit(event.id, changes);
		this.#recordTotals();
		const isComplete =
			this.options.missingInFrames === undefined && this.conditions.missingInFrames === undefined;
		const isReceived = isComplete && [...this.rooms].some(({ isJoined }) => isJoined);
		if (!isReceived) this.recordUnpushed(event.type);
		if (edited) this.push(edited, "changed");
	}

	#post(posted: CustomEvent): StreamEvent | undefined {
		const event = this.store.add(draftOf(posted));
		this.#recordTotals();
		this.testIds.add(event.id);
		this.testedAtMs = this.clock.elapsedMs();
		if (this.options.echo === "on") this.push(event);
		return this.parse(event);
	}

	/** Returns the complete event, as the plugin would parse it. */
	parse(event: StoredEvent): StreamEvent | undefined {
		const known = this.#parsed.get(event);
		if (known) return known;
		const rendered = renderEvent(event, "created", this.account, this.options.shapes, this.owner);
		const parsed = parseStreamEvent(rendered, { now: () => this.clock.now() });
		if (parsed) this.#parsed.set(event, parsed);
		return parsed;
	}
}

function draftOf(event: CustomEvent): EventDraft {
	switch (event.type) {
		case "donation":
			return { ...event, amount: toMoney(event.amount, event.currency) };
		default:
			return event;
	}
}

type Attempt<T> = { readonly ok: true; readonly result: T } | { readonly ok: false; readonly error: Error };

function attempt<T>(createAnswer: () => T): Attempt<T> {
	try {
		return { ok: true, result: createAnswer() };
	} catch (error) {
		return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
	}
}
