import ky, { TimeoutError } from "ky";

import { errorOfStatus, type HttpResponse, type ResponseContext } from "./response";
import { systemRoots } from "./certificates";
import { ServiceError } from "./errors";
import { exchange, type ExchangeResult, type ExchangeOptions } from "./exchange";
import { errorOfNetworkCode, networkCodeOf } from "./network-error";

/** The largest honest answer is a page of events, a hundredth of this. */
const maxBodyBytes = 5 * 1024 * 1024;
const maxRedirects = 3;

export type HttpRequest = {
	readonly url: URL;
	readonly query?: URLSearchParams | undefined;
	/** A form makes it a POST. */
	readonly form?: URLSearchParams | undefined;
	/** Asked of a POST once the line is there: what has waited for it too long is not sent, and rejects as `too-late`. */
	readonly maySend?: (() => boolean) | undefined;
	/** Until the last byte of the answer. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal | undefined;
	/** What an error means, and what is masked in it. */
	readonly context: ResponseContext;
};

/**
 * Sends one request and reads the whole answer. Redirects are followed for a GET and within the origin only: the key
 * travels in the address, and no other origin may see it.
 * @throws {ServiceError} Unless the answer is a success by its status.
 */
export async function fetchResponse(request: HttpRequest): Promise<HttpResponse> {
	const { url, query, form, timeoutMs, signal, context } = request;
	const hadSystemRoots = systemRoots.areTrusted;
	let response: HttpResponse | undefined;
	try {
		signal?.throwIfAborted();
		await ky(url, {
			method: form ? "post" : "get",
			...(query && { searchParams: query }),
			retry: 0,
			timeout: timeoutMs,
			fetch: async (input) => {
				response = await fetchWholeResponse(new Request(input), request);
				// What was read goes past the library, which would make a stream of it.
				return new Response(null, { status: response.status });
			},
			hooks: {
				beforeError: [
					(error) => {
						throw (response && errorOfStatus(response, context)) ?? error;
					},
				],
			},
		});
		if (response) return response;
		throw new ServiceError("bad-answer", "there was no answer");
	} catch (error) {
		if (error instanceof ServiceError) throw error;
		if (signal?.aborted) throw new ServiceError("aborted", "the call was called off");
		if (error instanceof TimeoutError) throw new ServiceError("timeout", `no answer within ${timeoutMs} ms`);
		const failure = errorOfNetworkCode(networkCodeOf(error), context.secrets);
		// Nothing was sent to a host whose certificate was refused: even a command may be sent again.
		if (failure.kind === "certificate" && !hadSystemRoots && systemRoots.trust())
			return fetchResponse(request);
		throw failure;
	}
}

/**
 * An exchange to its last byte, so that whoever limits it limits the body as well. What an abort has to reach is held
 * here: left to the library, it would be lost with the request that it was made of.
 */
async function fetchWholeResponse(
	request: Request,
	{ form, maySend, signal: callerSignal }: HttpRequest,
): Promise<HttpResponse> {
	const controller = new AbortController();
	const signals = callerSignal ? [request.signal, callerSignal] : [request.signal];
	const abort = () => controller.abort(new ServiceError("aborted", "the call was called off"));
	for (const signal of signals) signal.addEventListener("abort", abort);
	try {
		const options = { form, maySend, signal: controller.signal };
		const { status, headers, body } = await followRedirects(new URL(request.url), options);
		if (!body)
			throw new ServiceError("too-large", `the answer is larger than ${maxBodyBytes} bytes`, { status });
		if (status > 599) throw new ServiceError("server-error", `the service answered ${status}`, { status });
		return { status, body: body.toString(), retryAfter: headers["retry-after"], date: headers.date };
	} finally {
		for (const signal of signals) signal.removeEventListener("abort", abort);
	}
}

async function followRedirects(
	from: URL,
	request: Pick<ExchangeOptions, "form" | "maySend" | "signal">,
): Promise<ExchangeResult> {
	const headers = { accept: "application/json" };
	let next = from;
	for (let hop = 0; ; hop += 1) {
		const response = await exchange(next, { ...request, headers, maxBytes: maxBodyBytes });
		const target = redirectTarget(response, from);
		if (!target) return response;
		if (target.origin !== from.origin || request.form || hop >= maxRedirects) {
			const { status } = response;
			throw new ServiceError("not-this-service", `redirected to ${target.origin}, not followed`, { status });
		}
		next = target;
	}
}

function redirectTarget({ status, headers: { location } }: ExchangeResult, from: URL): URL | undefined {
	if (status < 300 || status >= 400 || location === undefined) return undefined;
	return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}
