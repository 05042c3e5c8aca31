import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/time/clock";
import { cooldownMs } from "../service/retry-policy";

type Endpoint = Exclude<keyof ServiceClient, "origin">;

/**
 * Cooldowns that the service has requested, by endpoint.
 *
 * Invariant: while two or more endpoints are limited and none has succeeded since, a cooldown applies to all
 * endpoints.
 */
export class Cooldowns {
	readonly #clock: Clock;
	/**
	 * End of each cooldown, on the uptime clock, which includes system sleep. A change of the wall clock must not
	 * end or extend a cooldown.
	 */
	readonly #untilMs = new Map<Endpoint, number>();
	/** Endpoints that requested a cooldown since the last response without one. */
	readonly #limitedEndpoints = new Set<Endpoint>();
	#respondedAtMs = -Infinity;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Time since the service last responded, in milliseconds, on the clock that stops during system sleep. */
	get silentForMs(): number {
		return this.#clock.elapsedMs() - this.#respondedAtMs;
	}

	/**
	 * Returns the remaining cooldown of an endpoint, in milliseconds. It is the longest of all cooldowns if several
	 * endpoints are limited.
	 */
	remainingMs(endpoint: Endpoint): number {
		const isServiceWide = this.#limitedEndpoints.size > 1;
		const ends = isServiceWide ? [...this.#untilMs.values()] : [this.#untilMs.get(endpoint) ?? -Infinity];
		return Math.max(...ends.map((untilMs) => untilMs - this.#clock.uptimeMs()), 0);
	}

	start(endpoint: Endpoint, durationMs: number): void {
		this.#respondedAtMs = this.#clock.elapsedMs();
		this.#untilMs.set(endpoint, this.#clock.uptimeMs() + durationMs);
		this.#limitedEndpoints.add(endpoint);
	}

	/** Ends the cooldown of an endpoint because it responded, even with an error. */
	clear(endpoint: Endpoint): void {
		this.#respondedAtMs = this.#clock.elapsedMs();
		this.#untilMs.delete(endpoint);
		this.#limitedEndpoints.clear();
	}

	/** Ends all cooldowns, because the user pressed a key. */
	clearAll(): void {
		this.#untilMs.clear();
		this.#limitedEndpoints.clear();
	}
}

/**
 * Wraps a client so that it respects cooldowns: a call during one rejects with `rate-limited` and sends nothing.
 *
 * A refused call does not prove that the API key is invalid, so the key is checked first. If it is accepted, only
 * this call failed, with `server-error`.
 * @param checkKey Resolves with the refusal; undefined if the key is accepted or could not be checked.
 */
export function createGuardedClient(
	client: ServiceClient,
	cooldowns: Cooldowns,
	checkKey: () => Promise<ServiceError | undefined>,
): ServiceClient {
	async function request<T>(endpoint: Endpoint, call: () => Promise<T>): Promise<T> {
		const retryAfterMs = cooldowns.remainingMs(endpoint);
		if (retryAfterMs > 0) {
			throw new ServiceError("rate-limited", "the service requested a cooldown", { retryAfterMs });
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
			// The result of a key press is displayed without waiting for the check.
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
