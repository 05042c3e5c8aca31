import tls from "node:tls";

/** Node's names for what may be wrong with a certificate: its own, and those of OpenSSL. */
const certificateCodes =
	/CERT|^(?:UNABLE_TO_|CRL_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

/** Node 22.19 and 24.5 on. */
type TlsWithCaStore = {
	getCACertificates(from: "default" | "system"): string[];
	setDefaultCACertificates(certificates: readonly string[]): void;
};

/** Whether a connection failed, by Node's code for the failure, because the other side's certificate is not trusted. */
export function isCertificateCode(code: string): boolean {
	return certificateCodes.test(code);
}

/** What the system trusts besides what Node.js does: the root of a virus scanner or of a company that looks into what goes by. */
export class SystemRoots {
	readonly #tlsModule: object;
	#areTrusted = false;

	/** @param tlsModule Node's `tls`, which on older releases can't trust more than it does by itself. */
	constructor(tlsModule: object) {
		this.#tlsModule = tlsModule;
	}

	/** A certificate that is refused nevertheless stays refused when it is tried again. */
	get areTrusted(): boolean {
		return this.#areTrusted;
	}

	/**
	 * Trusts them for all connections of this process from now on. To be called when a certificate was refused, and not
	 * before: reading the system's roots takes a third of a second.
	 * @returns False where the runtime can't.
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
			// A store that can't be read: the refusal stands.
		}
		return this.#areTrusted;
	}
}

export const systemRoots = new SystemRoots(tls);

function canSetCaStore(tlsModule: object): tlsModule is TlsWithCaStore {
	// Whoever has this has the other one, too.
	return "setDefaultCACertificates" in tlsModule;
}
