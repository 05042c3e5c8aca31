import { maxClockErrorMs } from "../../../src/state/stream-event";
import type { Json } from "../service/render-values";
import type { StoredEvent } from "../service/store";

/** What a telling of an event may leave out. */
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

/** An event as it is told without some of what there is to tell. */
export function omitFields(event: Json, missing: readonly EventField[]): Json {
	if (missing.length === 0) return event;
	const omitted = new Set(missing.flatMap((field) => jsonNames[field]));
	const without = (json: Json): Json =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !omitted.has(name)));
	const { parameters } = event;
	const isObject = typeof parameters === "object" && parameters !== null && !Array.isArray(parameters);
	return { ...without(event), parameters: isObject ? without(parameters as Json) : parameters };
}

/** What one channel leaves out, by habit and for a while. Without any name, equal events could not be told apart. */
export function missingFields(permanent: EventField | undefined, temporary: EventField | undefined) {
	const fields = new Set([permanent, temporary].filter((field) => field !== undefined));
	if (fields.has("id") && fields.has("ref")) fields.delete(temporary ?? "ref");
	return [...fields];
}

/** What the plugin has been pushed of each event: more than the list tells, where that is poorer. */
export class PushedFields {
	readonly #fieldsById = new Map<number, Set<EventField>>();
	readonly #idsWithTime = new Set<number>();

	/** @param nowMs Epoch milliseconds, as the service counts them. */
	record({ id, createdAtMs }: StoredEvent, missing: readonly EventField[], nowMs: number): void {
		if (!missing.includes("time") || nowMs - createdAtMs < maxClockErrorMs) this.#idsWithTime.add(id);
		const fields = this.#fieldsById.get(id) ?? new Set();
		for (const field of eventFields) if (!missing.includes(field)) fields.add(field);
		this.#fieldsById.set(id, fields);
	}

	has({ id }: Pick<StoredEvent, "id">, field: EventField): boolean {
		return this.#fieldsById.get(id)?.has(field) ?? false;
	}

	/** Those of which the plugin knows when they were, or could tell by when it was told. */
	get idsWithTime(): Iterable<number> {
		return this.#idsWithTime;
	}

	/** A process has ended, and what it was told with it. */
	clear(): void {
		this.#fieldsById.clear();
		this.#idsWithTime.clear();
	}
}
