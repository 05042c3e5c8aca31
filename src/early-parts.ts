import { KeyPainter } from "./actions/keys/key-painter";
import { DataFolder } from "./data-folder/data-folder";
import { dataFolderPath } from "./data-folder/data-path";
import { StoredNumbers } from "./data-folder/stored-numbers";
import { systemClock } from "./host/system-clock";
import { parseGlobalSettings } from "./settings/schemas/global";
import type { Guard } from "./state/guard";
import { ServiceClock } from "./state/time/service-clock";

const pluginId = "com.example.streamevents";

type EarlyPartsOptions = {
	readonly guard: Guard;
	readonly warn: (line: string) => void;
};

/** Parts that are needed before the whole plugin is loaded, to display the numbers of an earlier run. */
export type EarlyParts = ReturnType<typeof openEarlyParts>;

/** Opens the data folder and reads the remembered numbers. */
export function openEarlyParts({ guard, warn }: EarlyPartsOptions) {
	const path = dataFolderPath(pluginId, process.env);
	const dataFolder = new DataFolder({ path, pluginId, warn });
	/** Clock of the service, corrected by each response. */
	const clock = new ServiceClock(systemClock);
	return {
		clock,
		dataFolder,
		numbers: new StoredNumbers(dataFolder),
		painter: new KeyPainter(clock, guard),
		parseSettings: parseGlobalSettings,
	};
}
