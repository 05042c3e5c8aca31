import { ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import { instantOf, msSince, type Clock } from "../state/clock";
import { leaveAloneMs } from "./retry-policy";

/**
 * A client that asks nothing, whoever wants it, while the service wants to be left alone: such calls reject as the one
 * that was told so.
 */
export function createPatientClient(client: ServiceClient, clock: Clock): ServiceClient {
	let told = { at: instantOf(clock), waitMs: 0 };

	async function ask<T>(call: () => Promise<T>): Promise<T> {
		const retryAfterMs = told.waitMs - msSince(told.at, clock);
		if (retryAfterMs > 0) {
			throw new ServiceError("rate-limited", "the service asked to be left alone", { retryAfterMs });
		}
		try {
			return await call();
		} catch (error) {
			const delayMs = error instanceof ServiceError ? leaveAloneMs(error) : undefined;
			if (delayMs !== undefined) told = { at: instantOf(clock), waitMs: delayMs };
			throw error;
		}
	}

	return {
		origin: client.origin,
		account: (signal) => ask(() => client.account(signal)),
		socketAddress: (signal) => ask(() => client.socketAddress(signal)),
		totals: (signal) => ask(() => client.totals(signal)),
		events: (query, signal) => ask(() => client.events(query, signal)),
		chart: (query, signal) => ask(() => client.chart(query, signal)),
		scenes: (signal) => ask(() => client.scenes(signal)),
		scene: (token, signal) => ask(() => client.scene(token, signal)),
		postEvent: (event, username, signal) => ask(() => client.postEvent(event, username, signal)),
	};
}
