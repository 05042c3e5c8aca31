import type { ServiceError } from "../service/errors";

/** What the policy needs to know of a failure. */
export type Failure = Pick<ServiceError, "kind" | "retryAfterMs">;

const firstDelayMs = 400;
/** Short enough that, once the service is back, every key is right again within ten seconds. */
const maxDelayMs = 3_000;
/** Who has waited for an answer in vain has waited already. */
const maxTimeoutDelayMs = 1_000;
const kickDelayMs = 1_000;
const rateLimitDelayMs = 5_000;
/** Whatever a service says, nobody's keys stay wrong for hours because of it. */
const maxCooldownMs = 300_000;

/** A refused key is asked about again, ever more rarely: it may have been refused by mistake. */
const refusalDelays = [
	{ untilFailure: 15, delayMs: 8_000 },
	{ untilFailure: 30, delayMs: 60_000 },
] as const;
const lateRefusalDelayMs = 300_000;

/** How long the service wants to be left alone, in milliseconds; undefined when it did not say so. */
export function cooldownMs({ kind, retryAfterMs }: Failure): number | undefined {
	const requestedMs = retryAfterMs ?? (kind === "rate-limited" ? rateLimitDelayMs : 0);
	return requestedMs > 0 ? Math.min(requestedMs, maxCooldownMs) : undefined;
}

/**
 * When to try again after a failure.
 * @param failureCount How many there have been in a row, this one included.
 * @param random Uniform in [0, 1): spreads out the clients of a service that has just come back.
 * @returns Milliseconds: the usual back-off, or longer where the service wants to be left alone.
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
