import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import { leaveAloneMs } from "./retry-policy";

type Endpoint = Exclude<keyof ServiceClient, "origin">;

/** The one place that remembers which endpoints want to be left alone, and until when. */
export class Rests {
	readonly #clock: Clock;
	/** Until when, on the clock that counts sleeps: one that can be set would end a rest early, or never. */
	readonly #untilMs = new Map<Endpoint, number>();
	/** Endpoints that have asked for rest since the last one that answered otherwise. */
	readonly #inARow = new Set<Endpoint>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** How long nobody may ask, in milliseconds. A rest holds for its endpoint, unless the service answers so everywhere. */
	leftMs(endpoint: Endpoint): number {
		const isEverywhere = this.#inARow.size > 1;
		const ends = isEverywhere ? [...this.#untilMs.values()] : [this.#untilMs.get(endpoint) ?? -Infinity];
		return Math.max(...ends.map((untilMs) => untilMs - this.#clock.uptimeMs()), 0);
	}

	begin(endpoint: Endpoint, forMs: number): void {
		this.#untilMs.set(endpoint, this.#clock.uptimeMs() + forMs);
		this.#inARow.add(endpoint);
	}

	/** The endpoint answered, whatever it said. */
	end(endpoint: Endpoint): void {
		this.#untilMs.delete(endpoint);
		this.#inARow.clear();
	}

	/** Somebody presses a key and waits: everything may be asked once more. */
	endAll(): void {
		this.#untilMs.clear();
		this.#inARow.clear();
	}
}

/**
 * A client that asks no endpoint that wants to be left alone: such calls reject as the one that was told so. And one refused
 * call refuses no key: whose it is is asked first, and where that is answered, it was that call alone that failed.
 * @param checkKey Resolves with why the key is not accepted; undefined when it is, or nobody could tell.
 */
export function createCautiousClient(
	client: ServiceClient,
	rests: Rests,
	checkKey: () => Promise<ServiceError | undefined>,
): ServiceClient {
	async function ask<T>(endpoint: Endpoint, call: () => Promise<T>): Promise<T> {
		const retryAfterMs = rests.leftMs(endpoint);
		if (retryAfterMs > 0) {
			throw new ServiceError("rate-limited", "the service asked to be left alone", { retryAfterMs });
		}
		try {
			const answer = await call();
			rests.end(endpoint);
			return answer;
		} catch (error) {
			const failure = serviceErrorFrom(error);
			const restMs = leaveAloneMs(failure);
			if (restMs !== undefined) rests.begin(endpoint, restMs);
			else if (failure.status !== undefined) rests.end(endpoint);
			if (failure.kind !== "refused" || endpoint === "account") throw failure;
			const check = checkKey();
			// Who pressed a key is told at once what it met.
			if (endpoint === "postEvent") throw failure;
			const { message, status } = failure;
			throw (
				(await check) ?? new ServiceError("server-error", message, status === undefined ? {} : { status })
			);
		}
	}

	return {
		origin: client.origin,
		account: (signal) => ask("account", () => client.account(signal)),
		socketAddress: (signal) => ask("socketAddress", () => client.socketAddress(signal)),
		totals: (signal) => ask("totals", () => client.totals(signal)),
		events: (query, signal) => ask("events", () => client.events(query, signal)),
		chart: (query, signal) => ask("chart", () => client.chart(query, signal)),
		scenes: (signal) => ask("scenes", () => client.scenes(signal)),
		scene: (token, signal) => ask("scene", () => client.scene(token, signal)),
		postEvent: (event, username, mayLeave) =>
			ask("postEvent", () => client.postEvent(event, username, mayLeave)),
	};
}
