import { describe, expect, it } from "vitest";

import { errorOfNetworkCode, networkCodeOf } from "../../../src/service/network-error";

describe("a failed exchange", () => {
	it.each([
		["ECONNREFUSED", "unreachable"],
		["ENOTFOUND", "unreachable"],
		["EAI_AGAIN", "unreachable"],
		["ERR_SSL_WRONG_VERSION_NUMBER", "not-this-service"],
		["EPROTO", "not-this-service"],
		["ERR_SSL_TLSV1_ALERT_CERTIFICATE_UNKNOWN", "certificate"],
		["UND_ERR_CONNECT_TIMEOUT", "timeout"],
		["UND_ERR_SOCKET", "unreachable"],
		["HPE_INVALID_CONSTANT", "not-this-service"],
		["DEPTH_ZERO_SELF_SIGNED_CERT", "certificate"],
		["SELF_SIGNED_CERT_IN_CHAIN", "certificate"],
		["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "certificate"],
		["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "certificate"],
		["ERR_TLS_CERT_ALTNAME_INVALID", "certificate"],
		["CERT_HAS_EXPIRED", "certificate"],
		["CERT_NOT_YET_VALID", "certificate"],
		["HOSTNAME_MISMATCH", "certificate"],
		["INVALID_CA", "certificate"],
		["INVALID_PURPOSE", "certificate"],
		["PATH_LENGTH_EXCEEDED", "certificate"],
		["CRL_HAS_EXPIRED", "certificate"],
		[undefined, "unreachable"],
	])("with code %s is %s", (code, kind) => {
		expect(errorOfNetworkCode(code).kind).toBe(kind);
	});

	it("has its code in the message", () => {
		expect(errorOfNetworkCode("ECONNREFUSED").message).toBe("the connection failed (ECONNREFUSED)");
		expect(errorOfNetworkCode(undefined).message).toBe("the connection failed");
		expect(errorOfNetworkCode("UND_ERR_HEADERS_TIMEOUT").message).toBe(
			"no response (UND_ERR_HEADERS_TIMEOUT)",
		);
		expect(errorOfNetworkCode("EPROTO").message).toBe("the response is not HTTP (EPROTO)");
		expect(errorOfNetworkCode("INVALID_CA").message).toBe("the certificate is not trusted (INVALID_CA)");
	});

	it.each([
		"XUND_ERR_TIMEOUT",
		"UND_ERR_TIMEOUTS",
		"XHPE_1",
		"EPROTOX",
		"HOSTNAME_MISMATCHES",
		"INVALID_CAX",
		"PATH_LENGTH_EXCEEDEDX",
		"INVALID_PURPOSES",
		"XCRL_1",
	])("is unreachable with code %s", (code) => {
		expect(errorOfNetworkCode(code).kind).toBe("unreachable");
	});

	it("has a nested code, and one if the runtime has none", () => {
		const coded = Object.assign(new Error("x"), { code: "ECONNRESET" });
		expect(networkCodeOf(new TypeError("fetch failed", { cause: coded }))).toBe("ECONNRESET");
		const notHttp = Object.assign(new Error("x"), { name: "HTTPParserError", code: undefined });
		expect(networkCodeOf(new TypeError("fetch failed", { cause: notHttp }))).toMatch(/^HPE_/);
		expect(networkCodeOf(new TypeError("fetch failed"))).toBeUndefined();
		expect(networkCodeOf("text")).toBeUndefined();
	});

	it("is searched to a limited depth of causes", () => {
		const error = new Error("x");
		error.cause = error;
		expect(networkCodeOf(error)).toBeUndefined();
	});
});
