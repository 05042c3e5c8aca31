import type { Settings } from "../world/deck/frame";
import { waitUntil } from "../world/deck/wait-until";
import type { StartOptions } from "../world/service/settings";
import { startService, type StandInService } from "../world/service/stand-in";
import type { BenchContext } from "./figure";
import { MeasuredPlugin, type BenchKey, type MeasuredOptions } from "./measured-plugin";

/** A key with the lifetime followers: the number that every plugin can display. */
export const followers: BenchKey = { action: "counter", settings: {} };

const scopes = ["lifetime", "session", "today", "week", "month", "year"];
const metrics = ["followers", "subscriptions", "donations", "donationAmount", "hostings", "viewers"];

/** Returns a full deck of counters, of all periods and metrics, some by unique names. */
export function counters(count: number): readonly BenchKey[] {
	return Array.from({ length: count }, (_, index) => {
		const scope = scopes[index % scopes.length];
		const metric = metrics[Math.floor(index / scopes.length) % metrics.length];
		return { action: "counter", settings: { scope, metric, uniqueOnly: index % 5 === 4 } };
	});
}

/** One plugin with its own service. */
export type Scenario = {
	readonly service: StandInService;
	readonly measured: MeasuredPlugin;
	readonly stop: () => Promise<void>;
};

export type ScenarioOptions = {
	/** Keys on the deck, created when the service exists. */
	readonly keys?: (service: StandInService) => readonly BenchKey[];
	readonly service?: StartOptions;
	readonly globalSettings?: Settings;
	/** An existing service. */
	readonly existingService?: StandInService | undefined;
	/** Creates events at the service before the plugin starts. */
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

/** Starts a scenario, and waits until every counter displays an exact number. */
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
