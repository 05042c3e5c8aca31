import { streamEventTypes } from "../state/stream-event";
import type { ThankMark, ThankMarks } from "../ledger/thank-marks";
import type { GlobalSettingsStore } from "./global-settings";

/**
 * Stores up to where people were thanked. Where the settings have no room for single events, only the positions are stored:
 * a few people may then be thanked twice, or not at all, after a restart.
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
