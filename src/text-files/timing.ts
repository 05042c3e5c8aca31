/* Durations of writing text files, in milliseconds. */

/** Minimum interval between writes of one file. */
export const minFileIntervalMs = 1_000;
/** Delay before a failed write is retried; the cause may be fixed by then. */
export const retryMs = 10_000;
/** Delays between attempts while another program has the file open. Readers usually close it soon. */
export const inUseRetryDelaysMs = [20, 50, 100, 200, 400];

/** Age after which a temporary file is certainly not being written by any program. */
export const maxWriteMs = 60_000;
