import { randomUUID } from "node:crypto";

import type streamDeckModule from "@elgato/streamdeck";

import type { ActionController } from "./actions/action-controller";
import type { BackgroundKey, BackgroundKeys } from "./actions/keys/background-keys";
import type { AppHost } from "./host/app-host";
import type { ConnectionManager } from "./connection/connection-manager";
import type { LinkHistory } from "./diagnostics/link-history";
import type { RecordingLog } from "./diagnostics/recording-log";
import { InspectorController, type Starter, type TriedAction } from "./inspector/inspector-controller";
import type { BackgroundKeyView, TryOutcome } from "./inspector/messages";
import type { PreviewRequest } from "./inspector/open-pages";
import type { Preview } from "./inspector/page-updates";
import { SetupQueries } from "./inspector/setup-queries";
import { describeFace } from "./key-face/description";
import { stringsFor } from "./key-face/language";
import { toDataUrl, renderFace } from "./key-face/drawing/image";
import { stripFeedback } from "./key-face/drawing/strip";
import type { FaceStrings } from "./key-face/strings";
import { inspectorChannel } from "./host/inspector-channel";
import { pluginReport } from "./plugin-report";
import { originFrom } from "./service/address";
import { apiKeyByAccessToken, createServiceClient } from "./service/client";
import { readImage } from "./service/image";
import { identifySocketService } from "./service/socket/socket-probe";
import type { GlobalSettingsStore } from "./settings/global-settings";
import { starterProfileFor } from "./host/starter-profile";
import { parseCounterSettings } from "./settings/schemas";
import { instantOf, type Clock } from "./state/clock";
import { resolveBinding } from "./state/scenes/scene-binding";
import type { Store } from "./state/store";
import type { SuggestedFiles } from "./text-files/suggested-files";
import type { TextFiles } from "./text-files/text-files";

type InspectedAction = Pick<
	ActionController<unknown, unknown>,
	"manifestId" | "visibleKeys" | "sessionKeyCount" | "preview"
>;

type InspectorDependencies = {
	readonly actions: readonly InspectedAction[];
	readonly appHost: AppHost;
	/** Scene that was chosen last. */
	readonly lastScene: () => string | undefined;
	readonly store: Store;
	readonly clock: Clock;
	readonly settings: GlobalSettingsStore;
	readonly connection: ConnectionManager;
	readonly textFiles: TextFiles;
	readonly suggestedFiles: SuggestedFiles;
	readonly linkHistory: LinkHistory;
	readonly backgroundKeys: Pick<BackgroundKeys, "hidden" | "stop">;
	readonly log: RecordingLog;
	/** Masks every key that was in use. */
	readonly maskSecrets: (text: string) => string;
};

/** Creates the handler for requests of the property inspector, with access to the rest of the plugin. */
export function createInspector(
	streamDeck: typeof streamDeckModule,
	dependencies: InspectorDependencies,
): InspectorController {
	const { actions, appHost, lastScene, store, clock, settings, connection, textFiles, suggestedFiles, log } =
		dependencies;
	const { backgroundKeys } = dependencies;
	const queries = new SetupQueries({
		store,
		client: () => connection.client,
		createClient: createServiceClient,
		originFrom,
		exchangeAccessToken: apiKeyByAccessToken,
		identifySocketService,
		readImage,
		elapsedMs: () => clock.elapsedMs(),
	});
	return new InspectorController({
		...{ textFiles, suggestedFiles, settings, store, connection, queries, clock, log },
		host: inspectorChannel,
		lastScene,
		sessionKeyCount: () => actions.reduce((sum, action) => sum + action.sessionKeyCount, 0),
		preview: (manifestId, request) =>
			previewOf(actions, manifestId, request, stringsFor(streamDeck.info.application.language)),
		labelOf: (manifestId, keySettings) =>
			labelOf(actions, manifestId, keySettings, stringsFor(streamDeck.info.application.language)),
		run: randomUUID(),
		diagnostics: () => {
			const keys = actions.flatMap((action) =>
				action.visibleKeys.map((key) => ({ action: action.manifestId.split(".").at(-1) ?? "", ...key })),
			);
			return pluginReport(streamDeck, { keys, ...dependencies });
		},
		starter: starterOf(streamDeck, appHost),
		backgroundKeys: {
			list: () => {
				const strings = stringsFor(streamDeck.info.application.language);
				return backgroundKeys.hidden.map((key) => backgroundKeyView(actions, key, strings));
			},
			stop: (id) => {
				backgroundKeys.stop(id);
			},
		},
		tryAction: (action) => tryAction(dependencies, action),
	});
}

