import type { LinkHistory } from "./link-history";
import type { RecordingLog } from "./recording-log";
import { diagnosticsReport, type ReportedKey } from "./report";
import type { Clock } from "../state/time/clock";
import type { Store } from "../state/store";

/** The SDK's data about the app and its devices. */
type App = {
	readonly info: {
		readonly application: {
			readonly version: string;
			readonly platform: string;
			readonly platformVersion: string;
			readonly language: string;
		};
	};
	readonly devices: Iterable<{
		readonly type: number;
		readonly size: { readonly columns: number; readonly rows: number };
		readonly isConnected: boolean;
	}>;
};

type ReportSources = {
	readonly pluginVersion: string;
	readonly keys: readonly ReportedKey[];
	readonly appHost: string;
	readonly clock: Clock;
	readonly store: Store;
	readonly settings: {
		readonly current:
			{ readonly [name in "baseUrl" | "apiKey" | "sceneSocketUrl"]?: string | undefined } | undefined;
	};
	readonly linkHistory: LinkHistory;
	readonly log: RecordingLog;
	/** Masks every key that was in use, and other texts. */
	readonly maskSecrets: (text: string, others: readonly string[]) => string;
};

/** Returns a support report about the running plugin, without secrets. */
export function pluginReport(
	{ info: { application }, devices }: App,
	{ pluginVersion, keys, appHost, clock, store, settings, linkHistory, log, maskSecrets }: ReportSources,
): string {
	const { baseUrl, apiKey, sceneSocketUrl } = settings.current ?? {};
	const { account, link, sceneLink, hideNumbers, sessionStartedAtMs } = store.state;
	const typed = [baseUrl, sceneSocketUrl].flatMap((address) => hostNamesIn(address));
	const personal = [...typed, account?.username].filter((text) => text !== undefined);
	return diagnosticsReport({
		nowMs: clock.wallMs(),
		clockOffsetMs: clock.now() - clock.wallMs(),
		pluginVersion,
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
		hideNumbers,
		sessionStartedAtMs,
		link,
		sceneLink,
		keys,
		linkHistory: linkHistory.lines,
		problems: log.lines,
		mask: (text) => maskSecrets(text, personal),
	});
}

/** Returns the host name of an address with and without its port, because both forms occur in messages. */
function hostNamesIn(address: string | undefined): readonly string[] {
	if (address === undefined || !URL.canParse(address)) return [];
	const { host, hostname } = new URL(address);
	return [host, hostname];
}
