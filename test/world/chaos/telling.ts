import { maxGuessOffMs } from "../../../src/state/stream-event";
import type { Json } from "../service/render-values";
import type { StoredEvent } from "../service/store";

/** What a telling of an event may leave out. */
export const tellableFields = ["id", "ref", "time", "person", "amount", "currency", "provider"] as const;
export type TellableField = (typeof tellableFields)[number];

const members: Readonly<Record<TellableField, readonly string[]>> = {
	id: ["id"],
	ref: ["ref"],
	time: ["created_at", "inserted_at"],
	person: ["username", "hostname"],
	amount: ["amount", "parameters.amount"],
	currency: ["currency"],
	provider: ["origin"],
};

/** An event as it is told without some of what there is to tell. */
export function omitFrom(event: Json, lacks: readonly TellableField[]): Json {
	if (lacks.length === 0) return event;
	const omitted = new Set(lacks.flatMap((field) => members[field]));
	const without = (json: Json): Json =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !omitted.has(name)));
	const { parameters } = event;
	const isObject = typeof parameters === "object" && parameters !== null && !Array.isArray(parameters);
	return { ...without(event), parameters: isObject ? without(parameters as Json) : parameters };
}

/** What one channel leaves out, by habit and for a while. Without any name, equal events could not be told apart. */
export function lacksOf(habit: TellableField | undefined, passing: TellableField | undefined) {
	const lacks = new Set([habit, passing].filter((field) => field !== undefined));
	if (lacks.has("id") && lacks.has("ref")) lacks.delete(passing ?? "ref");
	return [...lacks];
}

/** What the plugin has been pushed of each event: more than the list tells, where that is poorer. */
export class Pushed {
	readonly #told = new Map<number, Set<TellableField>>();
	readonly #ofKnownTime = new Set<number>();

	/** @param nowMs Epoch milliseconds, as the service counts them. */
	note({ id, createdAtMs }: StoredEvent, lacks: readonly TellableField[], nowMs: number): void {
		if (!lacks.includes("time") || nowMs - createdAtMs < maxGuessOffMs) this.#ofKnownTime.add(id);
		const told = this.#told.get(id) ?? new Set();
		for (const field of tellableFields) if (!lacks.includes(field)) told.add(field);
		this.#told.set(id, told);
	}

	has({ id }: Pick<StoredEvent, "id">, field: TellableField): boolean {
		return this.#told.get(id)?.has(field) ?? false;
	}

	/** Those of which the plugin knows when they were, or could tell by when it was told. */
	get ofKnownTime(): Iterable<number> {
		return this.#ofKnownTime;
	}

	/** A process has ended, and what it was told with it. */
	clear(): void {
		this.#told.clear();
		this.#ofKnownTime.clear();
	}
}
