import type { CounterQuery } from "../../../src/state/counters/counter-query";
import { intervalOf } from "../../../src/state/time/scope";
import { VirtualClock } from "../fakes/virtual-clock";
import { Bounds } from "./checks/bounds";
import { createServiceModel, timeZones, calendarBoundaries } from "./service/draw-service";
import { expectedValue, measuredIn } from "./checks/expected-value";
import { Faults } from "./service/faults";
import { defaultFeatures, type Feature } from "./features";
import { GoalExpectations } from "./checks/goal-expectations";
import type { HistoryReport } from "./history-report";
import { checkIdle } from "./checks/idle-checks";
import { drawLowLimits, ownLimits, type Limits } from "./limits";
import { NumberChecks } from "./checks/number-checks";
import { PluginModel, type PluginOptions } from "./plugin-model";
import { allQueries } from "./user/queries";
import { drawLongPast, drawPastEvents } from "./stream/random-events";
import { Random } from "./random";
import { checkRetained, checkZeros, recordLimits } from "./checks/running-checks";
import type { ServiceModel } from "./service/service-model";
import { Settling } from "./checks/settling";
import { Stream } from "./stream/stream";
import { Tally } from "./tally";
import { ThankChecks } from "./checks/thank-checks";
import { allGoals, dailyGoals, describeGoalKey, GoalKeys, isFigure, type SentGoal } from "./user/goal-keys";
import { User } from "./user/user";
import { act, type Randoms, type World } from "./world";

export type HistoryOptions = {
	readonly seed: number;
	readonly steps?: number;
	/** Features of the history beyond the basic faults. */
	readonly features?: readonly Feature[] | undefined;
	/** Receives a line for everything that happens. */
	readonly log?: ((line: string) => void) | undefined;
};

const minuteMs = 60_000;
/** Time within which the frame of a repeat arrives, in milliseconds. */
const maxRepeatDelayMs = 1_000;
/** The push of an event that is dated back arrives within this time of its date, in milliseconds. */
const maxDatedBackMs = 100_000;

/** Runs one history: a stream, a plugin, and the faults between them. */
export async function runHistory(options: HistoryOptions): Promise<HistoryReport> {
	const timeZoneBefore = process.env["TZ"];
	const basic = new Random(options.seed);
	const timeZone = basic.pick(timeZones);
	process.env["TZ"] = timeZone;
	try {
		const extra = new Random(options.seed ^ 0x5bd1e995);
		return await new History(options, timeZone, { basic, extra }).run(options.steps ?? 40);
	} finally {
		if (timeZoneBefore === undefined) delete process.env["TZ"];
		else process.env["TZ"] = timeZoneBefore;
	}
}

class History {
	readonly #seed: number;
	readonly #timeZone: string;
	readonly #randoms: Randoms;
	readonly #world: World;
	readonly #clock: VirtualClock;
	readonly #service: ServiceModel;
	readonly #tally = new Tally();
	readonly #crossedLimits = new Tally();
	readonly #mismatches: string[] = [];
	readonly #goalKeys: GoalKeys | undefined;
	#goalExpectations: GoalExpectations | undefined;
	readonly #limits: Limits;
	/** Whether neither faults nor quiet changes occur. */
	readonly #isFaultless: boolean;
	readonly #faults: Faults;
	readonly #stream: Stream;
	readonly #user: User;
	readonly #settling: Settling;
	readonly #bounds: Bounds;
	#plugin: PluginModel;

