import type { GlobalSettingsStore } from "./global-settings";
import type { GlobalSettings } from "./schemas";
import { changeWithinLimit } from "./change-within-limit";

/** Leaves room in the host's store for a longer address or key. */
const maxBytes = 400;
/** Fewer where the host's store is full all the same. */
const maxEventKeys = 30;

/** Names of events that this plugin posted to a service, so that they never count, not even after a restart. */
export function testEventKeysOf(
	settings: Pick<GlobalSettings, "testEvents"> | undefined,
	serviceHost: string | undefined,
): readonly string[] {
	const { host, names = [] } = settings?.testEvents ?? {};
	return host === serviceHost ? names : [];
}

/**
 * Remembers one more of them, and forgets the oldest.
 * @throws RangeError when not even this one fits.
 */
export async function rememberTestEvent(
	settings: Pick<GlobalSettingsStore, "change">,
	host: string,
	eventKey: string,
): Promise<void> {
	const isStored = await changeWithinLimit(settings, maxEventKeys, (current, count) => {
		const others = testEventKeysOf(current, host).filter((other) => other !== eventKey);
		return { testEvents: { host, names: newest([eventKey, ...others].slice(0, count)) } };
	});
	if (!isStored) throw new RangeError("the global settings have no room for another test event");
}

/** As many as are within the bound, but one at least. */
function newest(eventKeys: readonly string[]): readonly string[] {
	let fitting = eventKeys;
	while (fitting.length > 1 && JSON.stringify(fitting).length > maxBytes) fitting = fitting.slice(0, -1);
	return fitting;
}
