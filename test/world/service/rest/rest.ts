import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { endpoints, type Answer, type EndpointRequest, type Endpoint } from "./endpoints";
import type { DatedAnswer } from "./answer-cache";
import { sendBrokenAnswer } from "./broken-answer";
import { handledBodies, type FaultSwitches, type RestFault } from "../faults";
import type { Journal, RecordedRequest } from "../journal";
import type { ServiceContext } from "../service-context";
import { drawThumbnail } from "./thumbnail";

const maxFormLength = 64 * 1024;
const corsHeaders = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/** Handles a request to the REST interface, with the active faults. */
export async function serveRest(
	request: IncomingMessage,
	response: ServerResponse,
	context: ServiceContext,
	journal: Journal,
): Promise<void> {
	const url = requestUrlOf(request);
	const form = await readForm(request);
	const [, path = url.pathname, format = "json"] = /^(.*?)(?:\.(json|xml|html))?$/.exec(url.pathname) ?? [];
	const endpoint = endpoints.find((candidate) => candidate.path.test(path));
	const credential = endpoint ? checkCredential(endpoint, url.searchParams, form, context) : "none";
	const record: RecordedRequest = {
		atMs: context.clock(),
		endpoint: endpoint?.name ?? "unknown",
		method: request.method ?? "",
		path: url.pathname,
		query: maskQuery(url.searchParams),
		credential,
	};
	journal.request(record);
	response.once("close", () => {
		if (response.headersSent) record.status = response.statusCode;
		journal.emit("request", record);
	});

	if (request.method === "OPTIONS") {
		response.writeHead(204, corsHeaders).end();
		return;
	}
	if (!endpoint) {
		const scene = context.scenes.all.find(({ thumbnailUrl }) => thumbnailUrl === url.pathname);
		if (scene)
			return void response.writeHead(200, { "content-type": "image/png" }).end(drawThumbnail(scene.id));
		return send(response, { status: 404, body: { message: "Not found" } });
	}
	const fault = await applyFault(response, context.faults, () => context.faults.takeRestFault(endpoint.name));
	if (fault === "over") return;
	stampDate(response, dateHeaderMs(context), context);
	if (fault.redirectTo !== undefined) {
		response
			.writeHead(302, { ...corsHeaders, location: new URL(url.pathname + url.search, fault.redirectTo).href })
			.end();
		return;
	}
	if (fault.status !== undefined || fault.body !== undefined) {
		const isHandled = handledBodies.some((kind) => kind === fault.body);
		const answer = isHandled ? createAnswer() : failure(fault.status ?? 200);
		return sendBrokenAnswer(response, answer, fault);
	}
	const { answer, dateMs, ageSeconds } =
		fault.cacheMs === undefined || request.method !== "GET"
			? { ...createDatedAnswer(), ageSeconds: 0 }
			: context.answers.read(url.pathname + url.search, fault.cacheMs, createDatedAnswer);
	stampDate(response, dateMs, context);
	record.remark = answer.remark;
	if (ageSeconds > 0) response.setHeader("age", ageSeconds);
	await pause(fault.answerDelayMs);
	send(response, fault.patch ? { ...answer, body: patched(answer.body, fault.patch) } : answer);

	function createDatedAnswer(): DatedAnswer {
		return { answer: createAnswer(), dateMs: dateHeaderMs(context) };
	}

	function createAnswer(): Answer {
		if (!endpoint) return failure(404);
		if (request.method !== endpoint.method) return failure(405);
		if (format !== "json")
			return { status: 406, body: { message: `${format} is not documented: ask for json` } };
		if (endpoint.credentials.length > 0 && credential !== "right") return failure(401);
		const endpointRequest: EndpointRequest = {
			name: decodeName(endpoint.path.exec(path)?.[1] ?? ""),
			query: url.searchParams,
			address: url.pathname + url.search,
			form,
		};
		return endpoint.answer(endpointRequest, context);
	}
}

