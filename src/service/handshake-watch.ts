import { Agent as HttpAgent, IncomingMessage, type ClientRequest } from "node:http";
import { Agent as HttpsAgent } from "node:https";

import type { HttpResponse } from "./response";

declare module "http" {
	interface Agent {
		/** Node hands each request to its agent by this; every agent package builds on it. */
		addRequest(request: ClientRequest, options: object): void;
	}
}

const maxBodyLength = 2048;
/** What a room has to say at once is a thousand times smaller; the polling client would keep a body without end. */
export const maxMessageBytes = 4_000_000;
const nonRedirectStatus = 502;

/**
 * Records the answers that a Socket.IO client gets while it connects. The client itself reports "xhr poll error",
 * "server error" or "websocket error" for nearly everything; what the last answer was decides what it means.
 */
export type HandshakeWatch = {
	/** To be given to both transports. It also keeps the client from following redirects, key and all. */
	readonly agent: HttpAgent;
	/** The last answer so far, with the status it had on the wire. */
	readonly lastResponse: HttpResponse | undefined;
	/** Node's code for the last failure to get an answer, such as `ECONNREFUSED`. */
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
			if (bytes > maxMessageBytes) response.destroy(new Error("an answer without end"));
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

/** A websocket client drops a refused upgrade before its body is read. It gets the answer once the body has been read. */
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
