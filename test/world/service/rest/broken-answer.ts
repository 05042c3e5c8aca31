import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Answer } from "./endpoints";
import type { RestFault } from "../faults";

const defaultOversizeBytes = 32 * 1024 * 1024;
const chunkBytes = 64 * 1024;
const defaultTrickleMs = 1000;

/** Responds with the fault's status, headers and kind of body. `answer` is the response without the fault. */
export function sendBrokenAnswer(response: ServerResponse, answer: Answer, fault: RestFault): void {
	const status = fault.status ?? answer.status;
	const headers = {
		"access-control-allow-origin": "*",
		...(fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) }),
	};
	const json = { ...headers, "content-type": "application/json; charset=utf-8" };
	switch (fault.body) {
		case "html":
			response.writeHead(status, { ...headers, "content-type": "text/html; charset=utf-8" });
			response.end(
				"<!DOCTYPE html><html><head><title>Just a moment…</title></head><body>Checking…</body></html>",
			);
			return;
		case "truncated": {
			const text = JSON.stringify(answer.body);
			response.writeHead(status, json).end(text.slice(0, Math.ceil(text.length / 2)));
			return;
		}
		case "none":
			response.writeHead(status, headers).end();
			return;
		case "stalled":
			response.writeHead(status, json).flushHeaders();
			return;
		case "half": {
			const text = JSON.stringify(answer.body);
			response.writeHead(status, json).write(text.slice(0, Math.ceil(text.length / 2)));
			return;
		}
		case "trickle":
			response.writeHead(status, json).flushHeaders();
			trickle(response, JSON.stringify(answer.body), fault.trickleMs ?? defaultTrickleMs);
			return;
		case "empty-object":
			response.writeHead(status, json).end("{}");
			return;
		case "failure":
			response.writeHead(status, json).end(JSON.stringify({ message: "An error occurred" }));
			return;
		case "oversize":
			response.writeHead(status, json);
			// A client that disconnects is the expected result.
			pipeline(Readable.from(padding(fault.oversizeBytes ?? defaultOversizeBytes)), response).catch(
				() => undefined,
			);
			return;
		case undefined:
			response.writeHead(status, json).end(JSON.stringify(answer.body));
	}
}

function trickle(response: ServerResponse, text: string, intervalMs: number): void {
	let sent = 0;
	const timer = setInterval(() => {
		if (sent < text.length) response.write(text.slice(sent, ++sent));
		else response.end();
	}, intervalMs);
	response.once("close", () => clearInterval(timer));
}

/** Returns valid JSON of about this size. */
function* padding(bytes: number): Generator<string> {
	yield '{"message":"success","padding":"';
	const chunk = "x".repeat(chunkBytes);
	for (let sent = 0; sent < bytes; sent += chunkBytes) yield chunk;
	yield '"}';
}
