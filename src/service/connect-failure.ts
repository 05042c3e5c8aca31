import { errorOfStatus, isMarkup } from "./response";
import { ServiceError } from "./errors";
import type { HandshakeWatch } from "./handshake-watch";
import { errorOfNetworkCode } from "./network-error";

/** Why a connection did not come about. */
export type ConnectFailure = {
	readonly error: ServiceError;
	/** Whether the other generation of Socket.IO may well succeed. */
	readonly shouldTryOtherGeneration: boolean;
};

/**
 * What a failed handshake means, by the last answer on the wire rather than by the library's words for it. The two
 * generations don't understand one another: to a client of 4, a server of 2 answers 200 with noise; to a client of 2, a
 * server of 4 answers 400 "Unsupported protocol version".
 */
export function connectFailureFrom(
	{ lastResponse, lastErrorCode }: Pick<HandshakeWatch, "lastResponse" | "lastErrorCode">,
	{ secrets, nowMs }: { readonly secrets: readonly string[]; readonly nowMs: number },
): ConnectFailure {
	if (!lastResponse)
		return { error: errorOfNetworkCode(lastErrorCode, secrets), shouldTryOtherGeneration: false };
	const statusError = errorOfStatus(lastResponse, { secrets, nowMs });
	if (statusError && lastResponse.status === 400 && isForbidden(lastResponse.body)) {
		const error = new ServiceError("refused", statusError.message, { status: lastResponse.status, secrets });
		return { error, shouldTryOtherGeneration: false };
	}
	if (statusError) return { error: statusError, shouldTryOtherGeneration: lastResponse.status === 400 };
	const isWebPage = isMarkup(lastResponse.body);
	const message = isWebPage ? "a web page came back" : "the answer is no Socket.IO handshake";
	return {
		error: new ServiceError("not-this-service", message, { status: lastResponse.status, secrets }),
		shouldTryOtherGeneration: !isWebPage,
	};
}

/** Engine.IO 3 may say "Forbidden" (its code 4) with status 400. */
function isForbidden(body: string): boolean {
	return /"code"\s*:\s*4\b/.test(body);
}
