import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import type { Clock } from "./state/clock";
import type { Store } from "./state/store";
import { streamEventTypes } from "./state/stream-event";

/** To read so many events takes several times the memory that they need. */
const minRead = 10_000;
/** The runtime goes by what was used in the last five seconds; by then nothing of the reading is under way any more. */
const delayMs = 10_000;
/** What lends the runtime's collector to who asks for it, and has it close the gaps that are left. */
const collectorFlags = ["expose-gc", "compact-on-every-full-gc"];

/**
 * What it took to read a long list the runtime would keep until it is short of memory, which may be hours. A collection of
 * garbage gives it back: one, after all has been read. Events that come live never call for one.
 */
export function returnMemoryAfterReading(
	store: Pick<Store, "ledger" | "subscribe">,
	clock: Pick<Clock, "schedule">,
	collect: () => void = collectGarbage,
): void {
	let accountedFor = 0;
	let isDue = false;
	const knownCount = () => store.ledger.countFrom(streamEventTypes, -Infinity);
	store.subscribe((batch) => {
		if (batch?.source === "live") accountedFor += batch.events.length;
		accountedFor = Math.min(accountedFor, knownCount());
		if (isDue || knownCount() - accountedFor < minRead) return;
		isDue = true;
		clock.schedule(() => {
			isDue = false;
			accountedFor = knownCount();
			collect();
		}, delayMs);
	});
}

/** Where the runtime does not lend its collector, it keeps the memory. */
function collectGarbage(): void {
	for (const flag of collectorFlags) setFlagsFromString(`--${flag}`);
	try {
		runInNewContext("globalThis.gc?.()");
	} finally {
		for (const flag of collectorFlags) setFlagsFromString(`--no-${flag}`);
	}
}