function previewOf(
	actions: readonly InspectedAction[],
	manifestId: string,
	{ settings, controller }: PreviewRequest,
	strings: FaceStrings,
): Preview | undefined {
	const face = actions.find((action) => action.manifestId === manifestId)?.preview(settings);
	if (!face) return undefined;
	const title = describeFace(face, strings);
	const color = "color" in face ? face.color : undefined;
	return controller === "Encoder"
		? { strip: stripFeedback(face), title, color }
		: { image: toDataUrl(renderFace(face)), title, color };
}

/**
 * Returns the label of a key. A Latest Event key without its own label gets the action's name instead of the event that it
 * displays.
 */
function labelOf(
	actions: readonly InspectedAction[],
	manifestId: string,
	settings: unknown,
	strings: FaceStrings,
): string {
	const ownLabel = parseCounterSettings(settings).label;
	if (ownLabel) return ownLabel;
	if (manifestId.endsWith(".latest-event")) return strings.latestEvent.full;
	return actions.find((action) => action.manifestId === manifestId)?.preview(settings).label ?? "";
}

function backgroundKeyView(
	actions: readonly InspectedAction[],
	{ id, manifestId, settings, seenAtMs }: BackgroundKey,
	strings: FaceStrings,
): BackgroundKeyView {
	const label = labelOf(actions, manifestId, settings, strings);
	// All actions that write a file use the same field for it; only counters have goals.
	const { file, goal, goalAction } = parseCounterSettings(settings);
	const view = { id, label, file, hiddenSinceMs: seenAtMs };
	if (goal === undefined || !goalAction || !manifestId.endsWith(".counter")) return view;
	return { ...view, goal, goalAction: goalAction.itemName ?? goalAction.actionName };
}

/** Sends a goal's action as the goal would. The result is visible on the stream. */
async function tryAction(
	{ connection, clock, store }: Pick<InspectorDependencies, "connection" | "clock" | "store">,
	{ scene, item: itemId, action: actionCode }: TriedAction,
): Promise<TryOutcome> {
	const pressedAt = instantOf(clock);
	const isMissing = () =>
		resolveBinding(store.state.scenes.get(scene), itemId, actionCode).kind === "missing";
	if (isMissing()) {
		await connection.reloadScene(scene, pressedAt);
		if (isMissing()) return "missing";
	}
	const outcome = await connection.sendRemoteAction({ actionCode, itemId, pressedAt });
	return outcome === "sent" ? "sent" : outcome === "not-connected" ? "offline" : "failed";
}

function starterOf({ actions, profiles }: typeof streamDeckModule, appHost: AppHost): Starter {
	const deviceOf = (keyId: string) => actions.getActionById(keyId)?.device;
	const profileOf = (keyId: string) => starterProfileFor(appHost, deviceOf(keyId)?.type);
	return {
		isOffered: (keyId) => profileOf(keyId) !== undefined,
		add: async (keyId) => {
			const profile = profileOf(keyId);
			const device = deviceOf(keyId);
			if (!profile || !device?.isConnected) return false;
			await profiles.switchToProfile(device.id, profile);
			return true;
		},
	};
}
