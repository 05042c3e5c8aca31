/* Durations of the global settings, in milliseconds. */

/** The settings are requested again if the host does not send them within this time. */
export const readTimeoutMs = 3_000;
/** Time after the first read within which the host may still send the settings of that time. */
export const lateAnswerMs = 10_000;
