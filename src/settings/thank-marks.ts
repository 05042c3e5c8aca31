import { streamEventTypes } from "../state/events/stream-event";
import type { ThankMark, ThankMarks } from "../ledger/thank-marks";
import type { GlobalSettingsStore } from "./global-settings";

/**
 * Stores the position up to which people have been thanked. Where the settings have no space for single events, only
 * the positions are stored: after a restart, a few people may be thanked twice or not at all.
 */
export async function storeThankMarks(
	settings: Pick<GlobalSettingsStore, "change">,
	thanked: ThankMarks,
): Promise<void> {
	try {
		await settings.change({ thanked });
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		const marks: { -readonly [key in keyof ThankMarks]: ThankMarks[key] } = { since: thanked.since };
		for (const type of streamEventTypes) {
			const mark = thanked[type];
			if (mark) marks[type] = { at: mark.at, id: mark.id } satisfies ThankMark;
		}
		await settings.change({ thanked: marks });
	}
}
