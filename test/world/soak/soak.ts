import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { stagePlugin } from "../../../scripts/package-plugin";
import { pluginFolder } from "../../../scripts/paths";
import type { CounterQuery, CounterScope } from "../../../src/state/counters/counter-query";
import { expectedValue } from "../chaos/checks/expected-value";
import { Random } from "../chaos/random";
import { startDeck, type Deck } from "../deck/deck";
import type { Key } from "../deck/keys";
import { waitUntil } from "../deck/wait-until";
import { LiveObjectCounter, type LiveCount } from "../leftovers/live-object-counter";
import { boundItem } from "../service/bound-item";
import { startService, type StandInService } from "../service/stand-in";

/** State after some rounds. */
export type SoakSample = LiveCount & {
	readonly functions: number;
	readonly minutes: number;
	readonly rounds: number;
	readonly events: number;
	readonly presses: number;
	/** Checks in which a number was not exact within ten seconds. */
	readonly mismatches: number;
	/** Maximum time until all numbers were exact, in milliseconds. */
	readonly slowestMs: number;
	readonly lostPresses: number;
	/** Files and sockets as the system counts them; Linux only. */
	readonly handles: number;
};

const faults: readonly ((service: StandInService) => unknown)[] = [
	(service) => service.cut(),
	(service) => service.kick(),
	(service) => service.restart({ downMs: 500 }),
	(service) => service.setFaults({ rest: { all: { status: 500 } } }),
	(service) => service.setFaults({ rest: { all: { body: "stalled" } } }),
	(service) => service.setFaults({ blackHole: "all" }),
	(service) => service.setFaults({ blackHole: "open-sockets" }),
];

/** Queries whose value is also counted from the events themselves. */
const countedQueries: readonly CounterQuery[] = [
	...(["session", "today", "year"] as const).map((scope) => queryOf("donationAmount", scope)),
	queryOf("donations", "month"),
	queryOf("followers", "today"),
	{ ...queryOf("followers", "session"), uniqueOnly: true },
	queryOf("followers", "week"),
];
/** Computing the expected values takes a while. */
const compareIntervalMs = 200;
const countsPerSample = 4;
const countIntervalMs = 700;
const maxRecoveryMs = 10_000;

/**
 * A simulated evening with the shipped plugin. A source map, which is read with the first error, would take more memory
 * than everything else.
 */
export class Soak {
	readonly #service: StandInService;
	readonly #deck: Deck;
	readonly #liveObjects: LiveObjectCounter;
	readonly #stagingFolder: string;
	readonly #random: Random;
	readonly #followers: Key;
	readonly #remote: Key;
	readonly #counters: readonly (readonly [query: CounterQuery, key: Key])[];
	readonly #complain: (complaint: string) => void;
	#startMs = 0;
	#sessionStartedAtMs = 0;
	#slowestMs = 0;
	#pid: number | undefined;
	#rounds = 0;
	#presses = 0;
	#lostPresses = 0;
	#mismatches = 0;

	private constructor(parts: {
		readonly service: StandInService;
		readonly deck: Deck;
		readonly liveObjects: LiveObjectCounter;
		readonly stagingFolder: string;
		readonly seed: number;
		readonly complain: (complaint: string) => void;
	}) {
		this.#service = parts.service;
		this.#deck = parts.deck;
		this.#liveObjects = parts.liveObjects;
		this.#stagingFolder = parts.stagingFolder;
		this.#random = new Random(parts.seed);
		this.#complain = parts.complain;
		this.#followers = this.#place("counter");
		this.#remote = this.#place("remote-action", { ...boundItem(parts.service), guardMs: 0 });
		this.#counters = countedQueries.map((query) => [query, this.#place("counter", query)]);
		for (const name of ["latest-event", "chart", "connection", "top-supporter"]) this.#place(name);
		for (let index = 0; index < 8; index += 1) this.#place("counter", { scope: "week" }, "another");
	}

	/** @param complain Called with each problem and the plugin's log lines about it. */
	static async start(seed: number, complain: (complaint: string) => void): Promise<Soak> {
		const stagingFolder = await mkdtemp(join(tmpdir(), "soak-"));
		const pluginDir = join(stagingFolder, basename(pluginFolder));
		stagePlugin(pluginDir);
		const service = await startService({ pingIntervalMs: 1_500, pingTimeoutMs: 1_000 });
		const globalSettings = { baseUrl: service.url, apiKey: service.apiKey };
		const liveObjects = await LiveObjectCounter.create();
		const deck = await startDeck({ pluginDir, globalSettings, devices: ["xl"], env: liveObjects.env });
		const soak = new Soak({ service, deck, liveObjects, stagingFolder, seed, complain });
		await deck.launch();
		soak.#pid = deck.pid;
		soak.#sessionStartedAtMs = Date.now() - 5_000;
		await soak.#checkKeys();
		soak.#startMs = performance.now();
		return soak;
	}

