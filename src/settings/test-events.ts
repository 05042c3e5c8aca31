import type { GlobalSettingsStore } from "./global-settings";
import type { GlobalSettings } from "./schemas";

/** Leaves room in the host's store for a longer address or key. */
const maxBytes = 400;
/** As many as are tried to keep; fewer where the host's store is full all the same. */
const keptCounts = [30, 15, 5] as const;

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
 * @throws RangeError when not even a few fit.
 */
export async function rememberTestEvent(
	settings: Pick<GlobalSettingsStore, "current" | "change">,
	host: string,
	name: string,
): Promise<void> {
	const known = testEventsOf(settings.current, host).filter((other) => other !== name);
	for (const [index, count] of keptCounts.entries()) {
		const names = [name, ...known].slice(0, count);
		while (names.length > 1 && JSON.stringify(names).length > maxBytes) names.pop();
		try {
			await settings.change({ testEvents: { host, names } });
			return;
		} catch (error) {
			if (!(error instanceof RangeError) || index === keptCounts.length - 1) throw error;
		}
	}
}
