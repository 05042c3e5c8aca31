import { streamEventTypes } from "../../../../src/state/events/stream-event";

import { createChart, rangeTypes } from "../data/chart";
import type { ActiveFaults, EndpointName } from "../faults";
import { parseTimestamp } from "../data/local-time";
import { readPostedEvent } from "./post-event";
import {
	renderChart,
	renderDiscovery,
	renderList,
	renderScene,
	renderScenes,
	renderTotals,
} from "../shapes/render";
import { renderEvent } from "../shapes/render-event";
import { renderProfile } from "../shapes/render-user";
import type { ServiceContext } from "../service-context";

/** A client's request. `name` is the path's variable part, decoded. */
export type EndpointRequest = {
	readonly name: string;
	readonly query: URLSearchParams;
	/** Requested path and query. */
	readonly address: string;
	readonly form: URLSearchParams;
};

export type Answer = {
	readonly status: number;
	readonly body: unknown;
	/** Journal note of something that the client may not have intended. */
	readonly remark?: string | undefined;
};

/** A REST endpoint. `credentials` lists what it takes, in the query or the form; empty means open to all. */
export type Endpoint = {
	readonly name: EndpointName;
	readonly method: "GET" | "POST";
	/** Matches the path without its format suffix. */
	readonly path: RegExp;
	readonly credentials: readonly ("apiKey" | "access_token")[];
	readonly answer: (request: EndpointRequest, context: ServiceContext) => Answer;
};

const key = ["apiKey"] as const;
const ok = (body: unknown): Answer => ({ status: 200, body });
const badRequest = (message: string): Answer => ({ status: 400, body: { message } });

/** The nine endpoints. The first whose path matches handles the request. Source: docs/service.md, Requests. */
export const endpoints: readonly Endpoint[] = [
	{
		name: "me",
		method: "GET",
		path: /^\/v1\.0\/me$/,
		credentials: ["access_token", "apiKey"],
		answer: (_, { account, settings }) => ok(renderProfile(account, settings.shapes)),
	},
	{
		name: "apiKey",
		method: "GET",
		path: /^\/v1\.0\/me\/api$/,
		credentials: ["access_token"],
		answer: (_, { account }) => ok({ apiKey: account.apiKey }),
	},
	{
		name: "postEvent",
		method: "POST",
		path: /^\/v1\.0\/users\/([^/]+)\/events$/,
		credentials: key,
		answer: ({ name, query, form }, context) => {
			if (name !== context.account.username) return { status: 404, body: { message: "User not found" } };
			// The documentation shows a form; existing clients send all fields in the query.
			const posted = readPostedEvent((field) => form.get(field) ?? query.get(field));
			if ("problem" in posted) return badRequest(posted.problem);
			const event = context.store.add(posted);
			if (context.settings.echoPosted === "on") context.announce(event);
			const { account, settings } = context;
			return ok({ message: "success", event: renderEvent(event, "created", account, settings.shapes) });
		},
	},
	{
		name: "discovery",
		method: "GET",
		path: /^\/v2\.0\/site\/socket$/,
		credentials: [],
		answer: (_, { eventSocketUrl, settings }) =>
			ok(renderDiscovery(new URL(eventSocketUrl), settings.shapes)),
	},
	{
		name: "scenes",
		method: "GET",
		path: /^\/v1\.0\/scenes\/remote$/,
		credentials: key,
		answer: (_, { scenes, account, settings }) => ok(renderScenes(scenes.all, account, settings.shapes)),
	},
	{
		name: "scene",
		method: "GET",
		path: /^\/v1\.0\/scenes\/([^/]+)$/,
		credentials: key,
		answer: ({ name }, { scenes, settings }) => {
			const scene = scenes.byToken(name);
			return scene
				? ok(renderScene(scene, settings.shapes))
				: { status: 404, body: { message: "Scene not found" } };
		},
	},
	{ name: "events", method: "GET", path: /^\/v1\.0\/events$/, credentials: key, answer: listEvents },
	{ name: "chart", method: "GET", path: /^\/v1\.0\/events\/chart$/, credentials: key, answer: chartEvents },
	{
		name: "totals",
		method: "GET",
		path: /^\/v1\.0\/events\/forever$/,
		credentials: key,
		answer: (_, context) => ok(renderTotals(context.readTotals(), context.settings.shapes)),
	},
];