	get minutes(): number {
		return (performance.now() - this.#startMs) / 60_000;
	}

	/** Runs a burst of events, a press, changes of keys and pages, and a fault in every second round. */
	async round(): Promise<void> {
		this.#rounds += 1;
		for (let wave = 0; wave < 10; wave += 1) {
			this.#service.burst(this.#random.integer(1, 30));
			this.#service.donate({ username: `Donor ${this.#rounds}`, amount: "1.50", currency: "EUR" });
			await delay(this.#random.integer(20, 120));
		}
		// Commands are not confirmed: on a dead connection that is not detected yet, one is lost.
		await this.#checkKeys();
		await this.#press();
		const temporaryKey = this.#place(this.#random.pick(["counter", "latest-event", "send-event"]));
		for (const profile of ["another", "Default"]) {
			this.#deck.showProfile(profile);
			await delay(100);
		}
		this.#deck.remove(temporaryKey);
		if (this.#rounds % 2 === 0) {
			await this.#random.pick(faults)(this.#service);
			this.#service.burst(5);
			await delay(this.#random.integer(200, 1_500));
			this.#service.clearFaults();
		}
		await this.#checkKeys();
	}

	/** Counts several times: an object that only one count contains is not a leak. */
	async sample(): Promise<SoakSample> {
		const counts = [await this.#liveObjects.count("whole")];
		while (counts.length < countsPerSample) {
			await delay(countIntervalMs);
			counts.push(await this.#liveObjects.count("whole"));
		}
		const minimum = (valueOf: (count: LiveCount) => number) => Math.min(...counts.map(valueOf));
		const handles = await readdir(`/proc/${this.#pid}/fd`).catch(() => []);
		return {
			listeners: minimum(({ listeners }) => listeners),
			timers: minimum(({ timers }) => timers),
			sockets: minimum(({ sockets }) => sockets),
			functions: minimum(({ functions }) => functions ?? NaN),
			heapBytes: minimum(({ heapBytes }) => heapBytes),
			residentBytes: minimum(({ residentBytes }) => residentBytes),
			untidyBytes: counts[0]?.untidyBytes ?? NaN,
			minutes: this.minutes,
			rounds: this.#rounds,
			events: this.#service.truth().events.length,
			presses: this.#presses,
			mismatches: this.#mismatches,
			slowestMs: this.#slowestMs,
			lostPresses: this.#lostPresses,
			handles: handles.length,
		};
	}

	/** Whether the process that was started is still running. */
	get isSameProcess(): boolean {
		return this.#deck.exitCode === undefined && this.#deck.pid === this.#pid;
	}

	async stop(): Promise<void> {
		await this.#deck.stop();
		await this.#service.stop();
		await this.#liveObjects.remove();
		await rm(this.#stagingFolder, { recursive: true, force: true, maxRetries: 5 });
	}

	#place(name: string, settings = {}, profile?: string): Key {
		return this.#deck.place({
			action: `com.example.streamevents.${name}`,
			settings,
			...(profile === undefined ? {} : { profile }),
		});
	}

	async #checkKeys(): Promise<void> {
		const [deck, service] = [this.#deck, this.#service];
		const startMs = performance.now();
		try {
			await waitUntil(() => {
				const face = deck.currentFace(this.#followers);
				const isReady = deck.currentFace(this.#remote)?.state === "ready";
				return isReady && face?.state === "live" && face.value === String(service.truth().followers);
			});
			while (this.#describeMismatches().length > 0) {
				if (performance.now() - startMs > maxRecoveryMs) throw new RangeError("too late");
				await delay(compareIntervalMs);
			}
			this.#slowestMs = Math.max(this.#slowestMs, performance.now() - startMs);
		} catch {
			this.#mismatches += 1;
			const shown = [this.#followers, this.#remote].map((key) => {
				const { value, state } = deck.currentFace(key) ?? {};
				return `${value}, ${state}`;
			});
			this.#complain(`${shown.join(" and ")} where ${service.truth().followers} would be right`);
			for (const mismatch of this.#describeMismatches()) this.#complain(`  ${mismatch}`);
			if (!this.isSameProcess) throw new Error(`The plugin ended:\n${deck.output}`);
		}
	}

	#describeMismatches(): readonly string[] {
		const { store, account } = this.#service;
		const [nowMs, sessionStartedAtMs] = [Date.now(), this.#sessionStartedAtMs];
		return this.#counters.flatMap(([query, key]) => {
			const face = this.#deck.currentFace(key);
			const expected = expectedValue(query, {
				store,
				nowMs,
				sessionStartedAtMs,
				currency: account.currency.code,
			});
			const isRight = face?.state === "live" && sortSums(face.value) === sortSums(expected);
			const shown = `${face?.label}: ${face?.value}, ${face?.state}`;
			return isRight ? [] : [`${shown} instead of ${expected}`];
		});
	}

	async #press(): Promise<void> {
		this.#presses += 1;
		const before = this.#service.commands.length;
		await this.#deck.press(this.#remote);
		try {
			await waitUntil(() => this.#service.commands.length > before, { timeoutMs: 3_000 });
		} catch {
			this.#lostPresses += 1;
			this.#complain("a press was lost");
		}
	}
}

function queryOf(metric: CounterQuery["metric"], scope: CounterScope): CounterQuery {
	return { metric, scope, newOnly: false, uniqueOnly: false };
}

/** Sums of several currencies, in any order. */
function sortSums(value: string | undefined): string | undefined {
	return value?.split(" + ").sort().join(" + ");
}
