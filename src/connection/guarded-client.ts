import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import { cooldownMs } from "./retry-policy";

type Endpoint = Exclude<keyof ServiceClient, "origin">;

/** The one place that remembers which endpoints want to be left alone, and until when. */
export class Cooldowns {
	readonly #clock: Clock;
	/** Until when, on the clock that counts sleeps: one that can be set would end a rest early, or never. */
	readonly #untilMs = new Map<Endpoint, number>();
	/** Endpoints that have asked for rest since the last one that answered otherwise. */
	readonly #limitedEndpoints = new Set<Endpoint>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** How long nobody may ask, in milliseconds. A rest holds for its endpoint, unless the service answers so everywhere. */
	remainingMs(endpoint: Endpoint): number {
		const isServiceWide = this.#limitedEndpoints.size > 1;
		const ends = isServiceWide ? [...this.#untilMs.values()] : [this.#untilMs.get(endpoint) ?? -Infinity];
		return Math.max(...ends.map((untilMs) => untilMs - this.#clock.uptimeMs()), 0);
	}

	start(endpoint: Endpoint, durationMs: number): void {
		this.#untilMs.set(endpoint, this.#clock.uptimeMs() + durationMs);
		this.#limitedEndpoints.add(endpoint);
	}

	/** The endpoint answered, whatever it said. */
	clear(endpoint: Endpoint): void {
		this.#untilMs.delete(endpoint);
		this.#limitedEndpoints.clear();
	}

	/** Somebody presses a key and waits: everything may be asked once more. */
	clearAll(): void {
		this.#untilMs.clear();
		this.#limitedEndpoints.clear();
	}
}

/**
 * A client that asks no endpoint that wants to be left alone: such calls reject as the one that was told so. And one refused
 * call refuses no key: whose it is is asked first, and where that is answered, it was that call alone that failed.
 * @param checkKey Resolves with why the key is not accepted; undefined when it is, or nobody could tell.
 */
export function createGuardedClient(
	client: ServiceClient,
	cooldowns: Cooldowns,
	checkKey: () => Promise<ServiceError | undefined>,
): ServiceClient {
	async function request<T>(endpoint: Endpoint, call: () => Promise<T>): Promise<T> {
		const retryAfterMs = cooldowns.remainingMs(endpoint);
		if (retryAfterMs > 0) {
			throw new ServiceError("rate-limited", "the service asked to be left alone", { retryAfterMs });
		}
		try {
			const answer = await call();
			cooldowns.clear(endpoint);
			return answer;
		} catch (error) {
			const failure = serviceErrorFrom(error);
			const durationMs = cooldownMs(failure);
			if (durationMs !== undefined) cooldowns.start(endpoint, durationMs);
			else if (failure.status !== undefined) cooldowns.clear(endpoint);
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
		account: (signal) => request("account", () => client.account(signal)),
		socketAddress: (signal) => request("socketAddress", () => client.socketAddress(signal)),
		totals: (signal) => request("totals", () => client.totals(signal)),
		events: (query, signal) => request("events", () => client.events(query, signal)),
		chart: (query, signal) => request("chart", () => client.chart(query, signal)),
		scenes: (signal) => request("scenes", () => client.scenes(signal)),
		scene: (token, signal) => request("scene", () => client.scene(token, signal)),
		postEvent: (event, username, maySend) =>
			request("postEvent", () => client.postEvent(event, username, maySend)),
	};
}
