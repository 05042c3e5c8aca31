import { isRecord } from "../../state/is-record";
import { fieldsOf, listFrom } from "./wire-scalars";

/*
 * Location of a response's content: bare, in `data` or in `datas`. The documentation and the running service disagree,
 * so all are accepted. Source: docs/service.md, Requests.
 */

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the content: `datas` or `data` if that is an object (or PHP's empty one, `[]`), otherwise the response
 * itself.
 */
export function contentOf(json: Json): Json {
	return wrappedContentOf(json) ?? json;
}

/** Returns the same as {@link contentOf}, but undefined if the content is not wrapped. */
export function wrappedContentOf(json: Json): Json | undefined {
	for (const wrapped of [json["datas"], json["data"]]) {
		if (isRecord(wrapped) || Array.isArray(wrapped)) return fieldsOf(wrapped);
	}
	return undefined;
}

/**
 * Returns the entries of an event list and its total, from `events`, `datas.events`, `datas.items` or a list in
 * `datas`.
 */
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

/** Returns the event in a response to event creation, if any. */
export function createdEventOf(json: Json): unknown {
	const wrapped = fieldsOf(json["datas"] ?? json["data"]);
	return json["event"] ?? wrapped["event"] ?? wrapped;
}
