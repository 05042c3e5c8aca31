import type { ServiceError } from "../service/errors";

/** What the policy needs to know of a failure. */
export type Failure = Pick<ServiceError, "kind" | "retryAfterMs">;

const firstDelayMs = 400;
/** Short enough that, once the service is back, every key is right again within ten seconds. */
const longestDelayMs = 3_000;
/** Who has waited for an answer in vain has waited already. */
const longestTimeoutDelayMs = 1_000;
const kickDelayMs = 1_000;
const rateLimitDelayMs = 5_000;
const longestRateLimitMs = 3_600_000;

/** A refused key is asked about again, ever more rarely: it may have been refused by mistake. */
const refusalDelays = [
	{ untilFailure: 15, delayMs: 8_000 },
	{ untilFailure: 30, delayMs: 60_000 },
] as const;
const lateRefusalDelayMs = 300_000;

/** How long the service wants to be left alone, by whoever, in milliseconds; undefined when it did not say so. */
export function leaveAloneMs({ kind, retryAfterMs }: Failure): number | undefined {
	const askedMs = retryAfterMs ?? (kind === "rate-limited" ? rateLimitDelayMs : undefined);
	return askedMs && Math.min(askedMs, longestRateLimitMs);
}

/**
 * When to try again after a failure.
 * @param failures How many there have been in a row, this one included.
 * @param random Uniform in [0, 1): spreads out the clients of a service that has just come back.
 * @returns Milliseconds.
 */
export function retryDelayMs(failure: Failure, failures: number, random: () => number): number {
	if (failure.kind === "refused") {
		return refusalDelays.find(({ untilFailure }) => failures <= untilFailure)?.delayMs ?? lateRefusalDelayMs;
	}
	const longestMs = failure.kind === "timeout" ? longestTimeoutDelayMs : longestDelayMs;
	const backOffMs = Math.min(longestMs, firstDelayMs * 2 ** (failures - 1));
	const jitteredMs = backOffMs * (0.75 + random() / 4);
	const shortestMs = failure.kind === "kicked" ? kickDelayMs : 0;
	return Math.max(shortestMs, leaveAloneMs(failure) ?? jitteredMs);
}
