import * as tls from "node:tls";

/** Node's names for what may be wrong with a certificate: its own, and those of OpenSSL. */
const certificateCodes =
	/CERT|^(?:UNABLE_TO_|CRL_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

/** Node 22.19 and 24.5 on. */
type TrustingTls = {
	getCACertificates(from: "default" | "system"): string[];
	setDefaultCACertificates(certificates: readonly string[]): void;
};

/** Whether a connection failed, by Node's code for the failure, because the other side's certificate is not trusted. */
export function isCertificateCode(code: string): boolean {
	return certificateCodes.test(code);
}

let areTrusted = false;

/**
 * Trusts, for all connections of this process from now on, what the system trusts as well: the root of a virus scanner or
 * of a company that looks into what goes by. To be called when a certificate was refused, and not before: reading the
 * system's roots takes a third of a second.
 * @returns False where the runtime can't.
 */
export function trustSystemRoots(): boolean {
	if (areTrusted) return true;
	if (!canTrust(tls)) return false;
	try {
		const roots = new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")]);
		tls.setDefaultCACertificates([...roots]);
		areTrusted = true;
	} catch {
		// A store that can't be read: the refusal stands.
	}
	return areTrusted;
}

/** Whether a refused certificate may be accepted when it is tried again: `trustSystemRoots` has not been called yet. */
export function areSystemRootsTrusted(): boolean {
	return areTrusted;
}

function canTrust(runtime: object): runtime is TrustingTls {
	return "getCACertificates" in runtime && "setDefaultCACertificates" in runtime;
}
