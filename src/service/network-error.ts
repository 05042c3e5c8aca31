import { isCertificateCode } from "./certificates";
import { ServiceError } from "./errors";

const maxCauses = 5;
/** No HTTP, or no TLS where that was expected. */
const anotherProtocol = /^(?:HPE_|ERR_SSL_|EPROTO$)/;

/**
 * The error for a failed exchange by Node's code for it (`ECONNREFUSED`, `HPE_INVALID_CONSTANT`, …), if it has one. By its
 * code only: the messages and causes of the libraries hold the address, and so the key.
 */
export function errorOfNetworkCode(code: string | undefined, secrets: readonly string[] = []): ServiceError {
	if (code === undefined) return new ServiceError("unreachable", "the connection failed", { secrets });
	if (/^UND_ERR_\w*TIMEOUT$/.test(code)) {
		return new ServiceError("timeout", `no answer (${code})`, { secrets });
	}
	if (isCertificateCode(code)) {
		return new ServiceError("certificate", `the certificate is not trusted (${code})`, { secrets });
	}
	if (anotherProtocol.test(code)) {
		return new ServiceError("not-this-service", `the answer is not HTTP (${code})`, { secrets });
	}
	return new ServiceError("unreachable", `the connection failed (${code})`, { secrets });
}

/** Node's code for what was caught, which may be deep inside of it. */
export function networkCodeOf(error: unknown): string | undefined {
	for (
		let current = error, depth = 0;
		current instanceof Error && depth < maxCauses;
		current = current.cause, depth += 1
	) {
		if ("code" in current && typeof current.code === "string") return current.code;
		// Node 24 gives this one no code.
		if (current.name === "HTTPParserError") return "HPE_UNKNOWN";
	}
	return undefined;
}
