import type { ServiceError } from "./errors";

/** Properties of an error that determine the retry delay. */
export type Failure = Pick<ServiceError, "kind" | "retryAfterMs">;

const firstDelayMs = 400;
/**
 * Maximum back-off, in milliseconds. Short enough that all keys are correct within ten seconds after the service is
 * back.
 */
const maxDelayMs = 3_000;
/** After a timeout the maximum is shorter, because the request has already taken long. Milliseconds. */
const maxTimeoutDelayMs = 1_000;
const kickDelayMs = 1_000;
const rateLimitDelayMs = 5_000;
/** Maximum cooldown, in milliseconds, so that a wrong `Retry-After` does not stop updates for hours. */
const maxCooldownMs = 300_000;

/**
 * A refused API key is checked again at increasing intervals, because the refusal may be an error of the service.
 */
const refusalDelays = [
	{ untilFailure: 15, delayMs: 8_000 },
	{ untilFailure: 30, delayMs: 60_000 },
] as const;
const lateRefusalDelayMs = 300_000;

/** Returns the cooldown that the service requested, in milliseconds; undefined if there is none. */
export function cooldownMs({ kind, retryAfterMs }: Failure): number | undefined {
	const requestedMs = retryAfterMs ?? (kind === "rate-limited" ? rateLimitDelayMs : 0);
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
	const maxMs = failure.kind === "timeout" ? maxTimeoutDelayMs : maxDelayMs;
	const backOffMs = Math.min(maxMs, firstDelayMs * 2 ** (failureCount - 1));
	const jitteredMs = backOffMs * (0.75 + random() / 4);
	const minMs = failure.kind === "kicked" ? kickDelayMs : 0;
	return Math.max(minMs, jitteredMs, cooldownMs(failure) ?? 0);
}
