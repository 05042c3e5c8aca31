import { errorOfStatus, type Answer, type AnswerContext } from "./answer";
import { areSystemRootsTrusted, trustSystemRoots } from "./certificates";
import { ServiceError } from "./errors";
import { exchange, type Exchanged, type ExchangeOptions } from "./exchange";
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
	readonly mayLeave?: (() => boolean) | undefined;
	/** Until the last byte of the answer. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal | undefined;
	/** What an error means, and what is masked in it. */
	readonly context: AnswerContext;
};

/**
 * Sends one request and reads the whole answer. Redirects are followed for a GET and within the origin only: the key
 * travels in the address, and no other origin may see it.
 * @throws {ServiceError} Unless the answer is a success by its status.
 */
export async function fetchAnswer(request: HttpRequest): Promise<Answer> {
	const { timeoutMs, signal, context } = request;
	const hadSystemRoots = areSystemRootsTrusted();
	const stop = new AbortController();
	const giveUp = () => stop.abort(new ServiceError("timeout", `no answer within ${timeoutMs} ms`));
	const callOff = () => stop.abort(new ServiceError("aborted", "the call was called off"));
	const limit = setTimeout(giveUp, timeoutMs);
	signal?.addEventListener("abort", callOff);
	if (signal?.aborted) callOff();
	try {
		const answer = await wholeAnswer(request, stop.signal);
		const error = errorOfStatus(answer, context);
		if (error) throw error;
		return answer;
	} catch (error) {
		if (stop.signal.aborted) throw stop.signal.reason;
		if (error instanceof ServiceError) throw error;
		const failure = errorOfNetworkCode(networkCodeOf(error), context.secrets);
		// Nothing was sent to a host whose certificate was refused: even a command may be sent again.
		if (failure.kind === "certificate" && !hadSystemRoots && trustSystemRoots()) {
			return await fetchAnswer(request);
		}
		throw failure;
	} finally {
		clearTimeout(limit);
		signal?.removeEventListener("abort", callOff);
	}
}

async function wholeAnswer(
	{ url, query, form, mayLeave }: HttpRequest,
	signal: AbortSignal,
): Promise<Answer> {
	const from = new URL(url);
	if (query) from.search = query.toString();
	const { status, headers, body } = await follow(from, { form, mayLeave, signal });
	if (!body)
		throw new ServiceError("too-large", `the answer is larger than ${maxBodyBytes} bytes`, { status });
	if (status > 599) throw new ServiceError("server-error", `the service answered ${status}`, { status });
	return { status, body: body.toString(), retryAfter: headers["retry-after"], date: headers.date };
}

async function follow(
	from: URL,
	request: Pick<ExchangeOptions, "form" | "mayLeave" | "signal">,
): Promise<Exchanged> {
	const headers = { accept: "application/json" };
	let next = from;
	for (let hop = 0; ; hop += 1) {
		const answer = await exchange(next, { ...request, headers, maxBytes: maxBodyBytes });
		const target = redirectTarget(answer, from);
		if (!target) return answer;
		if (target.origin !== from.origin || request.form || hop >= maxRedirects) {
			const { status } = answer;
			throw new ServiceError("not-this-service", `redirected to ${target.origin}, not followed`, { status });
		}
		next = target;
	}
}

function redirectTarget({ status, headers: { location } }: Exchanged, from: URL): URL | undefined {
	if (status < 300 || status >= 400 || location === undefined) return undefined;
	return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}
