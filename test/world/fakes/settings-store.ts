import { GlobalSettingsStore } from "../../../src/settings/global-settings";
import type { GlobalSettings } from "../../../src/settings/schemas";
import { VirtualClock } from "./virtual-clock";

/** A store of global settings whose host told these, and what was given to that host since. */
export function createSettingsStore(
	initial: Partial<GlobalSettings>,
	onChange: (settings: GlobalSettings) => void = () => undefined,
) {
	const written: GlobalSettings[] = [];
	const store = new GlobalSettingsStore(
		{ read: async () => initial, write: async (changed) => void written.push(changed) },
		new VirtualClock(),
		onChange,
	);
	store.applyRaw(initial);
	return { store, written };
}

/** Global settings that leave so many bytes of the host's store, as JSON counts them. */
export function settingsWithFreeBytes(freeBytes: number): Partial<GlobalSettings> {
	const { store } = createSettingsStore({ note: "" });
	return { note: "n".repeat(1_000 - freeBytes - JSON.stringify(store.current).length) };
}
