import type { VirtualClock } from "../fakes/virtual-clock";
import type { Feature } from "./features";
import type { PluginModel } from "./plugin-model";
import type { Random } from "./random";
import type { ServiceModel } from "./service/service-model";
import type { Tally } from "./tally";

/** State shared by the parts of one history. */
export type World = {
	readonly clock: VirtualClock;
	readonly service: ServiceModel;
	readonly log: (line: string) => void;
	/** Features of this history. */
	readonly features: ReadonlySet<Feature>;
	/** Number of occurrences of each fault and action. */
	readonly tally: Tally;
	/** Reports a defect of the plugin. */
	readonly complain: (message: string) => void;
	/** The running plugin; a restart replaces it. */
	readonly plugin: () => PluginModel;
	/** Called before an event or a change takes place. @returns Callback to run after it has. */
	readonly beforeEvent: (kind: "live" | "late" | "change", type: string) => (() => void) | undefined;
};

/** Runs an action and records that it occurred. */
export function act({ log, tally }: Pick<World, "log" | "tally">, name: string, action?: () => void): void {
	log(name);
	tally.add(name);
	action?.();
}

/** Random numbers for basic faults, and for all features. The former do not depend on the enabled features. */
export type Randoms = { readonly basic: Random; readonly extra: Random };
