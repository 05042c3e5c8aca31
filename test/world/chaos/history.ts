import { shapePresets, type Shapes } from "../service/shapes";
import type { StoredEvent } from "../service/store";
import { VirtualClock } from "../fakes/virtual-clock";
import { drawEvent, drawPastEvents, drawTotals } from "./random-events";
import { expectedValue, listedCount, formatValue, incomplete } from "./expected-value";
import { GoalsModel, type FiredGoal } from "./goals-model";
import { PluginModel, type PluginOptions } from "./plugin-model";
import { allQueries, describeQuery } from "./queries";
import { Random } from "./random";
import { countOffsets, listCountModes, reliableListCountModes } from "./list-model";
import { ServiceModel } from "./service-model";
import { eventFields, type EventField } from "./event-fields";
import { faultKinds, type FaultKind } from "./fault-kinds";
import type { CounterQuery } from "../../../src/state/counter-query";
import type { CustomEvent } from "../../../src/state/custom-event";
import { confirmationDelayMs } from "../../../src/ledger/lifetime-figure";

/**
 * How long it may take until everything is right again, as the documentation promises; each adds to those before.
 * `a refused key`: who was refused waits for eight seconds, and a lower total has to be read twice. `small pages`: a
 * service that gives a handful of events at a time. `a quiet change`: what nothing tells but the next look.
 */
export type BoundName = "ten seconds" | "a refused key" | "small pages" | "a quiet change";

/** What one seeded history came to. */
export type HistoryReport = {
	readonly seed: number;
	readonly timeZone: string;
	readonly events: number;
	readonly virtualMs: number;
	readonly faults: ReadonlyMap<string, number>;
	/** How long after the last fault everything was right, milliseconds. */
	readonly settledInMs: number;
	/** The first bound that this was within. */
	readonly needed: BoundName;
	readonly mismatches: readonly string[];
};

export type HistoryOptions = {
	readonly seed: number;
	readonly steps?: number;
	/** Told everything that happens. */
	readonly log?: ((line: string) => void) | undefined;
};

const timeZones = [
	...["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe"],
	...["Africa/Cairo", "America/Havana", "Asia/Kathmandu", "Pacific/Kiritimati"],
];

/** Moments just before which something in the calendar changes, somewhere. */
const calendarBoundaries = [
	...["2026-01-01T00:00Z", "2026-03-08T07:00Z", "2026-03-29T01:00Z", "2026-04-05T15:00Z"],
	...[
		"2026-04-24T00:00Z",
		"2026-06-01T00:00Z",
		"2026-10-25T01:00Z",
		"2026-11-01T05:00Z",
		"2027-01-01T00:00Z",
	],
];

const settleLimitMs = 10_000;
const quietIntervalMs = 300_000;
const quietLimitMs = 370_000;
const maxLatencyMs = 500;
const minuteMs = 60_000;

/** Lives through one history: a stream, a plugin, and whatever comes between them. */
export async function runHistory({ seed, steps = 40, log }: HistoryOptions): Promise<HistoryReport> {
	const timeZoneBefore = process.env["TZ"];
	const random = new Random(seed);
	const timeZone = random.pick(timeZones);
	process.env["TZ"] = timeZone;
	try {
		return await new History(seed, timeZone, random, log).run(steps);
	} finally {
		if (timeZoneBefore === undefined) delete process.env["TZ"];
		else process.env["TZ"] = timeZoneBefore;
	}
}

class History {
	readonly #seed: number;
	readonly #timeZone: string;
	readonly #random: Random;
	readonly #log: (line: string) => void;
	readonly #clock: VirtualClock;
	readonly #service: ServiceModel;
	readonly #faults = new Map<string, number>();
	readonly #mismatches: string[] = [];
	/** Each history has its own kinds of trouble, so that rare pairs meet. */
	readonly #faultKinds: readonly FaultKind[];
	readonly #goals: GoalsModel | undefined;
	#hasDeletions = false;
	readonly #activeFaults = new Map<string, () => void>();
	#plugin: PluginModel;
	#queries: readonly CounterQuery[];
	#events = 0;

