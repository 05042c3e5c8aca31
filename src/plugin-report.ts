import type streamDeckModule from "@elgato/streamdeck";

import { version } from "../package.json";
import type { AppHost } from "./host/app-host";
import type { LinkHistory } from "./diagnostics/link-history";
import type { RecordingLog } from "./diagnostics/recording-log";
import { diagnosticsReport, type ReportedKey } from "./diagnostics/report";
import { redact } from "./service/redact";
import type { GlobalSettingsStore } from "./settings/global-settings";
import type { Clock } from "./state/clock";
import type { Store } from "./state/store";

type ReportSources = {
	readonly keys: readonly ReportedKey[];
	readonly appHost: AppHost;
	readonly clock: Clock;
	readonly store: Store;
	readonly settings: Pick<GlobalSettingsStore, "current">;
	readonly linkHistory: LinkHistory;
	readonly log: RecordingLog;
	/** Masks every key that was in use. */
	readonly maskSecrets: (text: string) => string;
};

/** Returns a support report about the running plugin, without secrets. */
export function pluginReport(
	{ info: { application }, devices }: typeof streamDeckModule,
	{ keys, appHost, clock, store, settings, linkHistory, log, maskSecrets }: ReportSources,
): string {
	const { baseUrl, apiKey, sceneSocketUrl } = settings.current ?? {};
	const { account, link, sceneLink, hideNumbers, sessionStartedAtMs } = store.state;
	const typed = [baseUrl, sceneSocketUrl].flatMap((address) => hostNamesIn(address));
	const personal = [...typed, account?.username].filter((text) => text !== undefined);
	return diagnosticsReport({
		nowMs: clock.wallMs(),
		clockOffsetMs: clock.now() - clock.wallMs(),
		pluginVersion: version,
		runtime: `Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
		host: {
			name: appHost,
			version: application.version,
			system: `${application.platform} ${application.platformVersion}`,
			language: application.language,
		},
		devices: [...devices].map(({ type, size, isConnected }) => ({ type, ...size, isConnected })),
		hasAddress: baseUrl !== undefined,
		hasKey: apiKey !== undefined,
		hasSceneAddress: sceneSocketUrl !== undefined,
		isAccountLoaded: account !== undefined,
		...{ hideNumbers, sessionStartedAtMs, link, sceneLink, keys },
		linkHistory: linkHistory.lines,
		problems: log.lines,
		mask: (text) => redact(maskSecrets(text), personal),
	});
}

/** Returns the host name of an address with and without its port, because both forms occur in messages. */
function hostNamesIn(address: string | undefined): readonly string[] {
	if (address === undefined || !URL.canParse(address)) return [];
	const { host, hostname } = new URL(address);
	return [host, hostname];
}
