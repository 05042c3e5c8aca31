import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { Snapshot } from "../state/snapshot";
import type { EventListReader, ListChange } from "./event-list-reader";
import type { SnapshotNeeds } from "../state/snapshot-needs";

/** On a busy stream the list changes all the time; then the next look tries again. */
const maxBracketTries = 4;

type FigureNeeds = Pick<SnapshotNeeds, "totals" | "hostings">;
type Figures = Pick<Snapshot, "totals" | "hostings">;

/** A look as far as it may be taken before the room is joined: the list, and after it the figures. */
export type BegunSnapshot = { readonly startedAtMs: number; readonly figures: Figures };

/**
 * Reads the list and then the figures. What has happened since, the head of the list has to tell once the room is joined:
 * see {@link takeSnapshot}.
 */
export async function beginSnapshot(
	client: ServiceClient,
	list: EventListReader,
	needs: FigureNeeds,
	clock: Clock,
	signal: AbortSignal,
): Promise<BegunSnapshot> {
	const startedAtMs = clock.now();
	await list.readBack(signal);
	return { startedAtMs, figures: await readFigures(client, list, needs, signal) };
}

/**
 * Reads what is needed at once. The totals carry no sequence number, so they are bracketed: when the list looks the same
 * just before and just after, it is certain which events they contain.
 *
 * The room must have been joined before, so that what happens meanwhile comes in live.
 * @param begun What was read of the same list before that.
 */
export async function takeSnapshot(
	client: ServiceClient,
	list: EventListReader,
	needs: FigureNeeds,
	clock: Clock,
	signal: AbortSignal,
	begun?: BegunSnapshot,
): Promise<Snapshot> {
	const { startedAtMs, figures: first } = begun ?? (await beginSnapshot(client, list, needs, clock, signal));
	const hasFigures = needs.totals === "all" || needs.hostings !== "none";
	let figures = first;
	let change: ListChange = hasFigures || begun ? "grown" : "none";
	for (let tries = 0; tries < maxBracketTries && change !== "none"; tries++) {
		if (tries > 0) figures = await readFigures(client, list, needs, signal);
		change = await list.readHead(signal);
		if (change === "shuffled") {
			list.restart();
			await list.readBack(signal);
		}
	}
	return { ...readingOf(list, startedAtMs, clock), ...figures, isExact: change === "none" };
}

async function readFigures(
	client: ServiceClient,
	list: EventListReader,
	needs: FigureNeeds,
	signal: AbortSignal,
): Promise<Figures> {
	const totals = needs.totals === "all" ? await client.totals(signal) : undefined;
	const hostings =
		needs.hostings === "none" ? undefined : { count: await countHostings(client, list, signal) };
	return { totals, hostings };
}

/** Reads the list alone, for what only the whole of it can tell. */
export async function readList(list: EventListReader, clock: Clock, signal: AbortSignal): Promise<Snapshot> {
	const startedAtMs = clock.now();
	await list.readBack(signal);
	return { ...readingOf(list, startedAtMs, clock), totalCount: undefined };
}

function readingOf(list: EventListReader, startedAtMs: number, clock: Clock): Snapshot {
	const { types, events, reachMs, namedFromMs, totalCount, hasHoles } = list;
	// Where nothing is listed that is known, nothing is missing from now on.
	const fromMs = Math.min(reachMs, startedAtMs);
	return {
		...{ types, events, totalCount, hasHoles, startedAtMs, isExact: true },
		...{ reachMs: fromMs, namedFromMs: namedFromMs ?? fromMs },
		atMs: clock.elapsedMs(),
	};
}

/** @returns Undefined where the list's counts are not those of what it lists. */
async function countHostings(
	client: ServiceClient,
	list: EventListReader,
	signal: AbortSignal,
): Promise<number | undefined> {
	if (!list.isCountBelieved) return undefined;
	const page = await client.events({ types: ["hosting"], limit: 1 }, signal);
	return page.rawCount > (page.totalCount ?? 0) ? undefined : page.totalCount;
}
