import tls from "node:tls";

/** Error codes for certificate problems: those of Node.js and those of OpenSSL. */
const certificateCodes =
	/CERT|^(?:UNABLE_TO_|CRL_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

/** Available since Node.js 22.19 and 24.5. */
type TlsWithCaStore = {
	getCACertificates(from: "default" | "system"): string[];
	setDefaultCACertificates(certificates: readonly string[]): void;
};

/** Returns whether the Node.js error code means that the server's certificate is not trusted. */
export function isCertificateCode(code: string): boolean {
	return certificateCodes.test(code);
}

/**
 * System root certificates in addition to those of Node.js, such as the root of a virus scanner or of a company proxy
 * that inspects traffic.
 */
export class SystemRoots {
	readonly #tlsModule: object;
	#areTrusted = false;

	/** @param tlsModule The `tls` module of Node.js. Older releases cannot add root certificates. */
	constructor(tlsModule: object) {
		this.#tlsModule = tlsModule;
	}

	/** A certificate that is still refused after this stays refused on retry. */
	get areTrusted(): boolean {
		return this.#areTrusted;
	}

	/**
	 * Trusts the system's root certificates for all connections of this process. Call it only after a certificate was
	 * refused: reading the certificates takes a third of a second.
	 * @returns False if the runtime does not support it.
	 */
	trust(): boolean {
		if (this.#areTrusted) return true;
		const tlsModule = this.#tlsModule;
		if (!canSetCaStore(tlsModule)) return false;
		try {
			const roots = new Set([
				...tlsModule.getCACertificates("default"),
				...tlsModule.getCACertificates("system"),
			]);
			tlsModule.setDefaultCACertificates([...roots]);
			this.#areTrusted = true;
		} catch {
			// The certificate store cannot be read, so the certificate stays refused.
		}
		return this.#areTrusted;
	}
}

export const systemRoots = new SystemRoots(tls);

function canSetCaStore(tlsModule: object): tlsModule is TlsWithCaStore {
	// A release with this function also has the other one.
	return "setDefaultCACertificates" in tlsModule;
}