	constructor(seed: number, timeZone: string, random: Random, log: ((line: string) => void) | undefined) {
		this.#seed = seed;
		this.#timeZone = timeZone;
		this.#random = random;
		const boundaryMs = Date.parse(random.pick(calendarBoundaries));
		this.#clock = new VirtualClock(boundaryMs - random.between(0, 14 * 3_600_000));
		this.#log = (line) => log?.(`${new Date(this.#clock.now()).toISOString()} ${line}`);
		const shapes: Shapes = {
			...random.pick([shapePresets.documented, shapePresets.field]),
			origin: random.pick(["absent", "present"]),
		};
		const limitCap = random.pick([1, 2, 3, 7, 10, 20, 50, 100, 100, 100]);
		this.#service = new ServiceModel(this.#clock, random, {
			shapes,
			echo: random.pick(["on", "off"]),
			limitCap,
			overCapBehaviour: random.pick(["capped", "capped", "refused"]),
			typeFilter: random.pick(["honoured", "honoured", "honoured", "loose"]),
			listCount: random.chance(0.6)
				? "told"
				: random.pick(limitCap < 10 ? reliableListCountModes : listCountModes),
			missingInFrames: random.chance(0.5) ? undefined : random.pick(eventFields),
			missingInList: random.chance(0.6) ? undefined : random.pick(eventFields),
			totalsBefore: drawTotals(random),
		});
		const { shapes: _, totalsBefore: __, ...options } = this.#service.options;
		this.#log(`habits: ${JSON.stringify(options)}; origin ${shapes.origin}, others ${shapes.otherTypes}`);
		this.#service.computerClockOffsetMs = random.pick([0, 0, 90_000, -90_000, 7_200_000, -7_200_000]);
		this.#faultKinds = random.sample(faultKinds, random.pick([0.2, 0.5, 1]));
		for (const draft of drawPastEvents(random, this.#clock.now())) this.#service.store.add(draft);
		this.#queries = this.#drawQueries();
		if (random.chance(0.3)) this.#goals = new GoalsModel((fired) => this.#checkGoal(fired));
		this.#plugin = this.#startPlugin(
			random.chance(0.5) ? this.#clock.now() - random.between(0, 7_200_000) : undefined,
		);
	}

	async run(steps: number): Promise<HistoryReport> {
		const startMs = this.#clock.elapsedMs();
		for (let step = 0; step < steps; step++) await this.#runStep();
		const settled = await this.#settle();
		await this.#checkIdle();
		this.#mismatches.push(...this.#service.complaints, ...(this.#goals?.complaints ?? []));
		this.#faults.set("list recalled", this.#plugin.memory.recallCount);
		this.#faults.set("list recalled in doubt", this.#plugin.memory.forgetCount);
		return {
			seed: this.#seed,
			timeZone: this.#timeZone,
			events: this.#events,
			virtualMs: this.#clock.elapsedMs() - startMs,
			faults: this.#faults,
			...settled,
			mismatches: this.#mismatches,
		};
	}

	async #runStep(): Promise<void> {
		const random = this.#random;
		const draw = random.next();
		if (draw < 0.5) this.#addEvents();
		else if (draw < 0.55) this.#delete();
		else if (draw < 0.75) this.#startFault();
		else if (draw < 0.8) this.#recordAndRun("page flip", () => this.#flipPage());
		else if (draw < 0.83) await this.#sleepSystem();
		else if (draw < 0.85) this.#recordAndRun("plugin restart", () => this.#restartPlugin());
		else if (draw < 0.87) this.#recordAndRun("session reset", () => this.#plugin.resetSession());
		else if (draw < 0.89) this.#plugin.refresh();
		else if (draw < 0.9) this.#plugin.reconnect();
		else if (draw < 0.93) await this.#post();
		const pauseMs = random.pick([20, 200, 1_000, 3_000, 8_000, 20_000]) * random.between(0.2, 1);
		await this.#clock.advance(random.chance(0.02) ? random.between(5, 20) * minuteMs : pauseMs);
		this.#checkZeros();
		this.#checkRetained();
	}

	#addEvents(): void {
		const count = this.#random.pick([1, 1, 1, 2, 5, this.#random.integer(10, 40)]);
		for (let index = 0; index < count; index++) {
			const backMs = this.#random.chance(0.05) ? this.#random.between(0, 90_000) : 0;
			const draft = drawEvent(this.#random);
			const event = this.#service.addEvent({ ...draft, createdAtMs: this.#clock.now() - backMs });
			this.#log(`event ${event.id} ${event.type} ${new Date(event.createdAtMs).toISOString()}`);
		}
		this.#events += count;
	}

	/** Somebody tries an alert. In foul weather nobody would know what became of it. */
	async #post(): Promise<void> {
		if (this.#activeFaults.size > 0 || !this.#plugin.isExact) return;
		const username = this.#random.pick(["Ada", "Tester"]);
		const kinds: readonly CustomEvent[] = [
			{ type: "follow", username },
			{ type: "subscription", username, resub: this.#random.pick([0, 4]) },
			{ type: "donation", username, amount: "5.50", currency: "EUR" },
			{ type: "hosting", hostname: username, viewers: 7 },
		];
		this.#recordAndRun("own event", () => undefined);
		const posted = this.#plugin.post(this.#random.pick(kinds));
		await this.#clock.advance(500);
		await posted;
	}

	#delete(): void {
		// Where the list counts what can't be recognised, that may hide what is gone.
		if (this.#service.options.typeFilter === "loose") return;
		const nowMs = this.#clock.now();
		const candidates = this.#service.store.query().filter(({ createdAtMs }) => createdAtMs < nowMs - 3_000);
		if (candidates.length === 0) return;
		const event = this.#random.pick(this.#random.chance(0.7) ? candidates.slice(0, 10) : candidates);
		const announcement = this.#random.pick(["announced", "quietly"] as const);
		this.#hasDeletions = true;
		this.#recordAndRun(`deletion ${announcement}`, () => {
			this.#service.delete(event, announcement);
		});
		this.#log(`deleted ${event.id} ${event.type} ${announcement}`);
	}

	#startFault(): void {
		if (this.#faultKinds.length === 0) return;
		const faultKind = this.#random.pick(this.#faultKinds);
		if (this.#activeFaults.has(faultKind.name)) return;
		this.#recordAndRun(faultKind.name, () => {
			const end = faultKind.begin(this.#service, this.#random);
			if (!end) return;
			const finish = () => {
				this.#log(`end of ${faultKind.name}`);
				this.#activeFaults.delete(faultKind.name);
				cancel();
				end();
			};
			this.#activeFaults.set(faultKind.name, finish);
			const cancel = this.#clock.schedule(finish, this.#random.between(...faultKind.durationMs));
		});
	}

	/** All keys leave and others come, soon or late. */
	#flipPage(): void {
		this.#plugin.hide();
		this.#queries = this.#drawQueries();
		const plugin = this.#plugin;
		this.#clock.schedule(
			() => {
				if (plugin === this.#plugin) plugin.show(this.#queries);
			},
			this.#random.pick([0, 200, 3_000, 20_000]),
		);
	}

	async #sleepSystem(): Promise<void> {
		const durationMs = this.#random.pick([8_000, 120_000, 3_600_000, 9 * 3_600_000, 50 * 3_600_000]);
		this.#recordAndRun("sleep", () => undefined);
		const isLong = durationMs > 15_000;
		const rooms = [...this.#service.rooms];
		for (const room of rooms) room.freeze();
		for (let part = 0; part < 4; part++) {
			this.#clock.jump(durationMs / 4);
			if (this.#random.chance(0.6)) this.#addEvents();
		}
		if (isLong) for (const room of rooms) room.dropHeld();
		else for (const room of rooms) room.thaw();
	}

	#restartPlugin(): void {
		const { store, memory } = this.#plugin;
		const ownEvents = store.ledger.ownEvents.records;
		this.#plugin.kill(this.#service);
		this.#plugin = this.#startPlugin(store.state.sessionStartedAtMs, { ownEvents, memory });
	}

	#startPlugin(
		sessionStartedAtMs: number | undefined,
		persisted: Pick<PluginOptions, "ownEvents" | "memory"> = {},
	): PluginModel {
		// Who has only just come can't know that what is said is old.
		if (this.#service.isBehind) this.#service.recordUnpushed();
		this.#service.pushed.clear();
		const plugin = new PluginModel(this.#service, {
			goals: this.#goals,
			...persisted,
			sessionStartedAtMs,
			log: (line) => this.#log(`log: ${line}`),
		});
		plugin.show(this.#queries);
		return plugin;
	}

	#drawQueries(): readonly CounterQuery[] {
		const random = this.#random;
		return random.pick([
			allQueries,
			random.sample(allQueries, 0.15),
			allQueries.filter(({ scope }) => scope === "lifetime"),
			allQueries.filter(({ metric }) => metric === random.pick(["followers", "donations", "hostings"])),
		]);
	}

	/** All faults end; from now on there are ten seconds. */
	async #settle(): Promise<Pick<HistoryReport, "settledInMs" | "needed">> {
		const refusalMs = this.#activeFaults.has("refused key") ? confirmationDelayMs : 0;
		for (const end of [...this.#activeFaults.values()]) end();
		for (const room of this.#service.rooms) room.thaw();
		this.#plugin.show(this.#queries);
		// Answers that set out before are still on their way, and may ask for rest.
		await this.#clock.advance(maxLatencyMs);
		this.#log(`all faults end; the service rests for ${this.#service.cooldownMs} ms`);
		await this.#clock.advance(this.#service.cooldownMs);
		const endMs = this.#clock.elapsedMs();
		const quietMs = this.#service.unpushedSinceMs === undefined ? 0 : quietLimitMs;
		const limitWithRefusalMs = settleLimitMs + refusalMs;
		const limitWithPagingMs = limitWithRefusalMs + this.#pagingMs();
		const limitMs = limitWithPagingMs + quietMs;
		const isRight = () => this.#plugin.isExact && this.#isRight();
		const passedMs = () => this.#clock.elapsedMs() - endMs;
		const settle = async () => {
			await this.#clock.advanceUntil(isRight, settleLimitMs - passedMs());
			await this.#clock.advanceUntil(isRight, limitMs - passedMs(), 2_000);
			return passedMs();
		};
		const staysRight = async () => {
			await this.#clock.advance(90_000);
			return isRight();
		};
		let settledInMs = await settle();
		while (isRight() && !(await staysRight()) && passedMs() < limitMs) settledInMs = await settle();
		if (!isRight())
			this.#complain(
				settledInMs < limitMs ? "right at first, but not for long" : `not right within ${limitMs} ms`,
			);
		if (settledInMs <= settleLimitMs) return { settledInMs, needed: "ten seconds" };
		if (settledInMs <= limitWithRefusalMs) return { settledInMs, needed: "a refused key" };
		return { settledInMs, needed: settledInMs <= limitWithPagingMs ? "small pages" : "a quiet change" };
	}

	/** What a service that gives a handful of events at a time can't be asked to do in ten seconds. */
	#pagingMs(): number {
		const { limitCap, typeFilter } = this.#service.options;
		const { store } = this.#service;
		const count = typeFilter === "loose" ? store.query().length : listedCount(store);
		return limitCap >= 20 ? 0 : (count / limitCap) * 400;
	}

	/** Quiet costs next to nothing, and nobody looking costs nothing. */
	async #checkIdle(): Promise<void> {
		await this.#clock.advance(
			this.#service.unpushedSinceMs === undefined ? 100_000 : 2 * quietIntervalMs + 100_000,
		);
		const before = this.#service.requests.length;
		await this.#clock.advance(quietIntervalMs);
		const totalsCalls = this.#service.requests
			.slice(before)
			.filter(({ endpoint }) => endpoint === "totals").length;
		// Where other kinds of events are listed, the list's count moves without a word, and is looked into.
		const allowedCalls = this.#service.options.typeFilter === "loose" ? 2 : 1;
		if (totalsCalls > allowedCalls) this.#mismatches.push(`${totalsCalls} readings in five quiet minutes`);
		this.#plugin.hide();
		await this.#clock.advance(60_000);
		const after = this.#service.requests.length;
		await this.#clock.advance(10 * minuteMs);
		if (this.#service.requests.length > after) this.#mismatches.push("requests although nobody looks");
		if (this.#service.rooms.size > 0) this.#mismatches.push("a room open although nobody looks");
		if (this.#plugin.process.pendingCount > 0) this.#mismatches.push("timers although nobody looks");
	}

	#describeMismatches(): string[] {
		return this.#queries.flatMap((query) => {
			const [shown, expected] = this.#compare(query);
			return shown === expected ? [] : [`${describeQuery(query)}: ${shown} instead of ${expected}`];
		});
	}

	#isRight(): boolean {
		return this.#queries.every((query) => {
			const [shown, expected] = this.#compare(query);
			return shown === expected;
		});
	}

	#compare(query: CounterQuery): readonly [shown: string, expected: string] {
		const { store } = this.#plugin;
		const { sessionStartedAtMs } = store.state;
		const { store: events, testIds, options, pushed, currency } = this.#service;
		const isCount = query.metric === "hostings" && query.scope === "lifetime" && !query.uniqueOnly;
		const reference = {
			...{ store: events, nowMs: this.#clock.now(), sessionStartedAtMs, testIds, currency },
			hasField: (event: StoredEvent, field: EventField) =>
				field !== options.missingInList || pushed.has(event, field),
		};
		const value = store.ledger.value(query, store.ledgerContext(this.#plugin.clock.now()));
		const expected = expectedValue(query, reference);
		const isIncomplete = value.kind === "unknown" || value.isIncomplete === true;
		if (expected === incomplete) return [isIncomplete ? incomplete : formatValue(value), incomplete];
		const shown =
			value.kind !== "unknown" && isIncomplete ? `${formatValue(value)}, ${incomplete}` : formatValue(value);
		return isCount && this.#isAcceptedHostingCount(shown) ? [expected, expected] : [shown, expected];
	}

	/**
	 * As many hostings as the service says there are, if it counts them and is not found out to be wrong; else as many as it
	 * lists, without those that the plugin posted.
	 */
	#isAcceptedHostingCount(shown: string): boolean {
		const { store, options, testIds } = this.#service;
		const hostings = store.query({ types: ["hosting"] });
		const countOffset = options.listCount === "told" ? 0 : countOffsets[options.listCount];
		const listed = hostings.filter(({ id }) => !testIds.has(id)).length;
		if (countOffset !== undefined && shown === String(Math.max(0, hostings.length + countOffset)))
			return true;
		return shown === String(listed);
	}

	/** No goal fires that is not reached, as far as nothing was taken back or changed meanwhile. */
	#checkGoal({ query, goal }: FiredGoal): void {
		this.#log(`goal ${goal} of ${describeQuery(query)}`);
		if (this.#hasDeletions || this.#service.unpushedSinceMs !== undefined) return;
		const { store, testIds } = this.#service;
		const reference = { store, testIds, nowMs: this.#clock.now(), sessionStartedAtMs: undefined };
		const reached = Number(expectedValue(query, reference));
		if (reached < goal) this.#mismatches.push(`goal ${goal} of ${describeQuery(query)} fired at ${reached}`);
	}

	/** Whatever the list says, what was told live stays until the service takes it back. */
	#checkRetained(): void {
		const { ledger } = this.#plugin.store;
		// Pages of one entry have nothing in common by which a hole between them could be noticed.
		if (!this.#service.hasCommonKey || this.#service.options.limitCap === 1) return;
		for (const id of this.#service.pushed.idsWithTime) {
			const event = this.#service.store.find(id);
			const parsed = event && event.deletedAtMs === undefined ? this.#service.parse(event) : undefined;
			if (!parsed) continue;
			const isRetained =
				ledger.current({ ...parsed, ref: undefined }) ?? ledger.current({ ...parsed, id: undefined });
			if (!isRetained) this.#mismatches.push(`${parsed.type} ${id} was taken back by mistake`);
		}
	}

	/** Nothing is ever zero by mistake: every lifetime figure began above it. */
	#checkZeros(): void {
		if (!this.#plugin.isExact) return;
		const context = this.#plugin.store.ledgerContext(this.#clock.now());
		for (const query of this.#queries) {
			if (query.scope !== "lifetime" || query.metric === "hostings" || query.metric === "viewers") continue;
			const shown = formatValue(this.#plugin.store.ledger.value(query, context));
			if (shown === "0") this.#mismatches.push(`${describeQuery(query)} is zero by mistake`);
		}
	}

	#complain(message: string): void {
		const { link, confirmation } = this.#plugin.store.state;
		const mismatches = this.#describeMismatches();
		const state = `${link.phase}, ${confirmation}`;
		this.#mismatches.push(
			`${message} (${state}): ${mismatches.slice(0, 6).join("; ")} (${mismatches.length} in all)`,
		);
	}

	#recordAndRun(name: string, action: () => void): void {
		this.#log(name);
		this.#faults.set(name, (this.#faults.get(name) ?? 0) + 1);
		action();
	}
}