function listEvents({ query, address }: EndpointRequest, context: ServiceContext): Answer {
	const { account, settings, store } = context;
	const offset = readInteger(query.get("offset"), 0);
	const limit = readInteger(query.get("limit"), 10);
	if (offset === undefined || limit === undefined)
		return badRequest("offset and limit must be whole numbers");
	const sort = readChoice(query.get("sort"), ["createdAt", "ref"] as const);
	const order = readChoice(query.get("order"), ["desc", "asc"] as const);
	if (!sort || !order) return badRequest("sort must be createdAt or ref, order asc or desc");
	const fromMs = readTime(query.get("start"), account.timeZone);
	const toMs = readTime(query.get("end"), account.timeZone);
	if (fromMs === "unreadable" || toMs === "unreadable")
		return badRequest("start and end must be dates with a timezone");
	const hasBounds = fromMs !== undefined || toMs !== undefined;
	if (hasBounds && settings.listBounds === "refused") return badRequest("start and end are not supported");
	const bounds = settings.listBounds === "ignored" ? {} : { fromMs, toMs };

	const requestedTypes = [...query].filter(([name]) => /^type(\[\d*\])?$/.test(name)).map(([, type]) => type);
	const hidden = settings.shapes.otherTypes === "hidden" ? streamEventTypes : undefined;
	const types = requestedTypes.length > 0 ? requestedTypes : hidden;
	const events = store.query({ types, ...bounds, sort, order, asOfMs: listAsOfMs(address, context) });
	const cap = settings.limitCap === "none" ? Infinity : settings.limitCap;
	if (limit > cap && settings.aboveCap === "refused") return badRequest(`limit must not be above ${cap}`);
	const page = events.slice(offset, offset + Math.min(limit, cap));
	const remark = limit > cap ? `limit ${limit} cut to ${cap}` : undefined;
	const { listOmits: omitted, listCount } = context.faults.active;
	const total = reportedCount(listCount, events.length, page.length);
	return { ...ok(renderList({ events: page, total, omitted }, account, settings.shapes)), remark };
}

/** Returns the total number of entries that the list reports. */
function reportedCount(
	fault: ActiveFaults["listCount"],
	count: number,
	pageCount: number,
): number | undefined {
	switch (fault) {
		case "right":
			return count;
		case "absent":
			return undefined;
		case "page":
			return pageCount;
		case "nonsense":
			return Math.floor(Math.random() * 2 * (count + 1));
		default:
			return Math.max(0, count + fault);
	}
}

/** @returns The time of the snapshot that the list returns; undefined if it is current. */
function listAsOfMs(address: string, { faults, answers, clock }: ServiceContext): number | undefined {
	const { listDelayMs, listCopyDelaysMs, listTurnDelaysMs } = faults.active;
	const byAddressMs =
		listCopyDelaysMs[answers.replicaFor(address, Math.max(1, listCopyDelaysMs.length))] ?? 0;
	const byRequestMs = listTurnDelaysMs[answers.nextReplica(Math.max(1, listTurnDelaysMs.length))] ?? 0;
	const delayMs = listDelayMs + byAddressMs + byRequestMs;
	return delayMs > 0 ? clock() - delayMs : undefined;
}

function chartEvents(
	{ query }: EndpointRequest,
	{ account, settings, store, clock }: ServiceContext,
): Answer {
	const { timeZone } = account;
	const start = readTime(query.get("start"), timeZone);
	const type = readChoice(query.get("rangeType"), rangeTypes);
	if (start === "unreadable" || !type)
		return badRequest("start must be a date, rangeType day, week, month or year");
	const range = { type, startMs: start ?? clock(), timeZone, currency: account.currency.code };
	return ok(renderChart(createChart(store, range), settings.shapes));
}

function readInteger(text: string | null, fallback: number): number | undefined {
	if (text === null || text === "") return fallback;
	return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function readChoice<T extends string>(text: string | null, choices: readonly [T, ...T[]]): T | undefined {
	return text === null || text === "" ? choices[0] : choices.find((choice) => choice === text);
}

function readTime(text: string | null, timeZone: string): number | undefined | "unreadable" {
	if (text === null || text === "") return undefined;
	return parseTimestamp(text, timeZone) ?? "unreadable";
}
