import { fieldsOf, isRecord, listFrom } from "./wire-scalars";

/*
 * Where an answer keeps its content: bare, in `data` or in `datas`. The documentation and the field disagree, so all of
 * them are read. Source: docs/service.md, Requests.
 */

type Json = Readonly<Record<string, unknown>>;

/** The content: `datas` or `data` where that is an object (or PHP's empty one, `[]`), else the answer itself. */
export function contentOf(json: Json): Json {
	return wrappedContentOf(json) ?? json;
}

/** As {@link contentOf}, but undefined when nothing is wrapped. */
export function wrappedContentOf(json: Json): Json | undefined {
	for (const wrapped of [json["datas"], json["data"]]) {
		if (isRecord(wrapped) || Array.isArray(wrapped)) return fieldsOf(wrapped);
	}
	return undefined;
}

/** The entries of an event list and its total, from any of `events`, `datas.events`, `datas.items` or a list in `datas`. */
export function eventEntriesOf(json: Json): { entries: readonly unknown[]; totalCount: unknown } | undefined {
	const wrapped = fieldsOf(json["datas"] ?? json["data"]);
	for (const candidate of [
		json["events"],
		wrapped["events"],
		wrapped["items"],
		json["datas"],
		json["data"],
	]) {
		const entries = listFrom(candidate);
		if (entries) return { entries, totalCount: json["total_count"] ?? wrapped["total_count"] };
	}
	return undefined;
}

/** The event an answer to a created event holds, if any. */
export function createdEventOf(json: Json): unknown {
	const wrapped = fieldsOf(json["datas"] ?? json["data"]);
	return json["event"] ?? wrapped["event"] ?? wrapped;
}
