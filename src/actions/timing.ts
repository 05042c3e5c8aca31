/*
 * Durations of presses and displays, in milliseconds. A press waits up to two seconds for the connection, so that its
 * outcome is displayed within the promised 2.5 s.
 */

export const holdMs = 500;
/** Maximum gap that counts as a bounce of a worn switch; a person cannot press that fast. */
export const minContactMs = 15;
/** Maximum gap that counts as a bounce if the key has a guard time. */
export const maxContactMs = 30;

/** The bounce of a worn switch must not undo its own press. */
export const commandDebounceMs = 30;

/** Interval in which only a worn switch can press twice. */
export const bounceMs = 15;

/** Prevents an accidental double press from playing the same alert twice. */
export const sendDebounceMs = 500;

/** Time after which a choice made by turning the dial expires if the dial is not used. */
export const choiceMs = 10_000;

/** Time within which a press undoes a command. */
export const undoWindowMs = 5_000;
/** Time that a command or a link waits while the plugin starts. */
export const commandWaitMs = 2_000;

/** How long a key displays why a press failed. */
export const noticeMs = 3_000;
/** How long a dial, which has no check mark, displays that a press succeeded. */
export const successMs = 1_500;

/** Time after which a press whose command is still running is answered with its state: 2.5 s, less the time to draw it. */
export const earlyAnswerMs = 2_200;
/** A service that sent nothing for this long is reported as not answering. */
export const silenceMs = 1_500;

/** How long the first picture of a key waits for the service's totals. */
export const maxTotalsDelayMs = 100;
/** Minimum interval between pictures that the app can process for one key. */
export const minSendIntervalMs = 100;
/**
 * Average minimum interval between paints. Prevents load from bursts of changes that do not affect the key.
 */
export const minPaintIntervalMs = 20;

/**
 * Interval between samples of the input lag. Each one wakes the process, which is most of its cost at rest.
 */
export const lagSampleIntervalMs = 500;
/** Delay of a sample on a busy computer. If it is later, the process was delayed. */
export const maxSampleDelayMs = 100;

/** Time after a key disappeared within which other changes of the device show the reason. */
export const decisionMs = 2_000;
/** Duration of the burst of events that one page change causes, in any order. */
export const burstMs = 200;
/** A hidden key that was not displayed for this long is dropped. */
export const maxHiddenMs = 30 * 86_400_000;
/** Interval at which a stored background key is marked as seen. */
export const refreshIntervalMs = 86_400_000;

/** Delay between the first confirmed number and the first write of it. */
export const firstWriteAfterMs = 1_000;
/** Minimum interval between writes of the recorded numbers. */
export const minRecordIntervalMs = 10_000;
