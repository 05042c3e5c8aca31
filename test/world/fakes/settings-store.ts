import { GlobalSettingsStore } from "../../../src/settings/global-settings";
import type { GlobalSettings } from "../../../src/settings/schemas";
import { VirtualClock } from "./virtual-clock";

/** A store of global settings whose host told these, and what was given to that host since. */
export function settingsStore(
	told: Partial<GlobalSettings>,
	onChange: (settings: GlobalSettings) => void = () => undefined,
) {
	const written: GlobalSettings[] = [];
	const store = new GlobalSettingsStore(
		{ read: async () => told, write: async (changed) => void written.push(changed) },
		new VirtualClock(),
		onChange,
	);
	store.applyRaw(told);
	return { store, written };
}

/** Global settings that leave so many bytes of the host's store, as JSON counts them. */
export function settingsWithRoom(bytes: number): Partial<GlobalSettings> {
	const { store } = settingsStore({ note: "" });
	return { note: "n".repeat(1_000 - bytes - JSON.stringify(store.current).length) };
}
