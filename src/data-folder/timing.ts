/* Durations of files in the data folder, in milliseconds. */

export const maxNumberAgeMs = 30 * 86_400_000;
/** An unchanged number is written again after this time, so that its age stays right after a crash. */
export const numberRefreshMs = 600_000;

/** Delays between attempts. On Windows, a virus scanner or a backup may briefly lock the old file. */
export const renameRetryDelaysMs = [20, 50, 100, 200];
