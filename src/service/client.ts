import type { Account } from "../state/account";
import type { ChartData } from "../state/counters/chart";
import type { CustomEvent } from "../state/events/custom-event";
import { parseAccount } from "./schemas/account-schema";
import { discoveredOriginFrom, originFrom } from "./address";
import { parseResponse, parseCommandResponse, type ResponseContext } from "./response";
import { contentOf, createdEventOf, eventEntriesOf, wrappedContentOf } from "./schemas/envelope";
import { ServiceError } from "./errors";
import { fillMissingTimes, oldestMsOf, pageInfoOf } from "./schemas/event-page";
import { parseStreamEvent } from "./schemas/event-schema";
import { parseChart, parseTotals } from "./schemas/figures-schema";
import { fetchResponse } from "./http";
import type { EventPage, EventsQuery, ServiceClient } from "./ports";
import { parseScene, parseSceneList } from "./schemas/scene-schema";
import type { ServiceOffset } from "./service-offset";
import { countFrom, textFrom } from "./schemas/wire-scalars";
import { callTimeoutMs } from "./timing";

export type ServiceClientOptions = {
	/** Base address as entered. Only its origin is used, see {@link originFrom}. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Time limit of one call up to the last byte of the response; {@link callTimeoutMs} by default. */
	readonly timeoutMs?: number;
	/** Epoch milliseconds. */
	readonly now?: () => number;
	/** Offset for times without one. */
	readonly offset?: ServiceOffset | undefined;
	/** Called with the service's time from each response, in epoch milliseconds. */
	readonly onDate?: (dateMs: number, origin: string) => void;
};

type Call = {
	readonly path: string;
	readonly query?: URLSearchParams;
	readonly form?: URLSearchParams;
	readonly maySend?: () => boolean;
	readonly notFound?: ResponseContext["notFound"];
	readonly signal?: AbortSignal | undefined;
	readonly read?: typeof parseResponse;
};

type Caller = (call: Call) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Creates a client for the REST endpoints of one account.
 * @throws {ServiceError} `bad-address` or `insecure` if the base address cannot be used.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
	const { apiKey, now = Date.now, timeoutMs, onDate, offset } = options;
	const origin = originFrom(options.baseUrl);
	const call = createCaller({ origin, secrets: [apiKey], timeoutMs, now, onDate });
	const withKey = (...rest: readonly [string, string][]) =>
		new URLSearchParams([["apiKey", apiKey], ...rest]);

	return {
		origin,
		account: async (signal) => accountFrom(await call({ path: "/v1.0/me.json", query: withKey(), signal })),
		socketAddress: async (signal) =>
			discoveredOriginFrom(contentOf(await call({ path: "/v2.0/site/socket", signal })), origin),
		totals: async (signal) => {
			const json = await call({ path: "/v1.0/events/forever.json", query: withKey(), signal });
			const bare = "followers" in json || "subscribers" in json ? json : undefined;
			return parseTotals(required(wrappedContentOf(json) ?? bare, "totals"));
		},
		events: async (query, signal) => {
			const json = await call({
				path: "/v1.0/events.json",
				query: withKey(...eventsQueryOf(query)),
				signal,
			});
			return pageFrom(json, offset);
		},
		chart: async ({ range, startMs }, signal) => {
			const query = withKey(["rangeType", range], ...timeParameter("start", startMs));
			const json = await call({ path: "/v1.0/events/chart.json", query, signal });
			return chartFrom(json);
		},
		scenes: async (signal) => {
			const json = await call({ path: "/v1.0/scenes/remote", query: withKey(), signal });
			return required(parseSceneList(contentOf(json)), "scene list");
		},
		scene: async (token, signal) => {
			const path = `/v1.0/scenes/${pathSegmentFrom(token)}`;
			const json = await call({ path, query: withKey(), notFound: "missing", signal });
			return required(parseScene(contentOf(json), token), "scene");
		},
		postEvent: async (event, username, maySend) => {
			const path = `/v1.0/users/${pathSegmentFrom(username)}/events.json`;
			const form = withKey(["type", event.type], ...paramsOf(event));
			const json = await call({ path, form, maySend, read: parseCommandResponse });
			return parseStreamEvent(createdEventOf(json), { now, offset });
		},
	};
}

