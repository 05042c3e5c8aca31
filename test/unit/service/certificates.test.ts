import { describe, expect, it } from "vitest";

import { isCertificateCode, SystemRoots } from "../../../src/service/certificates";

/** Creates a `tls` module whose root certificates can be set. */
function createRuntime(system: () => readonly string[]) {
	const trusted: (readonly string[])[] = [];
	return {
		trusted,
		getCACertificates: (from: string) => (from === "system" ? system() : ["Node's", "both's"]),
		setDefaultCACertificates: (certificates: readonly string[]) => {
			trusted.push(certificates);
		},
	};
}

describe("the system's root certificates", () => {
	it("are trusted in addition to those of Node.js, without duplicates, after the first refusal", () => {
		const runtime = createRuntime(() => ["both's", "the company's"]);
		const roots = new SystemRoots(runtime);
		expect(roots.areTrusted).toBe(false);
		expect(runtime.trusted).toEqual([]);
		expect(roots.trust()).toBe(true);
		expect(roots.areTrusted).toBe(true);
		expect(roots.trust()).toBe(true);
		expect(runtime.trusted).toEqual([["Node's", "both's", "the company's"]]);
	});

	it("are not trusted if the runtime does not support it", () => {
		const { getCACertificates, setDefaultCACertificates } = createRuntime(() => []);
		for (const runtime of [{}, { getCACertificates }, { setDefaultCACertificates }]) {
			const roots = new SystemRoots(runtime);
			expect([roots.trust(), roots.areTrusted]).toEqual([false, false]);
		}
	});

	it("are not trusted if they cannot be read, and can be tried again", () => {
		let isReadable = false;
		const roots = new SystemRoots(
			createRuntime(() => {
				if (!isReadable) throw new Error("locked");
				return ["the company's"];
			}),
		);
		expect([roots.trust(), roots.areTrusted]).toEqual([false, false]);
		isReadable = true;
		expect(roots.trust()).toBe(true);
	});
});

describe("a Node.js error code", () => {
	it.each([
		"CERT_HAS_EXPIRED",
		"DEPTH_ZERO_SELF_SIGNED_CERT",
		"ERR_TLS_CERT_ALTNAME_INVALID",
		"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
		"CRL_HAS_EXPIRED",
		"HOSTNAME_MISMATCH",
		"INVALID_CA",
		"INVALID_PURPOSE",
		"PATH_LENGTH_EXCEEDED",
	])("%s is about a certificate", (code) => {
		expect(isCertificateCode(code)).toBe(true);
	});

	it.each([
		"ECONNREFUSED",
		"ENOTFOUND",
		"ERR_HOSTNAME_MISMATCH",
		"HOSTNAME_MISMATCHED",
		"NOT_INVALID_CA",
		"INVALID_CAR",
		"INVALID_PURPOSES",
		"NO_INVALID_PURPOSE",
		"A_PATH_LENGTH_EXCEEDED",
		"PATH_LENGTH_EXCEEDED_BY",
		"WAS_UNABLE_TO_CONNECT",
		"NO_CRL_",
	])("%s is not about a certificate", (code) => {
		expect(isCertificateCode(code)).toBe(false);
	});
});
