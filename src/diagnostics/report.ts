import type { Clock } from "../state/time/clock";
import type { Store } from "../state/store";
import { timeOfDay, type TimedLine } from "./line-history";
import { statusText, type LinkHistory } from "./link-history";
import type { RecordingLog } from "./recording-log";
import { settingsOutline } from "./settings-outline";

/** A visible key or dial, or a step of a multi-action. */
type ReportedKey = { readonly action: string; readonly kind: string; readonly settings: unknown };

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

const minClockOffsetMs = 2_000;
/** Folder of a file in a stack trace. It can contain the name of the user's account on the computer. */
const folderInStack = /file:\/\/\/\S*\//g;
const word = /[\p{L}\p{N}_]+/gu;

/** Device names by the SDK's `DeviceType`. */
const deviceKinds: Readonly<Record<number, string>> = {
	0: "Stream Deck",
	1: "Mini",
	2: "XL",
	3: "Mobile",
	4: "G-keys",
	5: "Pedal",
	7: "+",
	9: "Neo",
	10: "Studio",
	11: "Virtual",
	13: "+ XL",
};

/** Returns a support report about the running plugin, without secrets. */
export function pluginReport(app: App, sources: ReportSources): string {
	return diagnosticsReport(factsOf(app, sources));
}

/** Data of a report. Times are epoch milliseconds. */
export type ReportFacts = ReturnType<typeof factsOf>;

function factsOf(
	{ info: { application }, devices }: App,
	{ pluginVersion, keys, appHost, clock, store, settings, linkHistory, log, maskSecrets }: ReportSources,
) {
	const { baseUrl, apiKey, sceneSocketUrl } = settings.current ?? {};
	const { account, link, sceneLink, hideNumbers, sessionStartedAtMs } = store.state;
	const typed = [baseUrl, sceneSocketUrl].flatMap((address) => hostNamesIn(address));
	const personal = [...typed, account?.username].filter((text) => text !== undefined);
	return {
		nowMs: clock.wallMs(),
		/** How far the service's clock is ahead of the computer's, in milliseconds. */
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
		username: account?.username,
		hideNumbers,
		sessionStartedAtMs,
		link,
		sceneLink,
		keys,
		linkHistory: linkHistory.lines,
		problems: log.lines,
		mask: (text: string) => maskSecrets(text, personal),
	};
}

/**
 * Returns the support report as text. It contains no API key, no names of people, items or scenes, and no amounts, so users
 * can send it to a helper.
 */
export function diagnosticsReport(facts: ReportFacts): string {
	const sections = [
		["Stream Events diagnostics", ...summaryLines(facts)],
		["Keys", ...keyLines(facts.keys)],
		["Link", ...historyLines(facts.linkHistory)],
		["Last warnings and errors", ...historyLines(facts.problems)],
	];
	const text = sections.map(([title = "", ...lines]) =>
		[title, ...lines.map((line) => `  ${line}`)].join("\n"),
	);
	const masked = facts.mask(text.join("\n\n").replaceAll(folderInStack, ""));
	// `mask` ignores short texts, because parts of words would match them.
	return `${masked.replace(word, (found) => (found === facts.username ? "•••" : found))}\n`;
}

function summaryLines(facts: ReportFacts): string[] {
	const { host, link, sceneLink } = facts;
	const offsetMs = facts.clockOffsetMs;
	return [
		`made       ${new Date(facts.nowMs).toISOString()}`,
		`plugin     ${facts.pluginVersion}, ${facts.runtime}`,
		`app        ${host.name} ${host.version}, ${host.system}, language ${host.language}`,
		`devices    ${facts.devices.map(deviceText).join("; ") || "none"}`,
		`clock      ${Math.abs(offsetMs) < minClockOffsetMs ? "right" : `the computer's is ${clockOffsetText(offsetMs)} the service's`}`,
		`address    ${facts.hasAddress ? "set" : "none"}${facts.hasSceneAddress ? ", separate scene address" : ""}`,
		`account    ${facts.hasKey ? "key set" : "no key"}, ${facts.username !== undefined ? "known" : "not known yet"}`,
		`events     ${statusText(link)}`,
		`scenes     ${statusText(sceneLink)}`,
		`session    ${facts.sessionStartedAtMs === undefined ? "none yet" : `since ${new Date(facts.sessionStartedAtMs).toISOString()}`}`,
		`numbers    ${facts.hideNumbers ? "hidden" : "shown"}`,
	];
}

function deviceText({ type, columns, rows, isConnected }: ReportFacts["devices"][number]): string {
	const kind = deviceKinds[type] ?? `kind ${type}`;
	return `${kind} (${columns} × ${rows})${isConnected ? "" : ", not connected"}`;
}

function clockOffsetText(offsetMs: number): string {
	const seconds = Math.round(Math.abs(offsetMs) / 1_000);
	return `${seconds} s ${offsetMs > 0 ? "behind" : "ahead of"}`;
}

/** Returns one line for each group of equal keys. */
function keyLines(keys: readonly ReportedKey[]): string[] {
	const counts = new Map<string, number>();
	for (const { action, kind, settings } of keys) {
		const line = `${action} (${kind}): ${settingsOutline(settings)}`;
		counts.set(line, (counts.get(line) ?? 0) + 1);
	}
	if (counts.size === 0) return ["none visible"];
	return [...counts].map(([line, count]) => (count === 1 ? line : `${count} × ${line}`));
}

function historyLines(lines: readonly TimedLine[]): string[] {
	return lines.length === 0 ? ["nothing"] : lines.map(({ atMs, text }) => `${timeOfDay(atMs)} ${text}`);
}

/** Returns the host name of an address with and without its port, because both forms occur in messages. */
function hostNamesIn(address: string | undefined): readonly string[] {
	if (address === undefined || !URL.canParse(address)) return [];
	const { host, hostname } = new URL(address);
	return [host, hostname];
}
