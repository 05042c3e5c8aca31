import { systemRoots } from "./certificates";
import { ServiceError } from "./errors";
import { exchange, type ExchangeOptions, type ExchangeResult } from "./exchange";
import { errorOfNetworkCode, networkCodeOf } from "./network-error";
import { errorOfStatus, type HttpResponse, type ResponseContext } from "./response";

/** Maximum size of a response body. The largest valid one, a page of events, is a hundredth of this. */
const maxBodyBytes = 5 * 1024 * 1024;
const maxRedirects = 3;

export type HttpRequest = {
	readonly url: URL;
	readonly query?: URLSearchParams | undefined;
	/** Body of a POST; without it the request is a GET. */
	readonly form?: URLSearchParams | undefined;
	/**
	 * Called when a POST has a connection. If it returns false, nothing is sent, and the call rejects with `too-late`.
	 */
	readonly maySend?: (() => boolean) | undefined;
	/** Time limit up to the last byte of the response. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal | undefined;
	/** How to interpret errors, and what to mask in their messages. */
	readonly context: ResponseContext;
};

/**
 * Sends one request and reads the whole response. Redirects are followed only for a GET within the same origin, because
 * the URL contains the API key.
 * @throws {ServiceError} Unless the status is a success.
 */
export async function fetchResponse(request: HttpRequest): Promise<HttpResponse> {
	const { signal, timeoutMs, context } = request;
	const hadSystemRoots = systemRoots.areTrusted;
	const controller = new AbortController();
	const timer = setTimeout(() => {
		controller.abort(new ServiceError("timeout", `no response within ${timeoutMs} ms`));
	}, timeoutMs);
	const cancel = () => {
		controller.abort(new ServiceError("aborted", "the call was aborted"));
	};
	signal?.addEventListener("abort", cancel);
	if (signal?.aborted) cancel();
	try {
		const response = await send(request, controller.signal);
		const error = errorOfStatus(response, context);
		if (error) throw error;
		return response;
	} catch (error) {
		if (controller.signal.aborted) throw controller.signal.reason;
		if (error instanceof ServiceError) throw error;
		const failure = errorOfNetworkCode(networkCodeOf(error), context.secrets);
		// Nothing was sent to a host whose certificate was refused, so even a POST can be sent again.
		if (failure.kind === "certificate" && !hadSystemRoots && systemRoots.trust())
			return await fetchResponse(request);
		throw failure;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener("abort", cancel);
	}
}

/** Only a POST uses ky: its `Request` loads undici, which would delay the first number by 20 to 30 ms. */
async function send({ url, query, form, maySend }: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
	const target = new URL(url);
	if (query) target.search = query.toString();
	if (!form) return readResponse(target, { signal });
	const { postForm } = await import("./post-form");
	return postForm(target, () => readResponse(target, { form, maySend, signal }));
}

async function readResponse(
	url: URL,
	options: Pick<ExchangeOptions, "form" | "maySend" | "signal">,
): Promise<HttpResponse> {
	const { status, headers, body } = await followRedirects(url, options);
	if (!body)
		throw new ServiceError("too-large", `the response is larger than ${maxBodyBytes} bytes`, { status });
	if (status > 599)
		throw new ServiceError("server-error", `the service responded with ${status}`, { status });
	return { status, body: body.toString(), retryAfter: headers["retry-after"], date: headers.date };
}

async function followRedirects(
	from: URL,
	options: Pick<ExchangeOptions, "form" | "maySend" | "signal">,
): Promise<ExchangeResult> {
	const headers = { accept: "application/json" };
	let next = from;
	for (let hop = 0; ; hop += 1) {
		const response = await exchange(next, { ...options, headers, maxBytes: maxBodyBytes });
		const target = redirectTarget(response, from);
		if (!target) return response;
		if (target.origin !== from.origin || options.form || hop >= maxRedirects) {
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
