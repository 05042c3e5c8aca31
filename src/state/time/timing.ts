/* Durations of the service's clock, in milliseconds. */

/** Older samples are ignored: the service's own clock may have been corrected. */
export const maxSampleAgeMs = 600_000;
/** Minimum step back. Received times have whole seconds and network latency, so smaller differences are noise. */
export const minStepBackMs = 3_000;
/** Maximum lead of an event over the service's responses. A time further ahead is treated as invalid. */
export const maxEventLeadMs = 2_000;
/** Minimum jump of the system clock that can be a system sleep. */
export const minSystemSleepMs = 2_000;
