import { redact } from "./redact";

/** What went wrong between us and the service. */
export type ServiceErrorKind =
	/** The service does not accept the key: 401, 403 (unless it is a web page), a refusal in words, a middleware. */
	| "refused"
	/** Nobody answered: no such name, connection refused or cut, TLS failed, offline. */
	| "unreachable"
	/** Somebody answered with a certificate that is not trusted, has expired or is for another host. */
	| "certificate"
	/** Not answered in time. */
	| "timeout"
	/** 429; `retryAfterMs` when the service said. */
	| "rate-limited"
	/** The service (or what stands in front of it) answered that it failed, or gave no success. */
	| "server-error"
	/** Something answered, but not a service of this kind: a web page, 404, a redirect elsewhere, another protocol. */
	| "not-this-service"
	/** An answer that cannot be read, or that lacks what was asked for. */
	| "bad-answer"
	/** The scene does not exist (any more). */
	| "not-found"
	/** `http:` to an address other than this machine. */
	| "insecure"
	/** Not an address. */
	| "bad-address"
	/** The answer was larger than any honest one. */
	| "too-large"
	/** The service ended the connection on purpose. */
	| "kicked"
	/** The connection ended by itself. */
	| "closed"
	/** It was not sent: until there was a line to send it on, too much time had passed. */
	| "too-late"
	/** The caller's own signal. */
	| "aborted";

export type ServiceErrorDetails = {
	/** HTTP status of the answer, where there was one. */
	readonly status?: number;
	/** How long the service asked to be left alone, in milliseconds. */
	readonly retryAfterMs?: number | undefined;
	/** Masked in the message. */
	readonly secrets?: readonly string[];
};

/**
 * The one error of the service room. The message is for logs, in English and free of secrets; what a streamer reads is
 * made from `kind`. No library error is ever attached as a cause: those hold addresses with the key in them.
 */
export class ServiceError extends Error {
	override readonly name = "ServiceError";
	readonly kind: ServiceErrorKind;
	readonly status?: number | undefined;
	readonly retryAfterMs?: number | undefined;

	constructor(kind: ServiceErrorKind, message: string, details: ServiceErrorDetails = {}) {
		super(redact(message, details.secrets));
		this.kind = kind;
		this.status = details.status;
		this.retryAfterMs = details.retryAfterMs;
	}
}

/** What was caught, if it is one of ours; anything else came of an answer that nobody foresaw. */
export function serviceErrorFrom(error: unknown): ServiceError {
	return error instanceof ServiceError ? error : new ServiceError("bad-answer", String(error));
}
