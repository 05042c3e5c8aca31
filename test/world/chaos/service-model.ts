import { parseStreamEvent } from "../../../src/service/event-schema";
import { ServiceError } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/ports";
import type { CustomEvent } from "../../../src/state/custom-event";
import type { StreamEvent } from "../../../src/state/stream-event";
import type { Totals } from "../../../src/state/totals";
import { createAccount, type StreamerAccount } from "../service/account";
import { toMoney } from "../service/currency";
import { renderEvent, renderFrame } from "../service/render-event";
import type { Shapes } from "../service/shapes";
import type { Json } from "../service/render-values";
import {
	EventStore,
	type EventDraft,
	type EventEdit,
	type StoredEvent,
	type StoredTotals,
} from "../service/store";
import type { ProcessClock, VirtualClock } from "../fakes/virtual-clock";
import type { Random } from "./random";
import { ListModel, type ListCountMode } from "./list-model";
import { RoomModel } from "./room-model";
import { missingFields, omitFields, PushedFields, type EventField } from "./event-fields";
import { normalConditions, type EndpointName, type ServiceConditions } from "./service-conditions";
import type { OpenRoom } from "../../../src/service/ports";

/** What a service decides once and for all. */
export type ServiceModelOptions = {
	readonly shapes: Shapes;
	/** Whether an event that was posted comes back as a frame. */
	readonly echo: "on" | "off";
	/** The most entries of one page. */
	readonly limitCap: number;
	/** What happens to who asks for more than the cap. */
	readonly overCapBehaviour: "capped" | "refused";
	/** Whether a list of some types may hold, and count, others too. */
	readonly typeFilter: "honoured" | "loose";
	/** What the list says of how many events there are. */
	readonly listCount: ListCountMode;
	/** What a frame leaves out of an event. */
	readonly missingInFrames: EventField | undefined;
	/** What the list leaves out of an event. */
	readonly missingInList: EventField | undefined;
	readonly totalsBefore: StoredTotals;
	/** Whether the list is ordered as requested. */
	readonly listOrder?: "honoured" | "ignored";
	/** Whether a page begins at the requested offset, or always at the top. */
	readonly listOffset?: "honoured" | "ignored";
};

/** Who answers 429 without saying for how long has to be left alone for this long. */
const defaultCooldownMs = 5_000;

export type ModelRequest = { readonly endpoint: EndpointName; readonly atMs: number };

/** A service in memory, on virtual time: what it holds is the truth, and what it says of it depends on the weather. */
export class ServiceModel {
	readonly clock: VirtualClock;
	readonly random: Random;
	readonly options: ServiceModelOptions;
	readonly account: StreamerAccount;
	readonly store: EventStore;
	readonly conditions: ServiceConditions = normalConditions();
	readonly rooms = new Set<RoomModel>();
	readonly requests: ModelRequest[] = [];
	/** Events that the plugin posted itself. */
	readonly testIds = new Set<number>();
	/** What went against the rules of being a good client. */
	readonly complaints: string[] = [];
	joinCount = 0;
	maxRooms = 0;
	socketOrigin = "https://socket.example";
	/** Events that no frame told, or that vanished without a word: only the list can tell. */
	unpushedSinceMs: number | undefined;
	/** When that last happened, on the clock that never jumps. */
	lastUnpushedMs = -Infinity;
	/** Events that the list does not show for a while. */
	readonly hiddenIds = new Set<number>();
	/** How far the clock of the plugin's computer is ahead, milliseconds. */
	computerClockOffsetMs = 0;
	/** The account's own, as it has it now. */
	currency = "EUR";
	/** What the plugin's process has been pushed. */
	readonly pushed = new PushedFields();
	readonly #list = new ListModel(this);
	readonly #parsed = new WeakMap<StoredEvent, StreamEvent>();
	/** How the totals were, the latest last. */
	readonly #totalsHistory: { readonly atMs: number; readonly totals: StoredTotals }[] = [];
	/** Until when an endpoint may not be asked, on both clocks: a computer that slept has waited too. */
	readonly #cooldowns = new Map<
		EndpointName,
		{ readonly untilMs: number; readonly untilElapsedMs: number }
	>();
	/** Endpoints that wanted to be left alone since another one answered: two, and everybody has understood. */
	readonly #rateLimitedInARow = new Set<EndpointName>();

	constructor(clock: VirtualClock, random: Random, options: ServiceModelOptions) {
		this.clock = clock;
		this.random = random;
		this.options = options;
		this.account = createAccount(clock.now());
		this.store = new EventStore(() => clock.now(), options.totalsBefore);
	}

	/** An event takes place, and those who joined are told. */
	addEvent(draft: EventDraft): StoredEvent {
		const event = this.store.add(draft);
		this.#recordTotals();
		this.push(event);
		return event;
	}

