import { ServiceError } from "./errors";
import { isRecord } from "../state/is-record";
import { fieldsOf, numberFrom, textFrom } from "./schemas/wire-scalars";

/*
 * The service's API uses origins only: "{base_url}/v1.0/…" and "host:port". A path in the address (of a pasted page, or
 * a trailing slash) is dropped; Socket.IO would use it as a namespace.
 */

const secureSchemes: Readonly<Record<string, "http:" | "https:">> = {
	"http:": "http:",
	"https:": "https:",
	"ws:": "http:",
	"wss:": "https:",
};

/**
 * Returns the origin of an address entered by a user or sent by the service: `https://host` or `https://host:port`,
 * without path, query or credentials. Without a scheme, https is assumed; `ws:` and `wss:` count as `http:` and
 * `https:`.
 * @throws {ServiceError} `bad-address`, or `insecure` for `http:` to another machine.
 */
export function originFrom(address: string): string {
	return originOf(address, "https:");
}

/**
 * Returns the origin of the event socket from the response of the discovery endpoint (docs/service.md, Requests).
 * @param datas `{host, port}`; a valid port takes precedence over a port in the host.
 * @param baseOrigin The service's own origin. A loopback host without a scheme takes the scheme of a loopback service.
 * @throws {ServiceError} `bad-answer` if there is no host; otherwise as {@link originFrom}.
 */
export function discoveredOriginFrom(datas: unknown, baseOrigin: string): string {
	const { host, port } = fieldsOf(datas);
	const address = textFrom(host);
	if (!isRecord(datas) || address === undefined || typeof host !== "string") {
		throw new ServiceError("bad-answer", "the socket address has no host");
	}
	const isLocalService = baseOrigin.startsWith("http:");
	const bareHost = hasScheme(address) ? undefined : parseUrl(`http://${address}`);
	const scheme = isLocalService && bareHost && isLoopback(bareHost.hostname) ? "http:" : "https:";
	const origin = new URL(originOf(address, scheme));
	const portNumber = numberFrom(port) ?? 0;
	if (Number.isInteger(portNumber) && portNumber > 0 && portNumber <= 65_535) {
		origin.port = String(portNumber);
	}
	return origin.origin;
}

/** Returns whether a host name is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function originOf(address: string, assumedScheme: "http:" | "https:"): string {
	const trimmed = address.trim();
	const withScheme = hasScheme(trimmed) ? trimmed : `${assumedScheme}//${trimmed}`;
	const url = parseUrl(withScheme);
	const scheme = url && secureSchemes[url.protocol];
	if (!url || !scheme) throw new ServiceError("bad-address", "this is not an address");
	if (scheme === "http:" && !isLoopback(url.hostname)) {
		throw new ServiceError("insecure", "the key would travel unencrypted: the address must begin with https");
	}
	// Read the port before the scheme changes: ws and wss share their default ports with http and https.
	return new URL(`${scheme}//${url.host}`).origin;
}

function hasScheme(address: string): boolean {
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
}

function parseUrl(address: string): URL | undefined {
	return URL.canParse(address) ? new URL(address) : undefined;
}
