import { confirmationDelayMs } from "../../../../src/ledger/timing";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import type { CounterQuery } from "../../../../src/state/counters/counter-query";
import { countersOf, type KeyModel } from "../user/keys";
import type { Faults } from "../service/faults";
import { outdatedTypes } from "../service/silent-changes";
import type { BoundName, HistoryReport } from "../history-report";
import type { NumberChecks } from "./number-checks";
import type { User } from "../user/user";
import type { World } from "../world";

const settleLimitMs = 10_000;
const quietLimitMs = 370_000;
/** Time until an audit begins or continues, and confirms a removal, in milliseconds. */
const auditDelayMs = 150_000;
const maxLatencyMs = 500;

/** Checks that numbers become right in time: after the last fault, and after a key appears. */
export class Settling {
	readonly #world: World;
	readonly #faults: Faults;
	readonly #user: User;
	readonly #numbers: NumberChecks;
	#wrongSinceMs: number | undefined;

	constructor(world: World, faults: Faults, user: User, numbers: NumberChecks) {
		this.#world = world;
		this.#faults = faults;
		this.#user = user;
		this.#numbers = numbers;
	}

	/** Ends all faults. Everything has to be right within the documented time, and stay right. */
	async settle(): Promise<Pick<HistoryReport, "settledInMs" | "needed">> {
		const { clock, service, log } = this.#world;
		const refusalMs = this.#faults.isActive("refused key") ? confirmationDelayMs : 0;
		this.#faults.endAll();
		for (const room of service.rooms) room.thaw();
		this.#user.show();
		// Responses sent earlier are still in transit, and can require a back-off.
		await clock.advance(maxLatencyMs);
		log(`all faults end; the service rests for ${service.cooldownMs} ms`);
		await clock.advance(service.cooldownMs);
		const endMs = clock.elapsedMs();
		const limitWithRefusalMs = settleLimitMs + refusalMs;
		const limitWithPagingMs = limitWithRefusalMs + this.#numbers.pagingMs;
		const limitMs = limitWithPagingMs + (service.unpushedSinceMs === undefined ? 0 : this.#quietLimitMs);
		const passedMs = () => clock.elapsedMs() - endMs;
		const settle = async () => {
			await clock.advanceUntil(this.#isRight, settleLimitMs - passedMs());
			await clock.advanceUntil(this.#isRight, limitMs - passedMs(), 2_000);
			return passedMs();
		};
		const staysRight = async () => {
			await clock.advance(90_000);
			return this.#isRight();
		};
		let settledInMs = await settle();
		while (this.#isRight() && !(await staysRight()) && passedMs() < limitMs) settledInMs = await settle();
		if (!this.#isRight())
			this.#complain(
				settledInMs < limitMs ? "right at first, but not for long" : `not right within ${limitMs} ms`,
			);
		return { settledInMs, needed: boundOf(settledInMs, limitWithRefusalMs, limitWithPagingMs) };
	}

	/** Records that the cached list was loaded, which can contain events as they were before a silent change. */
	noteCached(cached: readonly StreamEvent[]): void {
		const { service } = this.#world;
		if (service.unpushedSinceMs === undefined || this.#numbers.comparesAll) return;
		service.silentChanges.record([...outdatedTypes(cached, service.store)]);
	}

	/** Records a change of keys. Without other faults, it has to be right within ten seconds. */
	async checkSoon(): Promise<void> {
		const { clock } = this.#world;
		if (!this.isCalm || !this.#user.isVisible) return;
		const limitMs = settleLimitMs + this.#numbers.pagingMs;
		// Keys that need more can load the cached list.
		if (await clock.advanceUntil(() => this.#isRight() || !this.isCalm, limitMs)) return;
		this.#complain(`not right within ${Math.round(limitMs)} ms of a change`);
	}

	/** Checks that everything is right when nothing has happened for a while. */
	checkNow(): void {
		const { clock } = this.#world;
		if (!this.isCalm || !this.#user.isVisible || this.#isRight()) {
			this.#wrongSinceMs = undefined;
			return;
		}
		this.#wrongSinceMs ??= clock.elapsedMs();
		const wrongMs = clock.elapsedMs() - Math.max(this.#wrongSinceMs, this.#user.actedAtMs);
		if (wrongMs > settleLimitMs + this.#numbers.pagingMs) this.#complain("wrong in calm times");
	}

	get pagingMs(): number {
		return this.#numbers.pagingMs;
	}

	/** Returns whether the plugin displays the number without a sign that it is incomplete. */
	isKnown(query: CounterQuery): boolean {
		const plugin = this.#world.plugin();
		const value = plugin.store.ledger.value(query, plugin.store.ledgerContext(plugin.clock.now()));
		return value.kind !== "unknown" && value.isIncomplete !== true;
	}

	readonly #isRight = (): boolean => {
		const plugin = this.#world.plugin();
		return plugin.isExact && this.#numbers.isRight(plugin, this.#keys);
	};

	/** Visible keys, and hidden ones with goals. */
	get #keys(): readonly KeyModel[] {
		return [...this.#user.keys, ...countersOf(this.#world.plugin().goalQueries)];
	}

	/** Whether no fault is active or recent. */
	get isCalm(): boolean {
		const { clock, service } = this.#world;
		const nowMs = clock.elapsedMs();
		const quietMs = this.#numbers.comparesAll
			? nowMs - service.lastUnpushedMs
			: service.silentChanges.comparedMs;
		return (
			this.#faults.activeCount === 0 &&
			nowMs - this.#faults.lastChangeMs > 2 * settleLimitMs &&
			quietMs > this.#quietLimitMs &&
			service.cooldownMs === 0
		);
	}

	get #quietLimitMs(): number {
		return this.#numbers.comparesAll ? quietLimitMs : this.#numbers.auditMs + auditDelayMs;
	}

	#complain(message: string): void {
		const plugin = this.#world.plugin();
		const { link, confirmation } = plugin.store.state;
		const mismatches = this.#numbers.describe(plugin, this.#keys);
		const state = `${link.phase}, ${confirmation}`;
		const first = mismatches.slice(0, 6).join("; ");
		this.#world.complain(`${message} (${state}): ${first} (${mismatches.length} in all)`);
	}
}

function boundOf(settledInMs: number, limitWithRefusalMs: number, limitWithPagingMs: number): BoundName {
	if (settledInMs <= settleLimitMs) return "ten seconds";
	if (settledInMs <= limitWithRefusalMs) return "a refused key";
	return settledInMs <= limitWithPagingMs ? "small pages" : "a quiet change";
}
