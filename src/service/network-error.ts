import { isCertificateCode } from "./certificates";
import { ServiceError } from "./errors";

const maxCauses = 5;
/** Error codes for a response that is not HTTP, or not TLS where TLS was expected. */
const anotherProtocol = /^(?:HPE_|ERR_SSL_|EPROTO$)/;

/**
 * Returns the error for a failed exchange from its Node.js code (`ECONNREFUSED`, `HPE_INVALID_CONSTANT`, …), if it has
 * one. Messages and causes of the libraries are not used: they contain the address, and with it the key.
 */
export function errorOfNetworkCode(code: string | undefined, secrets: readonly string[] = []): ServiceError {
	if (code === undefined) return new ServiceError("unreachable", "the connection failed", { secrets });
	if (/^UND_ERR_\w*TIMEOUT$/.test(code)) {
		return new ServiceError("timeout", `no response (${code})`, { secrets });
	}
	if (isCertificateCode(code)) {
		return new ServiceError("certificate", `the certificate is not trusted (${code})`, { secrets });
	}
	if (anotherProtocol.test(code)) {
		return new ServiceError("not-this-service", `the response is not HTTP (${code})`, { secrets });
	}
	return new ServiceError("unreachable", `the connection failed (${code})`, { secrets });
}

/** Returns the Node.js error code of the caught value, which may be nested deeply. */
export function networkCodeOf(error: unknown): string | undefined {
	for (
		let current = error, depth = 0;
		current instanceof Error && depth < maxCauses;
		current = current.cause, depth += 1
	) {
		if ("code" in current && typeof current.code === "string") return current.code;
		// Node.js 24 gives this error no code.
		if (current.name === "HTTPParserError") return "HPE_UNKNOWN";
	}
	return undefined;
}
