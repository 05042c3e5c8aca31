import type { ServiceError } from "./errors";
import {
	firstRetryDelayMs,
	maxRetryDelayMs,
	maxTimeoutRetryDelayMs,
	kickRetryDelayMs,
	rateLimitCooldownMs,
	maxCooldownMs,
	refusalDelays,
	lateRefusalDelayMs,
} from "./timing";

/** Properties of an error that determine the retry delay. */
export type Failure = Pick<ServiceError, "kind" | "retryAfterMs">;

/** Returns the cooldown that the service requested, in milliseconds; undefined if there is none. */
export function cooldownMs({ kind, retryAfterMs }: Failure): number | undefined {
	const requestedMs = retryAfterMs ?? (kind === "rate-limited" ? rateLimitCooldownMs : 0);
	return requestedMs > 0 ? Math.min(requestedMs, maxCooldownMs) : undefined;
}

/**
 * Returns the delay before the next attempt, in milliseconds: the back-off, or the cooldown if that is longer.
 * @param failureCount Number of failures in a row, including this one.
 * @param random Uniform in [0, 1). Spreads the reconnects of many clients after an outage.
 */
export function retryDelayMs(failure: Failure, failureCount: number, random: () => number): number {
	if (failure.kind === "refused") {
		return (
			refusalDelays.find(({ untilFailure }) => failureCount <= untilFailure)?.delayMs ?? lateRefusalDelayMs
		);
	}
	const maxMs = failure.kind === "timeout" ? maxTimeoutRetryDelayMs : maxRetryDelayMs;
	const backOffMs = Math.min(maxMs, firstRetryDelayMs * 2 ** (failureCount - 1));
	const jitteredMs = backOffMs * (0.75 + random() / 4);
	const minMs = failure.kind === "kicked" ? kickRetryDelayMs : 0;
	return Math.max(minMs, jitteredMs, cooldownMs(failure) ?? 0);
}
