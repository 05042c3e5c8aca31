import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { Reading } from "../state/reading";
import { streamEventTypes } from "../state/stream-event";
import type { Totals } from "../state/totals";
import type { EventListReader, ListChange } from "./event-list-reader";

/** On a busy stream the list changes all the time; then the next reading tries again. */
const longestBracketTries = 4;

/** Whether the list's own count of hostings, or every single one of them, is shown somewhere. */
export type HostingsNeed = "none" | "count" | "all";

/**
 * Reads everything at once. The totals carry no sequence number, so they are bracketed: when the list looks the same
 * just before and just after, it is certain which events they contain.
 *
 * The room must have been joined before, so that what happens meanwhile comes in live.
 */
export async function takeReading(
	client: ServiceClient,
	list: EventListReader,
	hostingsNeed: HostingsNeed,
	clock: Clock,
	signal: AbortSignal,
): Promise<Reading> {
	const startedAtMs = clock.now();
	await list.readBack(signal);
	let totals: Totals | undefined;
	let hostings: Reading["hostings"];
	let change: ListChange = "grown";
	for (let tries = 0; tries < longestBracketTries && change !== "none"; tries++) {
		totals = await client.totals(signal);
		if (hostingsNeed !== "none") hostings = { count: await countHostings(client, signal) };
		change = await list.readHead(signal);
		if (change === "shuffled") {
			list.restart();
			await list.readBack(signal);
		}
	}
	const isExact = change === "none";
	const { events, reachMs, totalCount } = list;
	const atMs = clock.elapsedMs();
	return {
		types: streamEventTypes,
		events,
		reachMs,
		totalCount,
		totals,
		hostings,
		isExact,
		startedAtMs,
		atMs,
	};
}

/** Reads all hostings there ever were, for figures that only the whole list can tell. */
export async function readHostings(
	list: EventListReader,
	clock: Clock,
	signal: AbortSignal,
): Promise<Reading> {
	const startedAtMs = clock.now();
	await list.readBack(signal);
	const { events, reachMs } = list;
	return { types: ["hosting"], events, reachMs, isExact: true, startedAtMs, atMs: clock.elapsedMs() };
}

async function countHostings(client: ServiceClient, signal: AbortSignal): Promise<number | undefined> {
	const page = await client.events({ types: ["hosting"], limit: 1 }, signal);
	return page.totalCount;
}