/** Returns path and query of a request; empty if the target is invalid. */
export function requestUrlOf({ url = "/" }: IncomingMessage): URL {
	const base = "http://stand-in";
	return new URL(URL.canParse(url, base) ? url : "/", base);
}

/** Sends JSON as the service does. */
export function send(response: ServerResponse, { status, body }: Answer): void {
	if (response.destroyed) return;
	response.writeHead(status, { ...corsHeaders, "content-type": "application/json; charset=utf-8" });
	// Bytes, because a string would be measured and then converted.
	response.end(Buffer.from(JSON.stringify(body)));
}

function dateHeaderMs({ clock, faults }: ServiceContext): number {
	return clock() + faults.active.dateOffsetMs;
}

function stampDate(response: ServerResponse, dateMs: number, { faults }: ServiceContext): void {
	response.sendDate = false;
	if (faults.active.dateHeader === "present") response.setHeader("date", new Date(dateMs).toUTCString());
	else response.removeHeader("date");
}

/** Returns the response with members replaced, at any depth. */
function patched(answer: unknown, patch: unknown): unknown {
	if (!isObject(answer) || !isObject(patch)) return patch;
	const changed = Object.entries(patch).map(([name, value]) => [name, patched(answer[name], value)]);
	return { ...answer, ...Object.fromEntries(changed) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Applies a fault to the first request of a socket's handshake. @returns Whether the handshake continues. */
export async function passesHandshake(
	response: ServerResponse,
	faults: FaultSwitches,
	channel: "event" | "scene",
): Promise<boolean> {
	const fault = await applyFault(response, faults, () => faults.takeHandshakeFault(channel));
	if (fault === "over") return false;
	if (fault.status === undefined && fault.body === undefined) return true;
	sendBrokenAnswer(response, failure(fault.status ?? 200), fault);
	return false;
}

async function applyFault(
	response: ServerResponse,
	faults: FaultSwitches,
	take: () => RestFault,
): Promise<RestFault | "over"> {
	let fault = take();
	await pause(fault.latencyMs);
	while (fault.connection === "hang") {
		await faults.changed();
		fault = take();
	}
	if (fault.connection === "reset") response.destroy();
	return response.destroyed ? "over" : fault;
}

function failure(status: number): Answer {
	// The service's own spelling.
	const message = status === 401 ? "Error authentification" : (STATUS_CODES[status] ?? `Status ${status}`);
	return { status, body: { message } };
}

function checkCredential(
	{ credentials, method }: Endpoint,
	query: URLSearchParams,
	form: URLSearchParams,
	{ account, faults }: ServiceContext,
): RecordedRequest["credential"] {
	const { refusedKey } = faults.active;
	const isRefused = refusedKey === "rest" || refusedKey === "both";
	const right = { apiKey: account.apiKey, access_token: account.accessToken };
	const given = credentials.flatMap((name) => {
		const value = (method === "POST" ? form.get(name) : null) ?? query.get(name);
		return value === null ? [] : [value === right[name] && !isRefused];
	});
	if (given.length === 0) return "none";
	return given.includes(true) ? "right" : "wrong";
}

function maskQuery(query: URLSearchParams): Record<string, string[]> {
	const masked: Record<string, string[]> = {};
	for (const [name, value] of query) {
		(masked[name] ??= []).push(name === "apiKey" || name === "access_token" ? "***" : value);
	}
	return masked;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
	let text = "";
	if (request.method !== "POST") return new URLSearchParams();
	try {
		request.setEncoding("utf8");
		for await (const chunk of request) text += text.length > maxFormLength ? "" : String(chunk);
	} catch {
		// The client has disconnected.
	}
	return new URLSearchParams(text);
}

function decodeName(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

async function pause(delayMs: number | undefined): Promise<void> {
	if (delayMs) await delay(delayMs, undefined, { ref: false });
}
