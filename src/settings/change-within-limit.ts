import type { GlobalSettingsStore } from "./global-settings";
import type { GlobalSettings } from "./schemas";

/**
 * Changes the settings to hold as many of something as the host's store has room for: at first `maxCount`, then ever
 * fewer.
 * @param createPatch The change, made of the settings as they are when its turn comes.
 * @returns Whether at least one fitted. Else nothing is changed.
 */
export async function changeWithinLimit(
	settings: Pick<GlobalSettingsStore, "change">,
	maxCount: number,
	createPatch: (current: GlobalSettings, count: number) => Partial<GlobalSettings>,
): Promise<boolean> {
	for (let count = maxCount; count >= 1; count = Math.floor(count / 2)) {
		try {
			await settings.change((current) => createPatch(current, count));
			return true;
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
		}
	}
	return false;
}