/**
 * Requests the API key of the user who owns the OAuth token (docs/service.md, Requests).
 * @param baseUrl As entered.
 * @param options `timeoutMs`: up to the last byte of the response.
 * @throws {ServiceError} No other errors.
 */
export async function apiKeyByAccessToken(
	baseUrl: string,
	accessToken: string,
	{ timeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<string> {
	const secrets = [accessToken];
	const call = createCaller({ origin: originFrom(baseUrl), secrets, timeoutMs, now: Date.now });
	const query = new URLSearchParams({ access_token: accessToken });
	const json = await call({ path: "/v1.0/me/api.json", query });
	return required(textFrom(contentOf(json)["apiKey"]), "API key");
}

function createCaller(options: {
	origin: string;
	secrets: readonly string[];
	timeoutMs?: number | undefined;
	now: () => number;
	onDate?: ServiceClientOptions["onDate"];
}): Caller {
	const { origin, secrets, timeoutMs = callTimeoutMs, now, onDate } = options;
	return async ({ path, notFound, read = parseResponse, ...request }) => {
		const context = { secrets, nowMs: now(), notFound };
		const response = await fetchResponse({ ...request, url: new URL(path, origin), timeoutMs, context });
		const json = read(response, context);
		const dateMs = Date.parse(response.date ?? "");
		if (Number.isFinite(dateMs)) onDate?.(dateMs, origin);
		return json;
	};
}

function accountFrom(json: Readonly<Record<string, unknown>>): Account {
	const content = contentOf(json);
	return required(parseAccount(content) ?? parseAccount(content["user"]), "user");
}

/** Without data, the chart is PHP's empty object. */
function chartFrom(json: Readonly<Record<string, unknown>>): ChartData {
	const wrapped = wrappedContentOf(json);
	if (wrapped && Object.keys(wrapped).length === 0) return { labels: [], series: {} };
	return required(parseChart(wrapped ?? json), "chart");
}

function pageFrom(
	json: Readonly<Record<string, unknown>>,
	offset: ServiceClientOptions["offset"],
): EventPage {
	const { entries, totalCount } = required(eventEntriesOf(json), "event list");
	const events = entries.flatMap((entry) => parseStreamEvent(entry, { now: () => 0, offset }) ?? []);
	return {
		events: fillMissingTimes(events),
		totalCount: countFrom(totalCount),
		entryCount: entries.length,
		...pageInfoOf(entries),
		// The events have the same times: they are not parsed twice.
		oldestMs: events.length < entries.length ? oldestMsOf(entries, offset) : undefined,
	};
}

function required<T>(value: T | undefined, name: string): T {
	if (value === undefined) throw new ServiceError("bad-answer", `the response contains no ${name}`);
	return value;
}

function eventsQueryOf(query: EventsQuery): [string, string][] {
	const { types = [], startMs, endMs, ...rest } = query;
	return [
		...types.map((type): [string, string] => ["type[]", type]),
		...parametersFrom(rest),
		...timeParameter("start", startMs),
		...timeParameter("end", endMs),
	];
}

/**
 * Formats a time for the service: `2026-01-31T10:00:00Z`, with whole seconds and without a `+`, which a query would
 * decode as a space.
 */
function timeParameter(name: "start" | "end", timeMs: number | undefined): [string, string][] {
	if (timeMs === undefined) return [];
	const wholeSecondMs = Math.floor(timeMs / 1000) * 1000;
	return [[name, new Date(wholeSecondMs).toISOString().replace(".000Z", "Z")]];
}

function paramsOf(event: CustomEvent): [string, string][] {
	const { type: _, ...params } = event;
	return parametersFrom(params).map(([name, value]) => [`params[${name}]`, value]);
}

function parametersFrom(fields: Readonly<Record<string, string | number | undefined>>): [string, string][] {
	return Object.entries(fields).flatMap(([name, value]): [string, string][] =>
		value === undefined ? [] : [[name, String(value)]],
	);
}

/** @throws {ServiceError} `not-found` for text that cannot be a path segment: empty, `.` or `..`. */
function pathSegmentFrom(text: string): string {
	// Converted to bytes first, because encodeURIComponent throws on a lone surrogate.
	const wellFormed = new TextDecoder().decode(new TextEncoder().encode(text));
	if (/^\.{0,2}$/.test(wellFormed)) throw new ServiceError("not-found", "this is not a valid path segment");
	return encodeURIComponent(wellFormed);
}
