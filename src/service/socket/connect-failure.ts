import { errorOfStatus, isMarkup, type HttpResponse } from "../response";
import { ServiceError } from "../errors";
import type { HandshakeWatch } from "./handshake-watch";
import { errorOfNetworkCode } from "../network-error";

/** Cause of a failed connection attempt. */
export type ConnectFailure = {
	readonly error: ServiceError;
	/** Alternative that may succeed: the other Socket.IO generation, or a websocket from the start. */
	readonly alternative?: "other-generation" | "websocket";
};

/**
 * Derives the cause of a failed handshake from the last HTTP response, not from the library's error text. Responses:
 *
 * | Server                                    | Response                                                        |
 * | ----------------------------------------- | --------------------------------------------------------------- |
 * | Socket.IO 2, client of 4                  | 200 with data that version 4 cannot parse                       |
 * | Socket.IO 4, client of 2                  | 400 "Unsupported protocol version"; no response to a websocket  |
 * | polling is disabled                       | 400 "Transport unknown"                                         |
 * | several nodes, without sticky sessions    | 400 "Session ID unknown"                                        |
 */
export function connectFailureFrom(
	{ lastResponse, lastErrorCode }: Pick<HandshakeWatch, "lastResponse" | "lastErrorCode">,
	{ secrets, nowMs }: { readonly secrets: readonly string[]; readonly nowMs: number },
): ConnectFailure {
	// A Socket.IO 4 server accepts the websocket of a version 2 client, then closes it without a response or an error.
	if (!lastResponse && lastErrorCode === undefined)
		return { error: errorOfNetworkCode(undefined, secrets), alternative: "other-generation" };
	if (!lastResponse) return { error: errorOfNetworkCode(lastErrorCode, secrets) };
	const statusError = errorOfStatus(lastResponse, { secrets, nowMs });
	if (statusError && lastResponse.status === 400 && isForbidden(lastResponse.body)) {
		const error = new ServiceError("refused", statusError.message, { status: lastResponse.status, secrets });
		return { error };
	}
	if (statusError && needsWebsocket(lastResponse)) return { error: statusError, alternative: "websocket" };
	if (statusError && lastResponse.status === 400)
		return { error: statusError, alternative: "other-generation" };
	if (statusError) return { error: statusError };
	const isWebPage = isMarkup(lastResponse.body);
	const message = isWebPage ? "the response is a web page" : "the response is not a Socket.IO handshake";
	const error = new ServiceError("not-this-service", message, { status: lastResponse.status, secrets });
	return isWebPage ? { error } : { error, alternative: "other-generation" };
}

/** Returns whether an Engine.IO server refused to poll: its codes 0 (transport unknown) and 1 (session ID unknown). */
export function needsWebsocket({ status, body }: Pick<HttpResponse, "status" | "body">): boolean {
	return status === 400 && /"code"\s*:\s*[01]\b|^(?:transport|session id) unknown/i.test(body);
}

/**
 * Returns whether an Engine.IO server refused the key. Engine.IO 3 may send "Forbidden" (its code 4) with status 400.
 * Both generations send the bare word to a websocket.
 */
function isForbidden(body: string): boolean {
	return /"code"\s*:\s*4\b|^Forbidden\s*$/.test(body);
}
