import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline } from "node:stream";
import { constants, createUnzip } from "node:zlib";

import { ServiceError } from "./errors";
import { networkCodeOf } from "./network-error";

export type ExchangeOptions = {
	readonly headers: Readonly<Record<string, string>>;
	/** A form makes the request a POST. */
	readonly form?: URLSearchParams | undefined;
	/** Called for a POST when the connection is established. If it returns false, nothing is sent. */
	readonly maySend?: (() => boolean) | undefined;
	/** Aborts the exchange and its connection at any byte. */
	readonly signal: AbortSignal;
	/** Maximum size of the body after decompression. */
	readonly maxBytes: number;
};

export type ExchangeResult = {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	/** Undefined if the body was too large. */
	readonly body: Buffer<ArrayBuffer> | undefined;
};

/**
 * Sends one request and reads the whole response, regardless of its status. Redirects are not followed. Uses the HTTP
 * client of Node.js: the first `fetch` costs this process some thirty milliseconds and ten megabytes.
 * @throws The Node.js error of the failure, or the reason of the signal.
 */
export async function exchange(url: URL, options: ExchangeOptions): Promise<ExchangeResult> {
	// A kept-alive connection may have been closed by the server. Only a request without side effects may be sent
	// again.
	const { form } = options;
	const newConnectionOptions = { ...options, connection: "new" } as const;
	if (form) return exchangeOnce(url, newConnectionOptions);
	try {
		return await exchangeOnce(url, { ...options, connection: "kept" });
	} catch (error) {
		if (!(error instanceof StaleConnectionError)) throw error;
		return exchangeOnce(url, newConnectionOptions);
	}
}

class StaleConnectionError extends Error {}

async function exchangeOnce(
	url: URL,
	{
		headers,
		form,
		maySend = () => true,
		signal,
		maxBytes,
		connection,
	}: ExchangeOptions & { readonly connection: "new" | "kept" },
): Promise<ExchangeResult> {
	signal.throwIfAborted();
	const isSecure = url.protocol === "https:";
	const send = isSecure ? requestHttps : requestHttp;
	const request = send(url, {
		method: form ? "POST" : "GET",
		headers: {
			"user-agent": "node",
			"accept-encoding": "gzip, deflate",
			...(form && { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" }),
			...headers,
		},
		...(connection === "new" && { agent: false }),
	});
	let response: IncomingMessage | undefined;
	const abort = () => {
		(response ?? request).destroy(signal.reason as Error);
	};
	const sendForm = () => {
		if (maySend()) request.end(form?.toString());
		else request.destroy(new ServiceError("too-late", "it took too long to connect"));
	};
	signal.addEventListener("abort", abort);
	try {
		response = await new Promise<IncomingMessage>((resolve, reject) => {
			request.on("response", resolve);
			request.on("error", (error) => {
				const isStale = request.reusedSocket && networkCodeOf(error) === "ECONNRESET";
				reject(isStale && !signal.aborted ? new StaleConnectionError() : error);
			});
			if (!form) request.end();
			// Nothing is written before the connection is established, however long that takes.
			else request.once("socket", (socket) => socket.once(isSecure ? "secureConnect" : "connect", sendForm));
		});
		const body = await readBody(response, maxBytes);
		return { status: response.statusCode ?? 0, headers: response.headers, body };
	} finally {
		signal.removeEventListener("abort", abort);
	}
}

/**
 * Returns the body; undefined if it is larger than `maxBytes`. The size is counted while reading, because the
 * `Content-Length` header may be missing, wrong, or that of the compressed body.
 */
async function readBody(
	response: IncomingMessage,
	maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of decompressed(response) as AsyncIterable<Uint8Array>) {
		bytes += chunk.length;
		if (bytes > maxBytes) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function decompressed(response: IncomingMessage): NodeJS.ReadableStream {
	if (!/^\s*(?:x-gzip|gzip|deflate)\s*$/i.test(response.headers["content-encoding"] ?? "")) return response;
	// Some servers omit the end of compressed data.
	const unzip = createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });
	return pipeline(response, unzip, () => undefined);
}
