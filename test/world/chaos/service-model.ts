import { parseStreamEvent } from "../../../src/service/event-schema";
import { ServiceError } from "../../../src/service/errors";
import type { EventPage, EventsQuery, ServiceClient } from "../../../src/service/ports";
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
import { RoomModel } from "./room-model";
import { fairWeather, type EndpointName, type Weather } from "./weather";
import type { OpenRoom } from "../../../src/service/ports";

/** What a service decides once and for all. */
export type ServiceHabits = {
	readonly shapes: Shapes;
	/** Whether an event that was posted comes back as a frame. */
	readonly echo: "on" | "off";
	/** The most entries of one page. */
	readonly limitCap: number;
	/** What happens to who asks for more than the cap. */
	readonly aboveCap: "capped" | "refused";
	/** Whether a list of some types may hold, and count, others too. */
	readonly typeFilter: "honoured" | "loose";
	/** Whether the list tells how many events there are. */
	readonly listCount: "told" | "absent";
	/** What a frame leaves out of an event that the list has. */
	readonly frameLacks: FrameLack | undefined;
	readonly totalsBefore: StoredTotals;
};

/** Where a frame keeps what it may leave out. */
export const frameLacks = ["id", "ref", "created_at", "username", "amount", "currency", "origin"] as const;
export type FrameLack = (typeof frameLacks)[number];

/** Who answers 429 without saying for how long has to be left alone for this long. */
const untoldRestMs = 5_000;

export type ModelRequest = { readonly endpoint: EndpointName; readonly atMs: number };

/** A service in memory, on virtual time: what it holds is the truth, and what it says of it depends on the weather. */
export class ServiceModel {
	readonly clock: VirtualClock;
	readonly random: Random;
	readonly habits: ServiceHabits;
	readonly account: StreamerAccount;
	readonly store: EventStore;
	readonly weather: Weather = fairWeather();
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
	untoldSinceMs: number | undefined;
	/** How far the clock of the plugin's computer is ahead, milliseconds. */
	computerAheadMs = 0;
	readonly #told = new Map<number, StreamEvent>();
	readonly #keptPages = new Map<string, { readonly page: EventPage; readonly untilMs: number }>();
	/** Until when an endpoint may not be asked, on both clocks: a computer that slept has waited too. */
	readonly #rests = new Map<EndpointName, { readonly untilMs: number; readonly untilElapsedMs: number }>();
	/** Endpoints that wanted to be left alone since another one answered: two, and everybody has understood. */
	readonly #restingInARow = new Set<EndpointName>();

	constructor(clock: VirtualClock, random: Random, habits: ServiceHabits) {
		this.clock = clock;
		this.random = random;
		this.habits = habits;
		this.account = createAccount(clock.now());
		this.store = new EventStore(() => clock.now(), habits.totalsBefore);
	}

	/** An event takes place, and those who joined are told. */
	happen(draft: EventDraft): StoredEvent {
		const event = this.store.add(draft);
		this.tell(event);
		return event;
	}

	/** @param telling Whether a frame says so. */
	delete(event: StoredEvent, telling: "announced" | "quietly"): void {
		const deleted = this.store.delete(event.id);
		const isHeard = telling === "announced" && [...this.rooms].some(({ isJoined }) => isJoined);
		if (!isHeard) this.noteUntold();
		if (deleted && telling === "announced") this.tell(deleted);
	}

