import type streamDeckModule from "@elgato/streamdeck";

import { KeyPainter } from "./actions/keys/key-painter";
import { createSurface } from "./actions/keys/surface";
import { RememberedCounters } from "./actions/remembered-counters";
import { DataFolder } from "./data-folder/data-folder";
import { dataFolderPath, pluginId } from "./data-folder/data-path";
import { StoredNumbers } from "./data-folder/stored-numbers";
import { StoredOffsets } from "./data-folder/stored-offsets";
import { systemClock } from "./host/system-clock";
import { parseGlobalSettings } from "./settings/schemas/global";
import type { Guard } from "./state/guard";
import { ServiceClock } from "./state/time/service-clock";

type EarlyPartsOptions = {
	readonly guard: Guard;
	readonly warn: (line: string) => void;
	/** The promise may never settle. */
	readonly rawSettings: Promise<unknown>;
};

/** Parts that are needed before the whole plugin is loaded, to display the first numbers. */
export type EarlyParts = ReturnType<typeof openEarlyParts>;

/** Opens the data folder, and displays numbers of counters that appear, as soon as the settings are known. */
export function openEarlyParts(
	{ actions, info }: typeof streamDeckModule,
	{ guard, warn, rawSettings }: EarlyPartsOptions,
) {
	const dataFolder = new DataFolder({ path: dataFolderPath(process.env), pluginId, warn });
	/** Clock of the service, corrected by each response. */
	const clock = new ServiceClock(systemClock);
	const numbers = new StoredNumbers(dataFolder);
	const offsets = new StoredOffsets(dataFolder);
	const painter = new KeyPainter(clock, guard);
	const { language } = info.application;
	const counters = new RememberedCounters({ numbers, painter, language, now: () => clock.now() });
	const listeners = [
		actions.onWillAppear(({ action, payload }) => {
			if (action.manifestId === `${pluginId}.counter`)
				counters.appear(action.id, createSurface(action), payload.settings);
		}),
		actions.onWillDisappear(({ action }) => counters.disappear(action.id)),
	];
	const settings = rawSettings.then((raw) => {
		const parsed = parseGlobalSettings(raw);
		counters.applySettings(parsed);
		return parsed;
	});
	settings.catch(() => undefined);
	/** Ends the display of numbers, because the controllers display the keys from then on. */
	const endDisplay = () => {
		for (const listener of listeners) listener.dispose();
		counters.end();
	};
	return { clock, dataFolder, numbers, offsets, painter, counters, settings, endDisplay };
}
