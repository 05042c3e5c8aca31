import ky from "ky";

import type { Answer } from "./answer";
import { ServiceError } from "./errors";
import { readLimitedBody } from "./limited-body";

/** The largest honest answer is a page of events, a hundredth of this. */
const largestBodyBytes = 5 * 1024 * 1024;
const mostRedirects = 3;

export type HttpRequest = {
	readonly url: URL;
	/** A form makes it a POST. */
	readonly form?: URLSearchParams;
	/** Until the last byte of the answer. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal;
	/** Masked in errors. */
	readonly secrets: readonly string[];
};

/**
 * Sends one request and reads the whole answer, whatever its status. Redirects are followed for a GET and within the
 * origin only: the key travels in the address, and no other origin may see it.
 * @throws {ServiceError} `unreachable`, `timeout`, `aborted`, `too-large` or `not-this-service`.
 */
export async function fetchAnswer(request: HttpRequest): Promise<Answer> {
	const { signal, timeoutMs, secrets } = request;
	const stop = new AbortController();
	const abort = () => stop.abort(new ServiceError("aborted", "the call was called off"));
	const timer = setTimeout(
		() => stop.abort(new ServiceError("timeout", `no answer within ${timeoutMs} ms`)),
		timeoutMs,
	);
	signal?.addEventListener("abort", abort, { once: true });
	if (signal?.aborted) abort();
	try {
		stop.signal.throwIfAborted();
		return await follow(request, stop.signal);
	} catch (error) {
		if (stop.signal.reason instanceof ServiceError) throw stop.signal.reason;
		if (error instanceof ServiceError) throw error;
		throw errorOfNetworkCode(codeOf(error), secrets);
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener("abort", abort);
	}
}

async function follow(request: HttpRequest, signal: AbortSignal): Promise<Answer> {
	let { url } = request;
	for (let hop = 0; ; hop += 1) {
		const response = await ky(url, {
			method: request.form ? "post" : "get",
			body: request.form,
			headers: { accept: "application/json" },
			redirect: "manual",
			retry: 0,
			timeout: false,
			throwHttpErrors: false,
			signal,
		});
		const target = redirectTarget(response, url);
		if (!target) {
			return {
				status: response.status,
				body: await readBody(response, request.secrets),
				retryAfter: response.headers.get("retry-after") ?? undefined,
				date: response.headers.get("date") ?? undefined,
			};
		}
		await response.body?.cancel();
		if (target.origin !== url.origin || request.form || hop >= mostRedirects) {
			const details = { status: response.status, secrets: request.secrets };
			throw new ServiceError("not-this-service", `redirected to ${target.origin}, not followed`, details);
		}
		url = target;
	}
}

function redirectTarget(response: Response, from: URL): URL | undefined {
	const location = response.headers.get("location");
	if (response.status < 300 || response.status >= 400 || location === null) return undefined;
	return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

async function readBody(response: Response, secrets: readonly string[]): Promise<string> {
	const body = await readLimitedBody(response, largestBodyBytes);
	if (body) return new TextDecoder().decode(body);
	const details = { status: response.status, secrets };
	throw new ServiceError("too-large", `the answer is larger than ${largestBodyBytes} bytes`, details);
}

/**
 * The error for a failed exchange by Node's code for it (`ECONNREFUSED`, `HPE_INVALID_CONSTANT`, …), if it has one. By its
 * code only: the messages and causes of the libraries hold the address, and so the key.
 */
export function errorOfNetworkCode(code: string | undefined, secrets: readonly string[] = []): ServiceError {
	if (code === undefined) return new ServiceError("unreachable", "the connection failed", { secrets });
	if (/^UND_ERR_\w*TIMEOUT$/.test(code))
		return new ServiceError("timeout", `no answer (${code})`, { secrets });
	if (code.startsWith("HPE_")) {
		return new ServiceError("not-this-service", `the answer is not HTTP (${code})`, { secrets });
	}
	return new ServiceError("unreachable", `the connection failed (${code})`, { secrets });
}

function codeOf(error: unknown): string | undefined {
	for (let link = error, depth = 0; link instanceof Error && depth < 5; link = link.cause, depth += 1) {
		if ("code" in link && typeof link.code === "string") return link.code;
	}
	return undefined;
}
