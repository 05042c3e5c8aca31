import type { InputLag } from "./keys/input-lag";
import type { ConnectionManager } from "../connection/connection-manager";
import type { Log } from "../state/log";
import type { FaceStrings } from "../key-face/strings";
import type { GlobalSettingsStore } from "../settings/global-settings";
import type { Clock } from "../state/time/clock";
import type { KeyChoices } from "../state/key-choice";
import type { RememberedNumbers } from "../state/counters/remembered-numbers";
import type { Store } from "../state/store";
import type { TextFiles } from "../text-files/text-files";
import type { BackgroundKeys } from "./keys/background-keys";
import type { Demand } from "./keys/demand";
import type { Guard } from "../state/guard";
import type { KeyPainter } from "./keys/key-painter";

/** Goals of the account that were reached, in this run and earlier ones. */
export interface ReachedGoals {
	/** Returns the highest goal that was reached; undefined when none is stored. */
	highest(goalKey: string): number | undefined;
	record(goalKey: string, goal: number): void;
}

export type ActionConnection = Pick<
	ConnectionManager,
	"refresh" | "reconnectAndSync" | "sendRemoteAction" | "postEvent" | "refreshStaleScenes" | "silentForMs"
>;

export type ActionContext = {
	readonly store: Store;
	readonly connection: ActionConnection;
	readonly settings: Pick<GlobalSettingsStore, "current" | "change">;
	readonly demand: Pick<Demand, "set" | "remove">;
	readonly painter: KeyPainter;
	readonly textFiles: Pick<TextFiles, "set" | "hide" | "remove" | "refresh">;
	readonly backgroundKeys: Pick<BackgroundKeys, "appear" | "disappear" | "forget" | "decisionOf">;
	readonly reachedGoals: ReachedGoals;
	readonly rememberedNumbers: RememberedNumbers;
	readonly choices: KeyChoices;
	readonly guard: Guard;
	readonly clock: Clock;
	/** Possible age of the input that is being handled. Commands from input that is too old must not be sent. */
	readonly inputLag: Pick<InputLag, "sentAfter" | "isLagging" | "afterPendingInput">;
	readonly log: Log;
	readonly words: () => FaceStrings;
};
