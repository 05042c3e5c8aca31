import type { GlobalSettingsStore } from "./global-settings";
import type { GlobalSettings } from "./schemas/global";

/**
 * Stores as many items as the host's settings have space for: tries `maxCount` first, then fewer and fewer.
 * @param createPatch Creates the change from the settings that are current when it is applied.
 * @returns Whether at least one item fitted. If not, nothing is changed.
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
