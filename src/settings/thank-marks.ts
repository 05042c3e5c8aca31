import { streamEventTypes, type StreamEventType } from "../state/stream-event";
import type { ThankMark, ThankMarks } from "../ledger/thank-queue";
import type { GlobalSettingsStore } from "./global-settings";

/**
 * Notes up to where people were thanked. Where the host's store is too full to note who became known late, some of them
 * may be thanked again after a restart; where not even the rest fits, all of the session are.
 */
export async function rememberThanked(
	settings: Pick<GlobalSettingsStore, "change">,
	thanked: ThankMarks,
): Promise<void> {
	try {
		await settings.change({ thanked });
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		const marks: { -readonly [type in StreamEventType]?: ThankMark } = {};
		for (const type of streamEventTypes) {
			const mark = thanked[type];
			if (mark) marks[type] = { at: mark.at, id: mark.id };
		}
		await settings.change({ thanked: marks });
	}
}
