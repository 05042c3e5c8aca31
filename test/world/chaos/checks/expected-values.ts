import type { CounterQuery } from "../../../../src/state/counters/counter-query";
import type { SupporterQuery } from "../../../../src/ledger/figures/supporters";
import type { StoredEvent } from "../../service/data/store";
import type { EventField } from "../service/event-fields";
import type { ServiceModel } from "../service/service-model";
import { expectedRanking, expectedValue, typeByMetric, type ReferenceData } from "./expected-value";

/** Calendar periods begin at whole quarter hours, in every time zone. */
const quarterHourMs = 900_000;

type Computed = { readonly basis: string; readonly text: string };

/** What keys have to display, computed again only after something has changed. */
export class ExpectedValues {
	readonly #service: ServiceModel;
	readonly #hasAllTimes: boolean;
	readonly #computed = new WeakMap<object, Computed>();

	/** @param hasAllTimes Whether the time of each event is known, also of one that was not pushed yet. */
	constructor(service: ServiceModel, { hasAllTimes = false } = {}) {
		this.#service = service;
		this.#hasAllTimes = hasAllTimes;
	}

	counter(query: CounterQuery, sessionStartedAtMs: number | undefined): string {
		const basis = this.#basisOf(typeByMetric[query.metric], sessionStartedAtMs);
		return this.#compute(query, basis, () => expectedValue(query, this.#reference(sessionStartedAtMs)));
	}

	/** @param key The key that displays the ranking. */
	ranking(key: object, query: SupporterQuery, sessionStartedAtMs: number | undefined): string {
		const basis = this.#basisOf("donation", sessionStartedAtMs);
		return this.#compute(key, basis, () => expectedRanking(query, this.#reference(sessionStartedAtMs)));
	}

	#compute(key: object, basis: string, compute: () => string): string {
		const before = this.#computed.get(key);
		if (before?.basis === basis) return before.text;
		const text = compute();
		this.#computed.set(key, { basis, text });
		return text;
	}

	/** Returns a text that differs whenever a value of this type can differ. */
	#basisOf(type: string, sessionStartedAtMs: number | undefined): string {
		const { store, testIds, options, pushed, currency, clock } = this.#service;
		const pushCount = options.missingInList === undefined ? 0 : pushed.changeCount;
		const quarterHour = Math.floor(clock.now() / quarterHourMs);
		return [
			store.changeCount(type),
			testIds.size,
			pushCount,
			currency,
			quarterHour,
			sessionStartedAtMs,
		].join();
	}

	#reference(sessionStartedAtMs: number | undefined): ReferenceData {
		const { store, testIds, options, pushed, currency, clock, ignoredName } = this.#service;
		const hasField = (event: StoredEvent, field: EventField) =>
			field !== options.missingInList || (field === "time" && this.#hasAllTimes) || pushed.has(event, field);
		return { store, testIds, currency, ignoredName, hasField, nowMs: clock.now(), sessionStartedAtMs };
	}
}
