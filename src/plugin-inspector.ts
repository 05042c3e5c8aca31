import { randomUUID } from "node:crypto";

import type streamDeckModule from "@elgato/streamdeck";

import type { LiveAction } from "./actions/live-action";
import type { AppHost } from "./app-host";
import type { ConnectionManager } from "./connection/connection-manager";
import type { LinkHistory } from "./diagnostics/link-history";
import type { RememberedLog } from "./diagnostics/remembered-log";
import { InspectorController, type Starter } from "./inspector/inspector-controller";
import type { WantedPreview } from "./inspector/open-pages";
import type { Preview } from "./inspector/page-news";
import { SetupQueries } from "./inspector/setup-queries";
import { describeFace } from "./key-face/description";
import { wordsFor } from "./key-face/language";
import { imageOf, renderFace } from "./key-face/picture";
import { stripFeedback } from "./key-face/strip";
import type { Words } from "./key-face/words";
import { pageLink } from "./page-link";
import { pluginReport } from "./plugin-report";
import { originFrom } from "./service/address";
import { apiKeyByAccessToken, createServiceClient } from "./service/client";
import { readImage } from "./service/image";
import type { GlobalSettingsStore } from "./settings/global-settings";
import { starterProfileFor } from "./starter-profile";
import type { Clock } from "./state/clock";
import type { Store } from "./state/store";
import type { TextFiles } from "./text-files/text-files";

type Shown = Pick<LiveAction<unknown, unknown>, "manifestId" | "shownKeys" | "preview">;

type Parts = {
	readonly actions: readonly Shown[];
	readonly appHost: AppHost;
	readonly store: Store;
	readonly clock: Clock;
	readonly settings: GlobalSettingsStore;
	readonly connection: ConnectionManager;
	readonly textFiles: TextFiles;
	readonly linkHistory: LinkHistory;
	readonly log: RememberedLog;
};

/** What answers the pages of the property inspector, and what it asks of everybody else. */
export function createInspector(streamDeck: typeof streamDeckModule, parts: Parts): InspectorController {
	const { actions, appHost, store, clock, settings, connection, textFiles, log } = parts;
	const queries = new SetupQueries({
		store,
		client: () => connection.client,
		createClient: createServiceClient,
		originFrom,
		exchangeAccessToken: apiKeyByAccessToken,
		readImage,
		elapsedMs: () => clock.elapsedMs(),
	});
	return new InspectorController({
		...{ textFiles, settings, store, connection, queries, clock, log },
		host: pageLink,
		preview: (manifestId, wanted) =>
			previewOf(actions, manifestId, wanted, wordsFor(streamDeck.info.application.language)),
		run: randomUUID(),
		diagnostics: () => {
			const keys = actions.flatMap((action) =>
				action.shownKeys.map((key) => ({ action: action.manifestId.split(".").at(-1) ?? "", ...key })),
			);
			return pluginReport(streamDeck, { keys, ...parts });
		},
		starter: starterOf(streamDeck, appHost),
	});
}

function previewOf(
	actions: readonly Shown[],
	manifestId: string,
	{ settings, controller }: WantedPreview,
	words: Words,
): Preview | undefined {
	const face = actions.find((action) => action.manifestId === manifestId)?.preview(settings);
	if (!face) return undefined;
	const title = describeFace(face, words);
	const color = "color" in face ? face.color : undefined;
	return controller === "Encoder"
		? { strip: stripFeedback(face), title, color }
		: { image: imageOf(renderFace(face)), title, color };
}

function starterOf({ actions, profiles }: typeof streamDeckModule, appHost: AppHost): Starter {
	const deviceOf = (keyId: string) => actions.getActionById(keyId)?.device;
	const profileOf = (keyId: string) => starterProfileFor(appHost, deviceOf(keyId)?.type);
	return {
		isOffered: (keyId) => profileOf(keyId) !== undefined,
		add: async (keyId) => {
			const profile = profileOf(keyId);
			const device = deviceOf(keyId);
			if (profile && device) await profiles.switchToProfile(device.id, profile);
		},
	};
}
