import { redact } from "./redact";

/** Kinds of failure in communication with the service. */
export type ServiceErrorKind =
	/** The service does not accept the key: 401, 403 (unless it is a web page), an error text, or a middleware. */
	| "refused"
	/** No connection: unknown host name, connection refused or cut, TLS failed, offline. */
	| "unreachable"
	/** The server's certificate is not trusted, has expired or is for another host. */
	| "certificate"
	| "timeout"
	/** 429; `retryAfterMs` if the service sent it. */
	| "rate-limited"
	/** The service, or a proxy in front of it, reported a failure or no success. */
	| "server-error"
	/** The server is not a service of this kind: a web page, 404, a redirect to another origin, another protocol. */
	| "not-this-service"
	/** The response cannot be parsed, or the requested content is missing. */
	| "bad-answer"
	/** The scene does not exist. */
	| "not-found"
	/** `http:` to an address other than this machine. */
	| "insecure"
	| "bad-address"
	/** The response was larger than any valid one. */
	| "too-large"
	/** The service closed the connection on purpose. */
	| "kicked"
	/** The connection was lost. */
	| "closed"
	/** Not sent, because the connection took too long. */
	| "too-late"
	/** The caller's signal aborted the call. */
	| "aborted";

export type ServiceErrorDetails = {
	/** HTTP status of the response, if any. */
	readonly status?: number;
	/** Cooldown that the service requested, in milliseconds. */
	readonly retryAfterMs?: number | undefined;
	/** Masked in the message. */
	readonly secrets?: readonly string[];
};

/**
 * The only error type of the service module. The message is for logs, in English and without secrets; texts for users
 * are derived from `kind`. Library errors are never attached as a cause, because they contain addresses with the key.
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

/** Returns the caught error if it is a {@link ServiceError}; any other error was caused by an unexpected response. */
export function serviceErrorFrom(error: unknown): ServiceError {
	return error instanceof ServiceError ? error : new ServiceError("bad-answer", String(error));
}
