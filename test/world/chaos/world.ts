import type { VirtualClock } from "../fakes/virtual-clock";
import type { Feature } from "./features";
import type { PluginModel } from "./plugin-model";
import type { Random } from "./random";
import type { ServiceModel } from "./service-model";
import type { Tally } from "./tally";

/** What the parts of one history share. */
export type World = {
	readonly clock: VirtualClock;
	readonly service: ServiceModel;
	readonly log: (line: string) => void;
	/** Features of this history. */
	readonly features: ReadonlySet<Feature>;
	/** How often each fault and each action occurred. */
	readonly tally: Tally;
	/** Something is wrong with the plugin. */
	readonly complain: (message: string) => void;
	/** The running plugin; a restart replaces it. */
	readonly plugin: () => PluginModel;
	/** An event is about to take place. @returns What to call when it has. */
	readonly beforeEvent: () => (() => void) | undefined;
};

/** Runs an action, and records that it occurred. */
export function act({ log, tally }: Pick<World, "log" | "tally">, name: string, action?: () => void): void {
	log(name);
	tally.add(name);
	action?.();
}

/** Randomness of the basic faults, and of all features: the former does not depend on which features are on. */
export type Randoms = { readonly basic: Random; readonly extra: Random };
