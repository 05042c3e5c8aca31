import { ServiceError } from "./errors";
import { redact } from "./redact";
import { isRecord, numberFrom, textFrom } from "./wire-scalars";

/** An HTTP answer as far as its meaning is concerned. */
export type HttpResponse = {
	readonly status: number;
	readonly body: string;
	/** The `Retry-After` header, as it came. */
	readonly retryAfter?: string | undefined;
	/** The `Date` header, as it came: what time it is at the service, or was when a cache took the answer. */
	readonly date?: string | undefined;
};

/** What it depends on how an answer is read. */
export type ResponseContext = {
	readonly secrets: readonly string[];
	/** Epoch milliseconds. */
	readonly nowMs: number;
	/** What 404 means: `missing` for a resource that may be gone, `elsewhere` for one that every such service has. */
	readonly notFound?: "missing" | "elsewhere" | undefined;
};

/** "authentification" is how the service spells it; the rest is how others put it. */
const refusalPattern =
	/authenti(?:fi)?cation|unauthori[sz]ed|access denied|(?:bad|invalid) (?:credentials|api.?key|access.?token)/i;
const maxQuoteLength = 200;
const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/** Whether the body is a web page (or XML), which this service never sends to us. */
export function isMarkup(body: string): boolean {
	return /^[\s\uFEFF]*</.test(body);
}

/** The error an answer amounts to by its status alone; undefined for 2xx. */
export function errorOfStatus(response: HttpResponse, context: ResponseContext): ServiceError | undefined {
	const { status } = response;
	if (status >= 200 && status < 300) return undefined;
	const message = messageIn(parseJson(response.body));
	const details = {
		status,
		retryAfterMs: retryAfterMsFrom(response.retryAfter, context.nowMs),
		secrets: context.secrets,
	};
	const description = `the service answered ${status}${quote(message, context.secrets)}`;
	if (status === 429) return new ServiceError("rate-limited", description, details);
	if (status === 401) return new ServiceError("refused", description, details);
	if (isMarkup(response.body) && (status === 403 || status >= 500)) {
		return new ServiceError("server-error", `a web page with status ${status} came back`, details);
	}
	if (status === 403 || (message && refusalPattern.test(message)))
		return new ServiceError("refused", description, details);
	if ((status === 404 || status === 410) && context.notFound === "missing") {
		return new ServiceError("not-found", description, details);
	}
	if (status === 404) return new ServiceError("not-this-service", description, details);
	if (status >= 300 && status < 400) {
		return new ServiceError("not-this-service", `the service answered ${status}, a redirect`, details);
	}
	return new ServiceError("server-error", description, details);
}

/**
 * Reads the JSON of an answer that is a success by its status.
 * @throws {ServiceError} Unless it is an object that reports success (or reports nothing either way).
 */
export function parseResponse(
	response: HttpResponse,
	context: ResponseContext,
): Readonly<Record<string, unknown>> {
	const details = { status: response.status, secrets: context.secrets };
	const json = parseJson(response.body);
	if (json === undefined && isMarkup(response.body)) {
		throw new ServiceError("not-this-service", "a web page came back", details);
	}
	if (!isRecord(json)) throw new ServiceError("bad-answer", "the answer is not a JSON object", details);
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
 * Reads the answer to something that was to be done: its status says that it was, and the body need not say more.
 * @returns What the answer holds; an empty object when that is nothing.
 * @throws {ServiceError} For a web page, and for a body that reports no success.
 */
export function parseCommandResponse(
	response: HttpResponse,
	context: ResponseContext,
): Readonly<Record<string, unknown>> {
	const isEmpty = !isMarkup(response.body) && !isRecord(parseJson(response.body));
	return isEmpty ? {} : parseResponse(response, context);
}

/**
 * Milliseconds to wait by a `Retry-After` header, which is a number of seconds or an HTTP date; at most a day.
 * @returns Undefined when it is missing or neither.
 */
export function retryAfterMsFrom(header: string | undefined, nowMs: number): number | undefined {
	const seconds = numberFrom(header);
	// Whatever is no date at all, `Date.parse` may still make one of.
	const dateMs = /\d{4}.*\d\d:\d\d/.test(header ?? "") ? Date.parse(header ?? "") : NaN;
	const delayMs = seconds !== undefined ? seconds * 1000 : dateMs - nowMs;
	if (!Number.isFinite(delayMs)) return undefined;
	return Math.min(Math.max(0, Math.round(delayMs)), maxRetryAfterMs);
}

function parseJson(body: string): unknown {
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
	// Redacted before it is cut, so that not half a secret remains.
	return `: ${redact(message, secrets).slice(0, maxQuoteLength)}`;
}
