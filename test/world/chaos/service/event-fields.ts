import { maxClockErrorMs } from "../../../../src/state/events/stream-event";
import type { Json } from "../../service/shapes/render-values";
import type { StoredEvent } from "../../service/data/store";

/** Fields that a push or a list entry can omit. */
export const eventFields = ["id", "ref", "time", "person", "amount", "currency", "provider"] as const;
export type EventField = (typeof eventFields)[number];

const jsonNames: Readonly<Record<EventField, readonly string[]>> = {
	id: ["id"],
	ref: ["ref"],
	time: ["created_at", "inserted_at"],
	person: ["username", "hostname"],
	amount: ["amount", "parameters.amount"],
	currency: ["currency"],
	provider: ["origin"],
};

/** Returns the event without the omitted fields. */
export function omitFields(event: Json, missing: readonly EventField[]): Json {
	if (missing.length === 0) return event;
	const omitted = new Set(missing.flatMap((field) => jsonNames[field]));
	const without = (json: Json): Json =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !omitted.has(name)));
	const { parameters } = event;
	const isObject = typeof parameters === "object" && parameters !== null && !Array.isArray(parameters);
	return { ...without(event), parameters: isObject ? without(parameters as Json) : parameters };
}

/** Returns the fields that one channel omits. At least one name remains, because otherwise equal events are the same. */
export function missingFields(permanent: EventField | undefined, temporary: EventField | undefined) {
	const fields = new Set([permanent, temporary].filter((field) => field !== undefined));
	if (fields.has("id") && fields.has("ref")) fields.delete(temporary ?? "ref");
	return [...fields];
}

/** Fields of each event that the plugin received by push: more than the list has, where that is poorer. */
export class PushedFields {
	readonly #fieldsById = new Map<number, Set<EventField>>();
	readonly #idsWithTime = new Set<number>();
	/** Changes with each record. */
	changeCount = 0;
	/** Whether a process has ended. The cached list may contain names that were pushed to it. */
	isRestarted = false;

	/** @param nowMs Epoch milliseconds by the clock of the service. */
	record({ id, createdAtMs }: StoredEvent, missing: readonly EventField[], nowMs: number): void {
		this.changeCount++;
		if (!missing.includes("time") || nowMs - createdAtMs < maxClockErrorMs) this.#idsWithTime.add(id);
		const fields = this.#fieldsById.get(id) ?? new Set();
		for (const field of eventFields) if (!missing.includes(field)) fields.add(field);
		this.#fieldsById.set(id, fields);
	}

	has({ id }: Pick<StoredEvent, "id">, field: EventField): boolean {
		return this.#fieldsById.get(id)?.has(field) ?? false;
	}

	/** Returns whether the event was pushed, with any fields. */
	includes({ id }: Pick<StoredEvent, "id">): boolean {
		return this.#fieldsById.has(id);
	}

	/** Returns events whose time the plugin knows, or can derive from their arrival. */
	get idsWithTime(): Iterable<number> {
		return this.#idsWithTime;
	}

	/** Clears what was pushed to a process that has ended. */
	clear(): void {
		this.changeCount++;
		this.isRestarted = true;
		this.#fieldsById.clear();
		this.#idsWithTime.clear();
	}
}
