import type { GlobalSettingsStore } from "./global-settings";
import type { GlobalSettings } from "./schemas";
import { changeToWhatFits } from "./what-fits";

/** Leaves room in the host's store for a longer address or key. */
const maxBytes = 400;
/** Fewer where the host's store is full all the same. */
const maxNames = 30;

/** Names of events that this plugin posted to a service, so that they never count, not even after a restart. */
export function testEventsOf(
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
	name: string,
): Promise<void> {
	const isKept = await changeToWhatFits(settings, maxNames, (current, count) => {
		const others = testEventsOf(current, host).filter((other) => other !== name);
		return { testEvents: { host, names: newest([name, ...others].slice(0, count)) } };
	});
	if (!isKept) throw new RangeError("the global settings have no room for another test event");
}

/** As many as are within the bound, but one at least. */
function newest(names: readonly string[]): readonly string[] {
	let kept = names;
	while (kept.length > 1 && JSON.stringify(kept).length > maxBytes) kept = kept.slice(0, -1);
	return kept;
}
