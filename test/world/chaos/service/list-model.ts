import { pageInfoOf, fillMissingTimes } from "../../../../src/service/schemas/event-page";
import { parseStreamEvent } from "../../../../src/service/schemas/event-schema";
import { ServiceError } from "../../../../src/service/errors";
import type { EventPage, EventsQuery } from "../../../../src/service/ports";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { renderEvent } from "../../service/shapes/render-event";
import type { Json } from "../../service/shapes/render-values";
import type { StoredEvent } from "../../service/data/store";
import type { ServiceModel } from "./service-model";
import { missingFields, omitFields, type EventField } from "./event-fields";

/** How the list reports its total count. */
export const listCountModes = ["exact", "absent", "low", "high", "page", "nonsense"] as const;
/** Count modes for pages of fewer than ten entries, though ten are documented: lower counts would hide where the list ends. */
export const reliableListCountModes = ["absent", "high"] as const;
export type ListCountMode = (typeof listCountModes)[number];

/** Constant error of a count that is always wrong. */
export const countOffsets: Readonly<Partial<Record<ListCountMode, number>>> = { low: -7, high: 3 };

type Entry = { readonly json: Json; readonly event: StreamEvent | undefined };

/** The list endpoint. What it returns of the stored events depends on the service's properties and active faults. */
export class ListModel {
	readonly #service: ServiceModel;
	/** Rendered entries, by event content and omitted fields. */
	readonly #entries = new Map<string, WeakMap<StoredEvent, Entry>>();
	/** Pages of each list: a list that has not changed is the same array. */
	readonly #pages = new WeakMap<readonly StoredEvent[], Map<string, EventPage>>();
	readonly #cachedPages = new Map<string, { readonly page: EventPage; readonly untilMs: number }>();

	constructor(service: ServiceModel) {
		this.#service = service;
	}

	/** Responses of a cache in front of the list, by address. */
	page(query: EventsQuery): EventPage {
		const { clock, conditions } = this.#service;
		if (conditions.listCacheMs === 0) return this.#freshPage(query);
		const nowMs = clock.uptimeMs();
		const address = JSON.stringify(query);
		const cached = this.#cachedPages.get(address);
		if (cached && nowMs < cached.untilMs) return cached.page;
		const page = this.#freshPage(query);
		this.#cachedPages.set(address, { page, untilMs: nowMs + conditions.listCacheMs });
		return page;
	}

	#freshPage({ types, offset = 0, limit = 10, startMs, endMs }: EventsQuery): EventPage {
		const { options, conditions, store } = this.#service;
		const { limitCap, overCapBehaviour, typeFilter } = options;
		if (limit > limitCap && overCapBehaviour === "refused" && limit > 10) {
			throw new ServiceError("server-error", "limit too large", { status: 400 });
		}
		const hasBounds = startMs !== undefined || endMs !== undefined;
		if (hasBounds && options.listBounds === "refused")
			throw new ServiceError("server-error", "unknown parameter", { status: 400 });
		const bounds = options.listBounds === "ignored" ? {} : { fromMs: startMs, toMs: endMs };
		const isLoose = typeFilter === "loose" && types?.length !== 1;
		const lagMs = this.#service.lagMs();
		const asOfMs = lagMs === 0 ? undefined : this.#service.clock.now() - lagMs;
		const order = options.listOrder === "ignored" ? "asc" : "desc";
		const { hiddenIds, unlistedIds } = this.#service;
		const found = store.query({ types: isLoose ? undefined : types, asOfMs, order, ...bounds });
		const listed = hiddenIds.size === 0 ? found : found.filter(({ id }) => !hiddenIds.has(id));
		const start = options.listOffset === "ignored" ? 0 : offset;
		const paged = listed.slice(start, start + Math.min(limit, limitCap));
		if (unlistedIds.size > 0) for (const { id } of paged) unlistedIds.delete(id);
		const missing = missingFields(options.missingInList, conditions.missingInList);
		const contents = this.#contentsOf(listed, paged, `${start} ${limit} ${missing.join()}`, missing);
		const totalCount = this.#reportedCount(listed.length, contents.entryCount);
		return { ...contents, ...(totalCount !== undefined && { totalCount }) };
	}

	/** @param key Identifies the page among those of the same list. */
	#contentsOf(
		listed: readonly StoredEvent[],
		paged: readonly StoredEvent[],
		key: string,
		missing: readonly EventField[],
	): EventPage {
		const pages = this.#pages.get(listed) ?? new Map<string, EventPage>();
		this.#pages.set(listed, pages);
		const page = pages.get(key) ?? pageOf(paged.map((event) => this.#entry(event, missing)));
		pages.set(key, page);
		return page;
	}

	#reportedCount(listedCount: number, pageCount: number): number | undefined {
		const { options, random } = this.#service;
		switch (options.listCount) {
			case "exact":
				return listedCount;
			case "absent":
				return undefined;
			case "page":
				return pageCount;
			case "nonsense":
				return random.pick([undefined, 0, random.integer(0, 2 * listedCount)]);
			default:
				return Math.max(0, listedCount + (countOffsets[options.listCount] ?? 0));
		}
	}

	#entry(event: StoredEvent, missing: readonly EventField[]): Entry {
		const key = missing.join();
		const entriesByEvent = this.#entries.get(key) ?? new WeakMap<StoredEvent, Entry>();
		this.#entries.set(key, entriesByEvent);
		const entry = entriesByEvent.get(event) ?? this.#render(event, missing);
		entriesByEvent.set(event, entry);
		return entry;
	}

	#render(event: StoredEvent, missing: readonly EventField[]): Entry {
		const { account, options, owner } = this.#service;
		const json = omitFields(renderEvent(event, "list", account, options.shapes, owner), missing);
		return { json, event: parseStreamEvent(json, { now: () => 0 }) };
	}
}

function pageOf(entries: readonly Entry[]): EventPage {
	return {
		events: fillMissingTimes(entries.flatMap(({ event }) => event ?? [])),
		entryCount: entries.length,
		...pageInfoOf(entries.map(({ json }) => json)),
	};
}
