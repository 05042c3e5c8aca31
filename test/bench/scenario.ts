import type { Settings } from "../world/deck/frame";
import { waitUntil } from "../world/deck/wait-until";
import type { StartOptions } from "../world/service/settings";
import { startService, type StandInService } from "../world/service/stand-in";
import type { BenchContext } from "./figure";
import { MeasuredPlugin, type BenchKey, type MeasuredOptions } from "./measured-plugin";

/** A key that shows all followers there ever were: the number that every plugin can show. */
export const followers: BenchKey = { action: "counter", settings: {} };

const scopes = ["lifetime", "session", "today", "week", "month", "year"];
const metrics = ["followers", "subscriptions", "donations", "donationAmount", "hostings", "viewers"];

/** So many counters as a deck may have, of all periods and metrics, some by unique names. */
export function counters(count: number): readonly BenchKey[] {
	return Array.from({ length: count }, (_, index) => {
		const scope = scopes[index % scopes.length];
		const metric = metrics[Math.floor(index / scopes.length) % metrics.length];
		return { action: "counter", settings: { scope, metric, uniqueOnly: index % 5 === 4 } };
	});
}

/** One plugin at a service of its own. */
export type Scenario = {
	readonly service: StandInService;
	readonly measured: MeasuredPlugin;
	readonly stop: () => Promise<void>;
};

export type ScenarioOptions = {
	/** What is on the deck, once the service is there. */
	readonly keys?: (service: StandInService) => readonly BenchKey[];
	readonly service?: StartOptions;
	readonly globalSettings?: Settings;
	/** A service that was there before. */
	readonly existingService?: StandInService | undefined;
	/** What the service has seen before the plugin starts. */
	readonly prepare?: (service: StandInService) => void;
} & Pick<MeasuredOptions, "decks" | "imageLength" | "installation" | "probe">;

/** Starts a service and then the plugin, which registers. */
export async function startScenario(
	{ nodePath }: BenchContext,
	pluginDir: string,
	{
		keys = () => [followers],
		service: startOptions,
		globalSettings,
		existingService,
		prepare,
		...rest
	}: ScenarioOptions = {},
): Promise<Scenario> {
	const service = existingService ?? (await startService({ seed: "empty", ...startOptions }));
	prepare?.(service);
	const account = { baseUrl: service.url, apiKey: service.apiKey, ...globalSettings };
	const measured = await MeasuredPlugin.start({
		pluginDir,
		nodePath,
		globalSettings: account,
		keys: keys(service),
		...rest,
	});
	return {
		service,
		measured,
		stop: async () => {
			await measured.stop();
			await service.stop();
		},
	};
}

/** The same, once every counter shows a number that it is sure of. */
export async function startLive(
	context: BenchContext,
	pluginDir: string,
	options: ScenarioOptions = {},
): Promise<Scenario> {
	const scenario = await startScenario(context, pluginDir, options);
	const { measured } = scenario;
	await measured.until(() => measured.isLive, "every counter to be live", 120_000);
	await waitUntil(() => scenario.service.connections.event.joined > 0, { message: "the room to be joined" });
	return scenario;
}