	/** @param announcement Whether a frame says so. */
	delete(event: StoredEvent, announcement: "announced" | "quietly"): void {
		const deleted = this.store.delete(event.id);
		this.#recordTotals();
		const isReceived =
			announcement === "announced" && this.hasCommonKey && [...this.rooms].some(({ isJoined }) => isJoined);
		if (!isReceived) this.recordUnpushed();
		if (deleted && announcement === "announced") this.push(deleted);
	}

	push(event: StoredEvent): void {
		// When an event was, somebody has to tell: else a late repeat could be of any time.
		const missing = missingFields(this.options.missingInFrames, this.conditions.missingInFrames).filter(
			(field) => field !== "time" || this.options.missingInList !== "time",
		);
		const whole = renderFrame(event, this.account, this.options.shapes);
		const frame = { ...whole, event: omitFields(whole["event"] as Json, missing) };
		let hasArrived = false;
		const onArrived = () => {
			hasArrived = true;
			this.pushed.record(event, missing, this.clock.now());
		};
		// What is new the list tells; of what is gone, nothing tells whether the list lags behind.
		const onLost = () => {
			if (event.deletedAtMs !== undefined && !hasArrived) this.recordUnpushed();
		};
		const push = { frame, onArrived, onLost };
		for (const room of this.rooms) {
			if (this.random.chance(this.conditions.lossRate)) this.recordUnpushed();
			else room.push(push, this.#pushDelayMs());
			if (this.random.chance(this.conditions.duplicateRate)) room.push(push, this.random.between(0, 5_000));
		}
	}

	/** How old what one copy of the service knows is, milliseconds: each request may meet another copy. */
	lagMs(): number {
		const { listLagMs, replicaLagMs } = this.conditions;
		return Math.max(listLagMs, this.random.chance(0.5) ? replicaLagMs : 0);
	}

	/** Whether answers may be behind, which somebody who has only just come can't know. */
	get isBehind(): boolean {
		const { cachedTotals, listLagMs, replicaLagMs } = this.conditions;
		return cachedTotals !== undefined || listLagMs > 0 || replicaLagMs > 0;
	}

	recordUnpushed(): void {
		this.unpushedSinceMs ??= this.clock.elapsedMs();
		this.lastUnpushedMs = this.clock.elapsedMs();
	}

	/** For one process; once that is killed, nothing answers it. */
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
			postEvent: (event) => sendRequest("post", undefined, () => this.#post(event)),
		};
	}

	openRoomFor(process: ProcessClock): OpenRoom {
		return (options, handlers) => {
			const room = new RoomModel(this, options, handlers, process);
			this.rooms.add(room);
			this.maxRooms = Math.max(this.maxRooms, this.rooms.size);
			if (this.rooms.size > 1) this.complaints.push(`${this.rooms.size} rooms open at once`);
			return room;
		};
	}

	drawOneWayLatencyMs(): number {
		return this.random.between(...this.conditions.latencyMs) / 2;
	}

	/** How long until everything may be asked, milliseconds. */
	get cooldownMs(): number {
		return Math.max(0, ...[...this.#cooldowns.keys()].map((endpoint) => this.#cooldownMsOf(endpoint)));
	}

	/** A process forgets what it was told, or somebody presses a key and may ask anew. */
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
			const retryAfterMs = retryAfter === "told" ? Math.ceil(busyMs / 1000) * 1000 : undefined;
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

	/** Whether an event is told by one name at least in the list and by frames alike: else equals can't be told apart. */
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

	/** What happened is told differently from now on, and nobody is told that. */
	edit(event: StoredEvent, changes: EventEdit): void {
		this.store.edit(event.id, changes);
		this.#recordTotals();
		this.recordUnpushed();
	}

	/** As {@link edit}, and announced by a frame. */
	editAndPush(event: StoredEvent, changes: EventEdit): void {
		const edited = this.store.edit(event.id, changes);
		this.#recordTotals();
		const isComplete =
			this.options.missingInFrames === undefined && this.conditions.missingInFrames === undefined;
		const isReceived = isComplete && [...this.rooms].some(({ isJoined }) => isJoined);
		if (!isReceived) this.recordUnpushed();
		if (edited) this.push(edited);
	}

	#post(posted: CustomEvent): StreamEvent | undefined {
		const event = this.store.add(draftOf(posted));
		this.#recordTotals();
		this.testIds.add(event.id);
		if (this.options.echo === "on") this.push(event);
		return this.parse(event);
	}

	/** An event in full, as the plugin would understand it. */
	parse(event: StoredEvent): StreamEvent | undefined {
		const rendered = () => renderEvent(event, "created", this.account, this.options.shapes);
		const parsed = this.#parsed.get(event) ?? parseStreamEvent(rendered(), { now: () => this.clock.now() });
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
