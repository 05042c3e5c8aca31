import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { Snapshot } from "../state/snapshot";
import type { Totals } from "../state/totals";
import type { EventListReader, ListChange } from "./event-list-reader";
import type { SnapshotNeeds } from "../state/snapshot-needs";

/** On a busy stream the list changes all the time; then the next look tries again. */
const maxBracketTries = 4;

/**
 * Reads what is needed at once. The totals carry no sequence number, so they are bracketed: when the list looks the same
 * just before and just after, it is certain which events they contain.
 *
 * The room must have been joined before, so that what happens meanwhile comes in live.
 */
export async function takeSnapshot(
	client: ServiceClient,
	list: EventListReader,
	needs: Pick<SnapshotNeeds, "totals" | "hostings">,
	clock: Clock,
	signal: AbortSignal,
): Promise<Snapshot> {
	const startedAtMs = clock.now();
	await list.readBack(signal);
	const hasFigures = needs.totals === "all" || needs.hostings !== "none";
	let totals: Totals | undefined;
	let hostings: Snapshot["hostings"];
	let change: ListChange = hasFigures ? "grown" : "none";
	for (let tries = 0; tries < maxBracketTries && change !== "none"; tries++) {
		if (needs.totals === "all") totals = await client.totals(signal);
		if (needs.hostings !== "none") hostings = { count: await countHostings(client, list, signal) };
		change = await list.readHead(signal);
		if (change === "shuffled") {
			list.restart();
			await list.readBack(signal);
		}
	}
	return { ...readingOf(list, startedAtMs, clock), totals, hostings, isExact: change === "none" };
}

/** Reads the list alone, for what only the whole of it can tell. */
export async function readList(list: EventListReader, clock: Clock, signal: AbortSignal): Promise<Snapshot> {
	const startedAtMs = clock.now();
	await list.readBack(signal);
	return { ...readingOf(list, startedAtMs, clock), totalCount: undefined };
}

function readingOf(list: EventListReader, startedAtMs: number, clock: Clock): Snapshot {
	const { types, events, reachMs, namedFromMs, totalCount } = list;
	// Where nothing is listed that is known, nothing is missing from now on.
	const fromMs = Math.min(reachMs, startedAtMs);
	return {
		...{ types, events, totalCount, startedAtMs, isExact: true },
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
	return page.totalCount;
}
