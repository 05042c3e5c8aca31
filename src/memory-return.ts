import type { Clock } from "./state/clock";
import type { Store } from "./state/store";
import { streamEventTypes } from "./state/stream-event";

/** To read so many events takes several times the memory that they need. */
const minRead = 10_000;
/** By then nothing of the reading is under way any more. */
const minorDelayMs = 4_000;
/** The runtime makes room smaller that was little used since the last collection, and for more than five seconds. */
const majorDelayMs = 6_000;
/** What lends the runtime's collector to who asks for it, and has it close the gaps that are left. */
const collectorFlags = ["expose-gc", "compact-on-every-full-gc"];
/** What a regular collection has emptied, Node.js 24 keeps; the other kind gives it back, and on 20 has to find it empty. */
const calls = {
	minor: 'globalThis.gc?.({ type: "minor" })',
	major: 'globalThis.gc?.(); globalThis.gc?.({ type: "major", flavor: "last-resort" })',
};

/**
 * What it took to read a long list the runtime would keep until it is short of memory, which may be hours. A collection of
 * garbage gives it back: one of what is new and one of all, after the reading. Events that come live never call for one.
 */
export function returnMemoryAfterReading(
	store: Pick<Store, "ledger" | "subscribe">,
	clock: Pick<Clock, "schedule">,
	collect: (type: keyof typeof calls) => void | Promise<void> = collectGarbage,
): void {
	let accountedFor = 0;
	let isDue = false;
	const knownCount = () => store.ledger.countFrom(streamEventTypes, -Infinity);
	store.subscribe((batch) => {
		if (batch?.source === "live") accountedFor += batch.events.length;
		const known = knownCount();
		accountedFor = Math.min(accountedFor, known);
		if (isDue || known - accountedFor < minRead) return;
		isDue = true;
		clock.schedule(() => {
			void collect("minor");
			clock.schedule(() => {
				isDue = false;
				accountedFor = knownCount();
				void collect("major");
			}, majorDelayMs);
		}, minorDelayMs);
	});
}

/** Where the runtime does not lend its collector, it keeps the memory. Most never come here, and need neither module. */
async function collectGarbage(type: keyof typeof calls): Promise<void> {
	const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([
		import("node:v8"),
		import("node:vm"),
	]);
	for (const flag of collectorFlags) setFlagsFromString(`--${flag}`);
	try {
		runInNewContext(calls[type]);
	} finally {
		for (const flag of collectorFlags) setFlagsFromString(`--no-${flag}`);
	}
}
