import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** A certificate and its key, as PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

/** Certificate authority; clients must trust its own certificate. */
export type Authority = Certificate & {
	/** @param names Host names and IPv4 addresses. */
	issue(names: readonly string[], validity?: Validity): Certificate;
};

/** Epoch milliseconds. */
export type Validity = { readonly fromMs: number; readonly toMs: number };

const dayMs = 86_400_000;
const oid = {
	commonName: [0x55, 0x04, 0x03],
	basicConstraints: [0x55, 0x1d, 0x13],
	alternativeNames: [0x55, 0x1d, 0x11],
	ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
};

/** Creates an unknown authority at run time, so that the repository contains no key. */
export function createAuthority(name: string): Authority {
	const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const isAuthority = extension(oid.basicConstraints, sequence(der(0x01, [0xff])));
	const own = certificate({ subject: name, publicKey: keys.publicKey, extensions: [isAuthority] });
	return { cert: own, key: pemOf(keys.privateKey), issue };

	function issue(names: readonly string[], validity?: Validity): Certificate {
		const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		const alternatives = extension(oid.alternativeNames, sequence(...names.map(generalName)));
		const subject = names[0] ?? "nobody";
		return {
			cert: certificate({ subject, publicKey, extensions: [alternatives], validity }),
			key: pemOf(privateKey),
		};
	}

	function certificate(of: {
		readonly subject: string;
		readonly publicKey: KeyObject;
		readonly extensions: readonly Buffer[];
		readonly validity?: Validity | undefined;
	}): string {
		const { fromMs, toMs } = of.validity ?? { fromMs: Date.now() - dayMs, toMs: Date.now() + dayMs };
		const algorithm = sequence(der(0x06, oid.ecdsaWithSha256));
		const serial = randomBytes(8);
		serial[0] = 1;
		const body = sequence(
			der(0xa0, der(0x02, [2])),
			der(0x02, serial),
			algorithm,
			distinguishedName(name),
			sequence(time(fromMs), time(toMs)),
			distinguishedName(of.subject),
			of.publicKey.export({ type: "spki", format: "der" }),
			der(0xa3, sequence(...of.extensions)),
		);
		const signature = sign("sha256", body, keys.privateKey);
		const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
		const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
		return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
	}
}

function der(tag: number, content: Buffer | readonly number[]): Buffer {
	const bytes = Buffer.from(content);
	const { length } = bytes;
	const size =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
	return der(0x30, Buffer.concat(parts));
}

function extension(id: readonly number[], value: Buffer): Buffer {
	return sequence(der(0x06, id), der(0x04, value));
}

function distinguishedName(name: string): Buffer {
	return sequence(der(0x31, sequence(der(0x06, oid.commonName), der(0x0c, Buffer.from(name)))));
}

function generalName(name: string): Buffer {
	const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(name);
	return isAddress ? der(0x87, name.split(".").map(Number)) : der(0x82, Buffer.from(name));
}

function time(atMs: number): Buffer {
	const digits = new Date(atMs).toISOString().replace(/\D/g, "").slice(2, 14);
	return der(0x17, Buffer.from(`${digits}Z`));
}

function pemOf(key: KeyObject): string {
	return key.export({ type: "pkcs8", format: "pem" }).toString();
}