	constructor({ seed, log, features = defaultFeatures }: HistoryOptions, timeZone: string, randoms: Randoms) {
		const { basic, extra } = randoms;
		this.#seed = seed;
		this.#timeZone = timeZone;
		this.#randoms = randoms;
		const ownFeatures = new Set(extra.sample(features, extra.pick([0.3, 0.7, 1])));
		this.#isFaultless = ownFeatures.size > 0 && extra.chance(0.4);
		const isLarge = ownFeatures.has("size") && extra.chance(0.02);
		const boundaryMs = Date.parse(basic.pick(calendarBoundaries));
		this.#clock = new VirtualClock(boundaryMs - basic.between(0, 14 * 3_600_000));
		const writeLog = (line: string) => log?.(`${new Date(this.#clock.now()).toISOString()} ${line}`);
		this.#service = createServiceModel(this.#clock, randoms, {
			features: ownFeatures,
			isLarge,
			log: writeLog,
		});
		this.#limits =
			ownFeatures.has("limits") && !isLarge ? drawLowLimits(extra, this.#service.options) : ownLimits;
		this.#world = {
			clock: this.#clock,
			service: this.#service,
			log: writeLog,
			features: ownFeatures,
			tally: this.#tally,
			complain: (message) => {
				writeLog(`WRONG: ${message}`);
				this.#mismatches.push(message);
			},
			plugin: () => this.#plugin,
			beforeEvent: (kind, type) => this.#goalExpectations?.beforeEvent(kind, type),
		};
		writeLog(`features: ${[...ownFeatures].join(", ")}${this.#isFaultless ? "; no faults" : ""}`);
		writeLog(`limits: ${JSON.stringify(this.#limits)}`);
		this.#faults = new Faults(this.#world, basic);
		this.#stream = new Stream(this.#world);
		this.#addPast(isLarge);
		const hasAllGoals = ownFeatures.has("goals");
		if (basic.chance(0.3) || hasAllGoals)
			this.#goalKeys = new GoalKeys({
				keys: hasAllGoals ? allGoals : dailyGoals,
				mayMissMeasures: () => {
					const { options, maxLateMs } = this.#service;
					// A late push adds the measure of an event that a read has found without it.
					const isAddedLate = options.missingInList !== undefined && maxLateMs > 0;
					return isAddedLate || options.missingInFrames !== undefined || !this.#isFaultless;
				},
				onSent: (sent) => this.#checkGoal(sent),
				complain: this.#world.complain,
			});
		this.#user = new User({
			world: this.#world,
			restartPlugin: () => this.#restartPlugin(),
			thankChecks: new ThankChecks(this.#world),
			goalKeys: this.#goalKeys,
			addEvents: (random) => this.#stream.addEvents(random),
		});
		this.#settling = new Settling(
			this.#world,
			this.#faults,
			this.#user,
			new NumberChecks(this.#service, this.#limits),
		);
		this.#bounds = new Bounds(this.#world, this.#limits, this.#user, this.#settling);
		this.#user.begin(this.#drawQueries(), extra);
		if (hasAllGoals) this.#goalExpectations = this.#createGoalExpectations();
		this.#plugin = this.#startPlugin(
			basic.chance(0.5) ? this.#clock.now() - basic.between(0, 7_200_000) : undefined,
		);
		if (ownFeatures.has("sessions") && extra.chance(0.5))
			this.#plugin.startSession(this.#clock.now() - extra.pick([3, 28, 100]) * 3_600_000);
	}

	async run(steps: number): Promise<HistoryReport> {
		const startMs = this.#clock.elapsedMs();
		for (let step = 0; step < steps && this.#mismatches.length < 10; step++) await this.#runStep();
		const settled = await this.#settling.settle();
		await checkIdle(this.#world, this.#user, this.#limits);
		const { extra } = this.#randoms;
		if (this.#mismatches.length === 0)
			await this.#bounds.checkDropping(extra, () => this.#stream.addEvent(extra));
		this.#mismatches.push(...this.#service.complaints);
		this.#tally.add("plugin: cached list loaded", this.#plugin.memory.loadCount);
		return {
			seed: this.#seed,
			timeZone: this.#timeZone,
			events: this.#stream.eventCount,
			virtualMs: this.#clock.elapsedMs() - startMs,
			faults: this.#tally.counts,
			limits: this.#crossedLimits.counts,
			...settled,
			mismatches: this.#mismatches,
		};
	}

	async #runStep(): Promise<void> {
		const { basic } = this.#randoms;
		// Waits only when necessary, because the plugin draws from the same random numbers in the meantime.
		const step = this.#isFaultless ? this.#runFaultlessStep() : this.#runBasicStep();
		if (step) await step;
		if (this.#world.features.size > 0) await this.#actSpecially();
		const pauseMs = basic.pick([20, 200, 1_000, 3_000, 8_000, 20_000]) * basic.between(0.2, 1);
		await this.#clock.advance(basic.chance(0.02) ? basic.between(5, 20) * minuteMs : pauseMs);
		checkZeros(this.#world, this.#user);
		checkRetained(this.#world);
		if (this.#world.features.size === 0) return;
		this.#settling.checkNow();
		this.#goalExpectations?.check();
		this.#bounds.check();
		recordLimits(this.#world, this.#limits, this.#crossedLimits);
	}

	#runBasicStep(): Promise<void> | undefined {
		const { basic } = this.#randoms;
		const draw = basic.next();
		if (draw < 0.5) this.#stream.addEvents(basic);
		else if (draw < 0.55) this.#stream.deleteOne(basic);
		else if (draw < 0.75) this.#faults.begin();
		else if (draw < 0.8)
			act(this.#world, "user: page flip", () => this.#user.flipTo(this.#drawQueries(), basic));
		else if (draw < 0.83) this.#sleepSystem();
		else if (draw < 0.85) act(this.#world, "user: plugin restart", () => this.#restartPlugin());
		else if (draw < 0.87) act(this.#world, "user: session reset", () => this.#plugin.resetSession());
		else if (draw < 0.89) act(this.#world, "user: refresh pressed", () => this.#plugin.refresh());
		else if (draw < 0.9) act(this.#world, "user: reconnect pressed", () => this.#plugin.reconnect());
		else if (draw < 0.93) return this.#user.post(basic, this.#faults.activeCount > 0);
		return undefined;
	}

	#runFaultlessStep(): Promise<void> | undefined {
		const { basic } = this.#randoms;
		const draw = basic.next();
		if (draw < 0.5) this.#stream.addEvents(basic);
		else if (draw < 0.53) act(this.#world, "user: plugin restart", () => this.#restartPlugin());
		else if (draw < 0.56) return this.#user.post(basic, false);
		return undefined;
	}

	/** Runs the steps of features. Half of the time, everything has to be right before the next step. */
	async #actSpecially(): Promise<void> {
		const { extra } = this.#randoms;
		if (extra.chance(0.25)) await this.#stream.actSpecially(extra);
		if (extra.chance(0.6)) await this.#user.actSpecially(extra);
		if (extra.chance(0.5)) await this.#settling.checkSoon();
		if (extra.chance(0.03)) await this.#clock.advance(extra.between(5, 20) * minuteMs);
	}

	#addPast(isLarge: boolean): void {
		const { basic, extra } = this.#randoms;
		const nowMs = this.#clock.now();
		const drafts = drawPastEvents(basic, nowMs);
		if (isLarge) drafts.push(...drawLongPast(extra, nowMs, extra.integer(3_000, 6_000)));
		else if (this.#world.features.has("limits")) {
			const { maxRequests, maxEntries } = this.#limits.sync;
			const isReadable =
				maxRequests === ownLimits.sync.maxRequests && maxEntries === ownLimits.sync.maxEntries;
			const count = isReadable ? extra.integer(60, 150) : extra.integer(300, 400);
			drafts.push(...drawLongPast(extra, nowMs, count));
		}
		drafts.sort((a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0));
		for (const draft of drafts) this.#service.store.add(draft);
	}

	#sleepSystem(): void {
		const { basic } = this.#randoms;
		const durationMs = basic.pick([8_000, 120_000, 3_600_000, 9 * 3_600_000, 50 * 3_600_000]);
		act(this.#world, "fault: sleep", () => this.#faults.noteDisturbance());
		const isLong = durationMs > 15_000;
		const rooms = [...this.#service.rooms];
		for (const room of rooms) room.freeze();
		for (let part = 0; part < 4; part++) {
			this.#clock.jump(durationMs / 4);
			if (basic.chance(0.6)) this.#stream.addEvents(basic);
		}
		if (isLong) for (const room of rooms) room.dropHeld();
		else for (const room of rooms) room.thaw();
	}

	#restartPlugin(): void {
		const { store, memory, thanked } = this.#plugin;
		const ownEvents = store.ledger.ownEvents.records;
		this.#plugin.kill(this.#service);
		this.#plugin = this.#startPlugin(store.state.sessionStartedAtMs, { ownEvents, memory, thanked });
	}

	#startPlugin(
		sessionStartedAtMs: number | undefined,
		persisted: Pick<PluginOptions, "ownEvents" | "memory" | "thanked"> = {},
	): PluginModel {
		// A process that has just started cannot detect that a response is old.
		if (this.#service.isBehind) this.#service.recordUnpushed();
		this.#service.pushed.clear();
		const plugin = new PluginModel(this.#service, {
			goals: this.#goalKeys,
			limits: this.#limits,
			thanked: this.#world.features.has("thanks") ? {} : undefined,
			listener: () => this.#goalExpectations?.noteDisplayed(),
			...persisted,
			sessionStartedAtMs,
			log: (line) => this.#world.log(`log: ${line}`),
		});
		// What the plugin stores of an event is newer.
		plugin.memory.onLoaded = ({ events }) =>
			this.#settling.noteCached(events.filter((event) => !plugin.store.ledger.stored(event)));
		this.#user.show(plugin);
		return plugin;
	}

	#drawQueries(): readonly CounterQuery[] {
		const { basic } = this.#randoms;
		return basic.pick([
			allQueries,
			basic.sample(allQueries, 0.15),
			allQueries.filter(({ scope }) => scope === "lifetime"),
			allQueries.filter(({ metric }) => metric === basic.pick(["followers", "donations", "hostings"])),
		]);
	}

	#createGoalExpectations(): GoalExpectations {
		return new GoalExpectations({
			world: this.#world,
			keys: allGoals,
			isPlaced: (key) => this.#goalKeys?.isPlaced(key) === true,
			isCalm: () => this.#settling.isCalm && this.#user.isVisible,
			// A total is read after the list, which can take longer than its goal waits.
			isKnown: (query) => this.#settling.isKnown(query) && !(isFigure(query) && this.#settling.pagingMs > 0),
			disturbances: () =>
				[
					this.#faults.lastChangeMs,
					this.#service.lastUnpushedMs,
					this.#service.lostFrameCount,
					this.#stream.removalCount,
					this.#user.hiddenCount,
					this.#goalKeys?.changeCount,
				].join(),
		});
	}

	/** Checks that no goal is sent that was not reached, unless events were removed or edited during the check. */
	#checkGoal(sent: SentGoal): void {
		const { key, goal } = sent;
		act(this.#world, "plugin: goal sent", () => this.#world.log(`goal ${goal} of ${describeGoalKey(key)}`));
		this.#goalExpectations?.noteSent(sent);
		if (key.query.scope === "lifetime" || key.query.metric === "donationAmount") return;
		if (this.#stream.removalCount > 0 || this.#service.unpushedSinceMs !== undefined) return;
		const { store, testIds, currency, options } = this.#service;
		// A repeat without a time cannot be distinguished from a new event before the list has been read as far back, and an event
		// that is dated back to the period before counts in the current one.
		const sinceFaultMs = this.#clock.elapsedMs() - this.#faults.lastChangeMs;
		const context = { nowMs: this.#clock.now(), sessionStartedAtMs: undefined };
		const sinceStartMs = context.nowMs - (intervalOf(key.query, context)?.fromMs ?? -Infinity);
		const isTimeOpen = sinceFaultMs < maxRepeatDelayMs || sinceStartMs < maxDatedBackMs;
		if (options.missingInFrames === "time" && isTimeOpen) return;
		// The plugin's clock is up to a second behind the service's: it may send a goal of a day that has just ended.
		const values = [0, 1_000].map((behindMs) => {
			const nowMs = this.#clock.now() - behindMs;
			const reference = { store, testIds, currency, nowMs, sessionStartedAtMs: undefined };
			return measuredIn(expectedValue(key.query, reference), currency) + key.offset;
		});
		const reached = Math.max(...values);
		if (reached < goal)
			this.#world.complain(`goal ${goal} of ${describeGoalKey(key)} was sent at ${reached}`);
	}
}
