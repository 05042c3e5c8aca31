import { ServiceError } from "./errors";
import { redact } from "./redact";
import { isRecord } from "../state/is-record";
import { numberFrom, textFrom } from "./schemas/wire-scalars";
import { maxRetryAfterMs } from "./timing";

/** The parts of an HTTP response that determine its meaning. */
export type HttpResponse = {
	readonly status: number;
	readonly body: string;
	/** Unparsed `Retry-After` header. */
	readonly retryAfter?: string | undefined;
	/** Unparsed `Date` header: the service's time, or the time at which a cache stored the response. */
	readonly date?: string | undefined;
};

export type ResponseContext = {
	readonly secrets: readonly string[];
	/** Epoch milliseconds. */
	readonly nowMs: number;
	/**
	 * Meaning of 404: `missing` for a resource that may have been removed, `elsewhere` for one that every service of
	 * this kind has.
	 */
	readonly notFound?: "missing" | "elsewhere" | undefined;
};

/** The service spells it "authentification"; the other variants come from other servers. */
const refusalPattern =
	/authenti(?:fi)?cation|unauthori[sz]ed|access denied|(?:bad|invalid) (?:credentials|api.?key|access.?token)/i;
const maxQuoteLength = 200;

/** Returns whether the body is a web page (or XML), which the API never sends. */
export function isMarkup(body: string): boolean {
	return /^[\s\uFEFF]*</.test(body);
}

/** Returns the error for a status code; undefined for 2xx. */
export function errorOfStatus(response: HttpResponse, context: ResponseContext): ServiceError | undefined {
	const { status } = response;
	if (status >= 200 && status < 300) return undefined;
	const message = messageIn(jsonFrom(response.body));
	const details = {
		status,
		retryAfterMs: retryAfterMsFrom(response.retryAfter, context.nowMs),
		secrets: context.secrets,
	};
	const description = `the service responded with ${status}${quote(message, context.secrets)}`;
	if (status === 429) return new ServiceError("rate-limited", description, details);
	if (status === 401) return new ServiceError("refused", description, details);
	if (isMarkup(response.body) && (status === 403 || status >= 500)) {
		return new ServiceError("server-error", `the response is a web page with status ${status}`, details);
	}
	if (status === 403 || (message && refusalPattern.test(message)))
		return new ServiceError("refused", description, details);
	if ((status === 404 || status === 410) && context.notFound === "missing") {
		return new ServiceError("not-found", description, details);
	}
	if (status === 404) return new ServiceError("not-this-service", description, details);
	if (status >= 300 && status < 400) {
		return new ServiceError("not-this-service", `the service responded with ${status}, a redirect`, details);
	}
	return new ServiceError("server-error", description, details);
}

/**
 * Parses the JSON of a response with a success status.
 * @throws {ServiceError} Unless it is an object that reports success, or reports neither success nor failure.
 */
export function parseResponse(
	response: HttpResponse,
	context: ResponseContext,
): Readonly<Record<string, unknown>> {
	const details = { status: response.status, secrets: context.secrets };
	const json = jsonFrom(response.body);
	if (json === undefined && isMarkup(response.body)) {
		throw new ServiceError("not-this-service", "the response is a web page", details);
	}
	if (!isRecord(json)) throw new ServiceError("bad-answer", "the response is not a JSON object", details);
	const code = numberFrom(json["code"]);
	if (code !== undefined && code >= 400 && code < 600) {
		const codeError = errorOfStatus({ ...response, status: code }, context);
		if (codeError) throw codeError;
	}
	const message = messageIn(json);
	if (message !== undefined && message.toLowerCase() !== "success") {
		const kind = refusalPattern.test(message) ? "refused" : "server-error";
		throw new ServiceError(
			kind,
			`the service reported no success${quote(message, context.secrets)}`,
			details,
		);
	}
	return json;
}

/**
 * Parses the response to a command. The status alone reports success; the body may be empty.
 * @returns The content of the response; an empty object if there is none.
 * @throws {ServiceError} For a web page, and for a body that reports a failure.
 */
export function parseCommandResponse(
	response: HttpResponse,
	context: ResponseContext,
): Readonly<Record<string, unknown>> {
	const isEmpty = !isMarkup(response.body) && !isRecord(jsonFrom(response.body));
	return isEmpty ? {} : parseResponse(response, context);
}

/**
 * Returns the delay from a `Retry-After` header (a number of seconds or an HTTP date) in milliseconds; at most a day.
 * @returns Undefined if the header is missing or invalid.
 */
export function retryAfterMsFrom(header: string | undefined, nowMs: number): number | undefined {
	const seconds = numberFrom(header);
	// `Date.parse` also accepts text that is not a date.
	const dateMs = /\d{4}.*\d\d:\d\d/.test(header ?? "") ? Date.parse(header ?? "") : NaN;
	const delayMs = seconds !== undefined ? seconds * 1000 : dateMs - nowMs;
	if (!Number.isFinite(delayMs)) return undefined;
	return Math.min(Math.max(0, Math.round(delayMs)), maxRetryAfterMs);
}

/** Returns undefined for text that is no JSON. */
export function jsonFrom(body: string): unknown {
	try {
		return JSON.parse(body.replace(/^\uFEFF/, ""));
	} catch {
		return undefined;
	}
}

function messageIn(json: unknown): string | undefined {
	if (!isRecord(json)) return undefined;
	return typeof json["message"] === "string" ? textFrom(json["message"]) : undefined;
}

function quote(message: string | undefined, secrets: readonly string[]): string {
	if (message === undefined) return "";
	// Redacted before it is truncated, so that no part of a secret remains.
	return `: ${redact(message, secrets).slice(0, maxQuoteLength)}`;
}
