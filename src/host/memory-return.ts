import type { Clock } from "../state/clock";
import type { Store } from "../state/store";
import { streamEventTypes } from "../state/stream-event";

/** To read so many events takes several times the memory that they need. */
const minEventCount = 10_000;
/** By then nothing of the reading is under way any more. */
const minorDelayMs = 4_000;
/** The runtime makes room smaller that was little used since the last collection, and for more than five seconds. */
const majorDelayMs = 6_000;
/** What lends the runtime's collector to who asks for it, and has it close the gaps that are left. */
const collectorFlags = ["expose-gc", "compact-on-every-full-gc"];
/** What a regular collection has emptied, Node.js 24 keeps; the other kind gives it back, and on 20 has to find it empty. */
const gcScripts = {
	minor: 'globalThis.gc?.({ type: "minor" })',
	major: 'globalThis.gc?.(); globalThis.gc?.({ type: "major", flavor: "last-resort" })',
};

/**
 * What it took to read a long list the runtime would keep until it is short of memory, which may be hours. A collection of
 * garbage gives it back: one of what is new and one of all, after the reading. Events that come live never call for one.
 */
export function releaseMemoryAfterSync(
	store: Pick<Store, "ledger" | "subscribe">,
	clock: Pick<Clock, "schedule">,
	collect: (type: keyof typeof gcScripts) => void | Promise<void> = collectGarbage,
): void {
	let handledCount = 0;
	let isScheduled = false;
	const countStored = () => store.ledger.countFrom(streamEventTypes, -Infinity);
	store.subscribe((batch) => {
		if (batch?.source === "live") handledCount += batch.events.length;
		const storedCount = countStored();
		handledCount = Math.min(handledCount, storedCount);
		if (isScheduled || storedCount - handledCount < minEventCount) return;
		isScheduled = true;
		clock.schedule(() => {
			void collect("minor");
			clock.schedule(() => {
				isScheduled = false;
				handledCount = countStored();
				void collect("major");
			}, majorDelayMs);
		}, minorDelayMs);
	});
}

/** Where the runtime does not lend its collector, it keeps the memory. Most never come here, and need neither module. */
async function collectGarbage(type: keyof typeof gcScripts): Promise<void> {
	const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([
		import("node:v8"),
		import("node:vm"),
	]);
	for (const flag of collectorFlags) setFlagsFromString(`--${flag}`);
	try {
		runInNewContext(gcScripts[type]);
	} finally {
		for (const flag of collectorFlags) setFlagsFromString(`--no-${flag}`);
	}
}
