import { randomBytes } from "node:crypto";
import { basename } from "node:path";

/** Position of a key, for hosts that derive its context from the position. */
export type Place = {
	readonly deviceId: string;
	readonly profile: string;
	readonly controller: "Keypad" | "Encoder";
	readonly position: number;
	/** 0 for a separate key, from 1 for the steps of a multi-action. */
	readonly index: number;
};

/** Differences between hosts. */
export type Dialect = {
	readonly name: "elgato" | "opendeck";
	readonly application: Readonly<Record<string, string>>;
	readonly devicePixelRatio: number;
	/** Repeats a request's `id` in its reply. */
	readonly echoesIds: boolean;
	/** Repeats every appearance to a plugin that registers; otherwise it repeats what was queued before the first one. */
	readonly announcesOnRegister: boolean;
	readonly hasResources: boolean;
	readonly hasDesiredState: boolean;
	/** Multi-action steps get coordinates too. */
	readonly placesSteps: boolean;
	/** Rotation events include whether the dial is pressed. */
	readonly reportsPressedTurns: boolean;
	/** Runtime titles and images are kept after the plugin ends. */
	readonly keepsFaces: boolean;
	/** Commands for a hidden key are dropped. */
	readonly ignoresHiddenKeys: boolean;
	/** Several inspectors are open, each with its key's context as uuid; all receive global settings. */
	readonly hasManyInspectors: boolean;
	/** A key that is moved keeps its context. */
	readonly keepsMovedContext: boolean;
	/** Pause between the two key events of a multi-action's step. */
	readonly stepPauseMs: number;
	/** Commands that the host cannot decode and drops. */
	readonly unsupported: ReadonlySet<string>;
	pluginUuid(pluginDir: string): string;
	deviceId(): string;
	context(place: Place): string;
};

const hexId = () => randomBytes(16).toString("hex").toUpperCase();

const elgato: Dialect = {
	name: "elgato",
	application: { font: "Arial", platform: "windows", platformVersion: "10.0.26100", version: "7.1.0.21931" },
	devicePixelRatio: 2,
	echoesIds: true,
	announcesOnRegister: true,
	hasResources: true,
	hasDesiredState: true,
	placesSteps: false,
	reportsPressedTurns: true,
	keepsFaces: false,
	ignoresHiddenKeys: true,
	hasManyInspectors: false,
	keepsMovedContext: true,
	stepPauseMs: 0,
	unsupported: new Set(),
	pluginUuid: hexId,
	deviceId: hexId,
	context: hexId,
};

/** Source: nekename/OpenDeck, `events/` and `plugins/`. */
const openDeck: Dialect = {
	name: "opendeck",
	application: {
		font: "ui-sans-serif",
		platform: "windows",
		platformVersion: "10.0.19045.4474",
		version: "7.1.0",
	},
	devicePixelRatio: 0,
	echoesIds: false,
	announcesOnRegister: false,
	hasResources: false,
	hasDesiredState: false,
	placesSteps: true,
	reportsPressedTurns: false,
	keepsFaces: true,
	ignoresHiddenKeys: false,
	hasManyInspectors: true,
	keepsMovedContext: false,
	stepPauseMs: 100,
	unsupported: new Set([
		"switchToProfile",
		"setTriggerDescription",
		"getSecrets",
		"setResources",
		"getResources",
	]),
	pluginUuid: (pluginDir) => basename(pluginDir),
	deviceId: () => `sd-${randomBytes(6).toString("hex").toUpperCase()}`,
	context: ({ deviceId, profile, controller, position, index }) =>
		[deviceId, profile, controller, position, index].join("."),
};

export const dialects = { elgato, opendeck: openDeck } as const;
export type DialectName = keyof typeof dialects;
