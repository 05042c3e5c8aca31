import { pluginFolder } from "../../../scripts/paths";
import { boundItem } from "../service/bound-item";
import type { Deck } from "../deck/deck";
import { startDeck } from "../deck/deck";
import type { Key } from "../deck/keys";
import { waitUntil } from "../deck/wait-until";
import { Leftovers, type LiveCount } from "../leftovers/leftovers";
import type { StandInService } from "../service/stand-in";
import { startService } from "../service/stand-in";

/** How it begins, and how it ends where `clearFaults` does not end it. */
type Fault = (service: StandInService) => unknown;

const faults = {
	nothing: () => undefined,
	"connection cut": (service) => service.cut(),
	kicked: (service) => service.kick(),
	"service restarts": (service) => service.restart({ downMs: 700 }),
	"socket address moves": (service) => service.moveSockets(),
	"nothing passes": (service) => service.setFaults({ blackHole: "all" }),
	"open sockets go dead": (service) => service.setFaults({ blackHole: "open-sockets" }),
	"socket silent": (service) => service.setFaults({ silentSocket: "on" }),
	"key refused": (service) => service.setFaults({ refusedKey: "both" }),
	"key refused by REST": (service) => service.setFaults({ refusedKey: "rest" }),
	"key refused by sockets": (service) => service.setFaults({ refusedKey: "socket" }),
	"status 500": (service) => service.setFaults({ rest: { all: { status: 500 } } }),
	"status 403": (service) => service.setFaults({ rest: { all: { status: 403 } } }),
	"status 404": (service) => service.setFaults({ rest: { all: { status: 404 } } }),
	"status 429": (service) => service.setFaults({ rest: { all: { status: 429, retryAfter: 1 } } }),
	"status 503, Retry-After 0": (service) =>
		service.setFaults({ rest: { all: { status: 503, retryAfter: 0 } } }),
	"web page": (service) => service.setFaults({ rest: { all: { body: "html" } } }),
	truncated: (service) => service.setFaults({ rest: { all: { body: "truncated" } } }),
	"empty object": (service) => service.setFaults({ rest: { all: { body: "empty-object" } } }),
	"no success": (service) => service.setFaults({ rest: { all: { body: "failure" } } }),
	oversize: (service) => service.setFaults({ rest: { all: { body: "oversize" } } }),
	"stops after headers": (service) => service.setFaults({ rest: { all: { body: "stalled" } } }),
	"byte by byte": (service) => service.setFaults({ rest: { all: { body: "trickle" } } }),
	redirected: (service) => service.setFaults({ rest: { all: { redirectTo: "http://127.0.0.1:9" } } }),
	reset: (service) => service.setFaults({ rest: { all: { connection: "reset" } } }),
	hangs: (service) => service.setFaults({ rest: { all: { connection: "hang" } } }),
	slow: (service) => service.setFaults({ rest: { all: { latencyMs: 1_500 } } }),
	"cached totals": (service) => service.setFaults({ cachedTotals: { forMs: 1_500 } }),
	"lagging list": (service) => service.setFaults({ listDelayMs: 1_500 }),
	"clock ahead": (service) => service.setFaults({ clockOffsetMs: 90_000 }),
	"late pushes": (service) => service.setFaults({ pushDelayMs: 600 }),
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as readonly FaultName[];

export const phaseNames = [
	"first connect",
	"live",
	"catching up",
	"press under way",
	"inspector loading",
] as const;
export type PhaseName = (typeof phaseNames)[number];

export type Outcome = {
	/** What was wrong; none when all is well. */
	readonly complaints: readonly string[];
	/** From the end of the fault until all keys were right. */
	readonly recoveredMs: number;
	/** Sockets that tried to join, all in all. */
	readonly attempts: number;
	/** What was alive in the plugin in the end, where it was counted. */
	readonly left?: LeftCount;
};

/** The least that was counted in several looks: a timer or a listener that is on its way out is none that is left. */
export type LeftCount = Pick<LiveCount, "timers" | "listeners" | "sockets">;

export type CellOptions = {
	/** Not counted unless told: how much is alive after a life without a fault, or that this is to be found out. */
	readonly calm?: LeftCount | "to be found out" | undefined;
};

export const leftKinds = ["timers", "listeners", "sockets"] as const;

const faultMs = 2_500;
const recoveryMs = 10_000;
/** A refused key is asked about again after eight seconds, which is on purpose: with those ten more. */
const maxRecoveryMs = 20_000;
/** In a fault of a few seconds there is no room for more honest ones. */
const maxAttempts = 25;
const maxLooks = 50;
const calmLooks = 20;
const lookEveryMs = 400;
/** The app's, and the event channel's. */
const socketsInUse = 2;

/** Lets one fault come about in one phase, and looks at what becomes of it. */
export async function runCell(
	fault: FaultName,
	phase: PhaseName,
	{ calm }: CellOptions = {},
): Promise<Outcome> {
	const service = await startService({ pingIntervalMs: 1_500, pingTimeoutMs: 1_000 });
	const globalSettings = { baseUrl: service.url, apiKey: service.apiKey };
	const leftovers = calm && (await Leftovers.create());
	const deck = await startDeck({ pluginDir: pluginFolder, globalSettings, env: leftovers?.env ?? {} });
	try {
		const outcome = await live({ service, deck, fault, phase });
		if (!leftovers || outcome.complaints.length > 0) return outcome;
		const limits = calm === "to be found out" ? undefined : calm;
		const left = await countLeft(leftovers, service, limits);
		const complaints = leftKinds
			.filter((kind) => left[kind] > (limits?.[kind] ?? Infinity))
			.map((kind) => `${left[kind]} ${kind}, ${limits?.[kind]} without a fault`);
		return { ...outcome, left, complaints };
	} catch (error) {
		return { complaints: [String(error)], recoveredMs: 0, attempts: 0 };
	} finally {
		await deck.stop();
		await service.stop();
		await leftovers?.remove();
	}
}

/** Looks until no more is alive than after a life without a fault; without such a limit, finds out what is usual. */
async function countLeft(
	leftovers: Leftovers,
	service: StandInService,
	calm: LeftCount | undefined,
): Promise<LeftCount> {
	const looks: LeftCount[] = [];
	const of = (choose: (counts: readonly number[]) => number): LeftCount => {
		const chosen = (kind: keyof LeftCount) => choose(looks.map((look) => look[kind]));
		return { timers: chosen("timers"), listeners: chosen("listeners"), sockets: chosen("sockets") };
	};
	const isLittle = () => calm && leftKinds.every((kind) => of(least)[kind] <= calm[kind]);
	for (let look = 0; look < maxLooks && !isLittle(); look += 1) {
		if (!calm && looks.length === calmLooks) break;
		await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
		const counted = await leftovers.count();
		// A link that is down just now has neither, and says nothing.
		if (isConnectedOnce(service) && counted.sockets >= socketsInUse) looks.push(counted);
	}
	return of(calm ? least : usual);
}

function least(counts: readonly number[]): number {
	return Math.min(...counts);
}

/** The one that comes most often: what is in use for a moment is not, nor what is missing for a moment. */
function usual(counts: readonly number[]): number {
	const often = (count: number) => counts.filter((other) => other === count).length;
	return counts.toSorted((a, b) => often(b) - often(a))[0] ?? NaN;
}

type Cell = {
	readonly service: StandInService;
	readonly deck: Deck;
	readonly fault: FaultName;
	readonly phase: PhaseName;
};

async function live({ service, deck, fault, phase }: Cell): Promise<Outcome> {
	const place = (name: string, settings = {}) =>
		deck.place({ action: `com.example.streamevents.${name}`, settings });
	const [followers, session] = [place("counter"), place("counter", { scope: "today", metric: "donations" })];
	const remote = place("remote-action", boundItem(service));
	const isRight = () => isExact(deck, service, followers, session, remote);
	const complaints: string[] = [];
	const strike = () => faults[fault](service);

	if (phase === "first connect") await strike();
	await deck.launch();
	const { pid } = deck;
	if (phase !== "first connect")
		await waitUntil(isRight, { timeoutMs: maxRecoveryMs, message: "a good start" });
	if (phase === "catching up") {
		service.setLatency(300);
		service.burst(5);
		service.cut();
		await waitUntil(() => service.connections.event.open === 0 || service.joins.length > 1);
	}
	let presses = 0;
	const inspector = phase === "inspector loading" ? deck.openInspector(remote) : undefined;
	inspector?.send({ event: "getScenes", isRefresh: true });
	if (phase === "press under way") presses += 1;
	const pressing = phase === "press under way" ? deck.press(remote) : undefined;
	if (phase !== "first connect") await strike();
	await pressing;

	service.follow({ username: "Ada" });
	service.donate({ username: "Bob", amount: "5.50", currency: "EUR" });
	// How long a fault lasts is part of it, not a wait for anything.
	await new Promise((resolve) => setTimeout(resolve, faultMs));
	service.clearFaults();
	const endedMs = performance.now();
	try {
		await waitUntil(isRight, { timeoutMs: maxRecoveryMs });
	} catch {
		const titles = [followers, session, remote].map((key) => deck.currentFace(key)?.title ?? "nothing");
		complaints.push(`not right after ${maxRecoveryMs / 1_000} s: ${titles.join(", ")}`);
	}
	const recoveredMs = performance.now() - endedMs;
	if (recoveredMs > recoveryMs && !fault.startsWith("key refused") && fault !== "status 403") {
		complaints.push(`right only after ${Math.round(recoveredMs)} ms`);
	}
	if (inspector) {
		const isAnswered = () => JSON.stringify(inspector.messages).includes("getScenes");
		await waitUntil(isAnswered).catch(() => complaints.push("the inspector waits for ever"));
	}
	const attempts = service.joins.length;
	if (attempts > maxAttempts) complaints.push(`${attempts} attempts`);
	await waitUntil(() => isConnectedOnce(service)).catch(() => {
		const { open, joined } = service.connections.event;
		complaints.push(`${open} sockets open, ${joined} joined`);
	});
	if (service.commands.length > presses)
		complaints.push(`${service.commands.length} commands for ${presses}`);
	if (deck.exitCode !== undefined || deck.pid !== pid) complaints.push("the plugin ended");
	if (deck.complaints.length > 0)
		complaints.push(`the host complains: ${JSON.stringify(deck.complaints[0])}`);
	return { complaints, recoveredMs, attempts };
}

function isConnectedOnce({ connections: { event } }: StandInService): boolean {
	return event.open === 1 && event.joined === 1;
}

function isExact(deck: Deck, service: StandInService, followers: Key, today: Key, remote: Key): boolean {
	const truth = service.truth();
	const isLive = (key: Key, value: number) => {
		const face = deck.currentFace(key);
		return face?.state === "live" && face.value === String(value);
	};
	const startMs = new Date().setHours(0, 0, 0, 0);
	const donations = service.count({ types: ["donation"], fromMs: startMs });
	return (
		isLive(followers, truth.followers) &&
		isLive(today, donations) &&
		deck.currentFace(remote)?.state === "ready"
	);
}
