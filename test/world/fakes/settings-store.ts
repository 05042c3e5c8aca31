import { GlobalSettingsStore } from "../../../src/settings/global-settings";
import type { GlobalSettings } from "../../../src/settings/schemas/global";
import { VirtualClock } from "./virtual-clock";

/** A store of global settings with these initial settings from the host, and the later writes to that host. */
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

/** Returns global settings that leave this many bytes of the host's store, in JSON. */
export function settingsWithFreeBytes(freeBytes: number): Partial<GlobalSettings> {
	const { store } = createSettingsStore({ note: "" });
	return { note: "n".repeat(1_000 - freeBytes - JSON.stringify(store.current).length) };
}
