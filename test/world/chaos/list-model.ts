import { outlineOf, withNeighboursTimes } from "../../../src/service/event-page";
import { parseStreamEvent } from "../../../src/service/event-schema";
import { ServiceError } from "../../../src/service/errors";
import type { EventPage, EventsQuery } from "../../../src/service/ports";
import type { StreamEvent } from "../../../src/state/stream-event";
import { renderEvent } from "../service/render-event";
import type { Json } from "../service/render-values";
import type { StoredEvent } from "../service/store";
import type { ServiceModel } from "./service-model";
import { lacksOf, omitFrom, type TellableField } from "./telling";

/** What the list says of how many events there are. */
export const listCounts = ["told", "absent", "low", "high", "page", "nonsense"] as const;
/** Who gives less than ten entries, though ten are documented, counts them at least: else nothing tells where a list ends. */
export const rightListCounts = ["absent", "high"] as const;
export type ListCountHabit = (typeof listCounts)[number];

/** By so many a count is wrong that is always wrong by as many. */
export const countErrors: Readonly<Partial<Record<ListCountHabit, number>>> = { low: -7, high: 3 };

type Entry = { readonly json: Json; readonly event: StreamEvent | undefined };

/** The list endpoint: what it shows of the truth depends on habits and weather. */
export class ListModel {
	readonly #service: ServiceModel;
	/** By what an event says and what is left out of it. */
	readonly #entries = new Map<string, WeakMap<StoredEvent, Entry>>();
	readonly #keptPages = new Map<string, { readonly page: EventPage; readonly untilMs: number }>();

	constructor(service: ServiceModel) {
		this.#service = service;
	}

	/** As a cache in front of the list has it: each address by itself. */
	page(query: EventsQuery): EventPage {
		const { clock, weather } = this.#service;
		const nowMs = clock.uptimeMs();
		const address = JSON.stringify(query);
		const kept = this.#keptPages.get(address);
		if (weather.listCacheMs > 0 && kept && nowMs < kept.untilMs) return kept.page;
		const page = this.#freshPage(query);
		this.#keptPages.set(address, { page, untilMs: nowMs + weather.listCacheMs });
		return page;
	}

	#freshPage({ types, offset = 0, limit = 10 }: EventsQuery): EventPage {
		const { habits, weather, store } = this.#service;
		const { limitCap, aboveCap, typeFilter } = habits;
		if (limit > limitCap && aboveCap === "refused" && limit > 10) {
			throw new ServiceError("server-error", "limit too large", { status: 400 });
		}
		const isLoose = typeFilter === "loose" && types?.length !== 1;
		const lagMs = this.#service.lagMs();
		const asOfMs = lagMs === 0 ? undefined : this.#service.clock.now() - lagMs;
		const listed = store.query({ types: isLoose ? undefined : types, asOfMs });
		const entries = listed
			.slice(offset, offset + Math.min(limit, limitCap))
			.map((event) => this.#entry(event, lacksOf(habits.listLacks, weather.listLacks)));
		const totalCount = this.#countOf(listed.length, entries.length);
		return {
			events: withNeighboursTimes(entries.flatMap(({ event }) => event ?? [])),
			...(totalCount !== undefined && { totalCount }),
			rawCount: entries.length,
			...outlineOf(entries.map(({ json }) => json)),
		};
	}

	#countOf(listedCount: number, pageCount: number): number | undefined {
		const { habits, random } = this.#service;
		switch (habits.listCount) {
			case "told":
				return listedCount;
			case "absent":
				return undefined;
			case "page":
				return pageCount;
			case "nonsense":
				return random.pick([undefined, 0, random.whole(0, 2 * listedCount)]);
			default:
				return Math.max(0, listedCount + (countErrors[habits.listCount] ?? 0));
		}
	}

	#entry(event: StoredEvent, lacks: readonly TellableField[]): Entry {
		const key = lacks.join();
		const known = this.#entries.get(key) ?? new WeakMap<StoredEvent, Entry>();
		this.#entries.set(key, known);
		const entry = known.get(event) ?? this.#render(event, lacks);
		known.set(event, entry);
		return entry;
	}

	#render(event: StoredEvent, lacks: readonly TellableField[]): Entry {
		const { account, habits } = this.#service;
		const json = omitFrom(renderEvent(event, "list", account, habits.shapes), lacks);
		return { json, event: parseStreamEvent(json, { now: () => 0 }) };
	}
}