	tell(event: StoredEvent): void {
		const frame = poorer(renderFrame(event, this.account, this.habits.shapes), this.habits.frameLacks);
		for (const room of this.rooms) {
			if (this.random.chance(this.weather.losing)) this.noteUntold();
			else room.push(frame, this.#pushDelayMs());
			if (this.random.chance(this.weather.repeating)) room.push(frame, this.random.between(0, 5_000));
		}
	}

	noteUntold(): void {
		this.untoldSinceMs ??= this.clock.elapsedMs();
	}

	/** For one process; once that is killed, nothing answers it. */
	client(
		process: ProcessClock,
		timeoutMs = 7_000,
		onDate: (dateMs: number, origin: string) => void = () => undefined,
	): ServiceClient {
		const ask = async <T>(endpoint: EndpointName, signal: AbortSignal | undefined, answer: () => T) => {
			const dated = () => ({ dateMs: Math.floor(this.clock.now() / 1_000) * 1_000, value: answer() });
			const { dateMs, value } = await this.#call(process, endpoint, { signal, timeoutMs, answer: dated });
			onDate(dateMs, "https://service.example");
			return value;
		};
		const unused = () => Promise.reject(new ServiceError("server-error", "not part of this model"));
		const { username, providers, currency } = this.account;
		return {
			origin: "https://service.example",
			account: (signal) => ask("account", signal, () => ({ username, providers, currency: currency.code })),
			socketAddress: (signal) => ask("discovery", signal, () => this.socketOrigin),
			totals: (signal) => ask("totals", signal, () => this.#totals()),
			events: (query, signal) => ask("events", signal, () => this.#page(query)),
			chart: unused,
			scenes: unused,
			scene: unused,
			postEvent: (event, _, signal) => ask("post", signal, () => this.#post(event)),
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

	wayMs(): number {
		return this.random.between(...this.weather.latencyMs) / 2;
	}

	/** How long until everything may be asked, milliseconds. */
	get restMs(): number {
		return Math.max(0, ...[...this.#rests.keys()].map((endpoint) => this.#restMsOf(endpoint)));
	}

	/** A process forgets what it was told, or somebody presses a key and may ask anew. */
	forgetRequests(): void {
		this.#rests.clear();
		this.#restingInARow.clear();
	}

	#restMsOf(endpoint: EndpointName): number {
		const { untilMs = -Infinity, untilElapsedMs = -Infinity } = this.#rests.get(endpoint) ?? {};
		return Math.max(0, Math.min(untilMs - this.clock.now(), untilElapsedMs - this.clock.elapsedMs()));
	}

	#pushDelayMs(): number {
		return this.wayMs() + this.random.between(...this.weather.pushDelayMs);
	}

	#call<T>(
		process: ProcessClock,
		endpoint: EndpointName,
		{ signal, timeoutMs, answer }: { signal?: AbortSignal | undefined; timeoutMs: number; answer: () => T },
	): Promise<T> {
		const { clock } = this;
		this.requests.push({ endpoint, atMs: clock.elapsedMs() });
		if ((this.#restingInARow.size > 1 ? this.restMs : this.#restMsOf(endpoint)) > 1) {
			this.complaints.push(`${endpoint} asked although the service wanted to be left alone`);
		}
		return new Promise<T>((resolve, reject) => {
			let isOver = false;
			const finish = (settle: () => void) => {
				if (isOver || process.isKilled) return;
				isOver = true;
				cancelLimit();
				signal?.removeEventListener("abort", abort);
				settle();
			};
			const fail = (error: ServiceError) => {
				finish(() => reject(error));
			};
			const abort = () => {
				fail(new ServiceError("aborted", "the caller gave up"));
			};
			const cancelLimit = process.schedule(() => {
				fail(new ServiceError("timeout", "no answer in time"));
			}, timeoutMs);
			signal?.addEventListener("abort", abort);
			if (signal?.aborted) return abort();
			clock.schedule(() => {
				if (this.weather.isBlackHole) return;
				const error = this.#errorFor(endpoint);
				const value = error ? undefined : attempt(answer);
				clock.schedule(() => {
					if (this.weather.isBlackHole) return;
					if (!isOver && !process.isKilled) this.#noteRest(endpoint, error);
					if (error) fail(error);
					else if (value) finish(() => (value.ok ? resolve(value.result) : reject(value.error)));
				}, this.wayMs());
			}, this.wayMs());
		});
	}

	#noteRest(endpoint: EndpointName, error: ServiceError | undefined): void {
		const { clock } = this;
		if (error?.kind === "rate-limited") {
			const { retryAfterMs = untoldRestMs } = error;
			const [untilMs, untilElapsedMs] = [clock.now() + retryAfterMs, clock.elapsedMs() + retryAfterMs];
			this.#rests.set(endpoint, { untilMs, untilElapsedMs });
			this.#restingInARow.add(endpoint);
		} else if (!error) {
			this.#rests.delete(endpoint);
			this.#restingInARow.clear();
		}
	}

	#errorFor(endpoint: EndpointName): ServiceError | undefined {
		const { isDown, refusing, failing, failingShare, busyUntilMs, retryAfter } = this.weather;
		if (isDown) return new ServiceError("unreachable", "nobody listens");
		const busyMs = busyUntilMs - this.clock.elapsedMs();
		if (busyMs > 0) {
			const retryAfterMs = retryAfter === "told" ? Math.ceil(busyMs / 1000) * 1000 : undefined;
			return new ServiceError("rate-limited", "too many requests", { status: 429, retryAfterMs });
		}
		const isRefused = (refusing === "rest" || refusing === "both") && endpoint !== "discovery";
		if (isRefused) return new ServiceError("refused", "bad key", { status: 401 });
		const kind = failing[endpoint];
		return kind && this.random.chance(failingShare) ? new ServiceError(kind, "broken") : undefined;
	}

	#totals(): Totals {
		const { followers, subscribers, donations, byProvider } = this.weather.cachedTotals ?? this.store.totals;
		return { followers, subscribers, donations: donations.minorUnits / 100, byProvider };
	}

	/** What happened is told differently from now on, and nobody is told that. */
	edit(event: StoredEvent, changes: EventEdit): void {
		this.store.edit(event.id, changes);
		this.#told.delete(event.id);
		this.noteUntold();
	}

	/** As a cache in front of the list has it: each address by itself. */
	#page(query: EventsQuery): EventPage {
		const nowMs = this.clock.elapsedMs();
		const { listCacheMs } = this.weather;
		const address = JSON.stringify(query);
		const kept = this.#keptPages.get(address);
		if (listCacheMs > 0 && kept && nowMs < kept.untilMs) return kept.page;
		const page = this.#freshPage(query);
		this.#keptPages.set(address, { page, untilMs: nowMs + listCacheMs });
		return page;
	}

	#freshPage({ types, offset = 0, limit = 10 }: EventsQuery): EventPage {
		const { limitCap, aboveCap, typeFilter } = this.habits;
		if (limit > limitCap && aboveCap === "refused" && limit > 10) {
			throw new ServiceError("server-error", "limit too large", { status: 400 });
		}
		const knownToMs = this.clock.now() - this.weather.listLagMs;
		const isLoose = typeFilter === "loose" && types?.length !== 1;
		const listed = this.store
			.query({ types: isLoose ? undefined : types })
			.filter(({ insertedAtMs }) => this.weather.listLagMs === 0 || insertedAtMs <= knownToMs);
		const page = listed.slice(offset, offset + Math.min(limit, limitCap));
		const events = page.flatMap((event) => this.#asToldInList(event) ?? []);
		const outline = page.map(({ id }) => id).join();
		const count = this.habits.listCount === "told" ? { totalCount: listed.length } : {};
		return { events, ...count, rawCount: page.length, outline };
	}

	#post(posted: CustomEvent): StreamEvent | undefined {
		const event = this.store.add(draftOf(posted));
		this.testIds.add(event.id);
		if (this.habits.echo === "on") this.tell(event);
		return this.#parse(event, "created");
	}

	#asToldInList(event: StoredEvent): StreamEvent | undefined {
		const known = this.#told.get(event.id);
		if (known) return known;
		const told = this.#parse(event, "list");
		if (told) this.#told.set(event.id, told);
		return told;
	}

	#parse(event: StoredEvent, telling: "list" | "created"): StreamEvent | undefined {
		return parseStreamEvent(renderEvent(event, telling, this.account, this.habits.shapes), {
			now: () => this.clock.now(),
		});
	}
}

function poorer(frame: Json, lack: FrameLack | undefined): Json {
	if (lack === undefined) return frame;
	const event = { ...(frame["event"] as Json) };
	if (lack in event) delete event[lack];
	if (lack === "created_at") delete event["inserted_at"];
	if (lack === "amount") delete event["parameters.amount"];
	const { [lack]: _, ...parameters } = event["parameters"] as Json;
	return { ...frame, event: { ...event, parameters } };
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

function attempt<T>(answer: () => T): Attempt<T> {
	try {
		return { ok: true, result: answer() };
	} catch (error) {
		return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
	}
}
