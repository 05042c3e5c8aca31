import { Agent as HttpAgent, IncomingMessage, type ClientRequest } from "node:http";
import { Agent as HttpsAgent } from "node:https";

import type { HttpResponse } from "../response";

declare module "http" {
	interface Agent {
		/** Node.js passes each request to its agent with this method. All agent packages build on it. */
		addRequest(request: ClientRequest, options: object): void;
	}
}

const maxBodyLength = 2048;
/**
 * Maximum size of a recorded response body. A valid first response is a thousand times smaller; the polling client has
 * no limit of its own.
 */
export const maxMessageBytes = 4_000_000;
const nonRedirectStatus = 502;

/**
 * Records the responses that a Socket.IO client receives while it connects. The client reports "xhr poll error",
 * "server error" or "websocket error" for nearly every failure, so the cause is derived from the last response.
 */
export type HandshakeWatch = {
	/** Agent for both transports. It also prevents the client from following redirects, which would forward the key. */
	readonly agent: HttpAgent;
	/** The last response so far, with its HTTP status. */
	readonly lastResponse: HttpResponse | undefined;
	/** Node.js error code of the last request without a response, such as `ECONNREFUSED`. */
	readonly lastErrorCode: string | undefined;
};

export function watchHandshake(origin: string): HandshakeWatch {
	const agent = origin.startsWith("https:") ? new HttpsAgent() : new HttpAgent();
	const addRequest = agent.addRequest.bind(agent);
	let lastResponse: (HttpResponse & { body: string }) | undefined;
	let lastErrorCode: string | undefined;

	const recordResponse = (response: IncomingMessage) => {
		const { statusCode: status = 0, headers } = response;
		const recorded = { status, body: "", retryAfter: headers["retry-after"] };
		lastResponse = recorded;
		let bytes = 0;
		response.on("data", (chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > maxMessageBytes) response.destroy(new Error("the response is too large"));
			if (recorded.body.length < maxBodyLength)
				recorded.body += chunk.toString("utf8").slice(0, maxBodyLength);
		});
		if (status >= 300 && status < 400) response.statusCode = nonRedirectStatus;
	};
	agent.addRequest = (request, options) => {
		if (request.getHeader("upgrade") === undefined) request.prependListener("response", recordResponse);
		else readBeforeClient(request, recordResponse);
		request.prependListener("error", (error: NodeJS.ErrnoException) => {
			lastErrorCode = error.code ?? error.name;
		});
		addRequest(request, options);
	};
	return {
		agent,
		get lastResponse() {
			return lastResponse;
		},
		get lastErrorCode() {
			return lastErrorCode;
		},
	};
}

/**
 * Delays the response to a refused upgrade until its body has been read. Otherwise a websocket client discards the
 * body.
 */
function readBeforeClient(request: ClientRequest, recordResponse: (response: IncomingMessage) => void): void {
	const emit = request.emit.bind(request);
	request.emit = (name: string, ...values: unknown[]) => {
		const [response] = values;
		if (name !== "response" || !(response instanceof IncomingMessage)) return emit(name, ...values);
		recordResponse(response);
		response.once("close", () => emit(name, response));
		return true;
	};
}
