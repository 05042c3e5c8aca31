import type { Clock } from "../state/clock";
import type { Store } from "../state/store";
import { streamEventTypes } from "../state/stream-event";

/**
 * Number of newly stored events that causes a collection. Reading a list takes several times the memory of its events.
 */
const minEventCount = 10_000;
/** Delay after which the read is certainly finished. */
const minorDelayMs = 4_000;
/** The runtime shrinks a space that was little used since the last collection, for more than five seconds. */
const majorDelayMs = 6_000;
/** V8 flags that expose the garbage collector and make it compact the heap. */
const collectorFlags = ["expose-gc", "compact-on-every-full-gc"];
/**
 * Node.js 24 keeps pages that a regular collection has emptied; `last-resort` releases them. Node.js 20 requires both.
 */
const gcScripts = {
	minor: 'globalThis.gc?.({ type: "minor" })',
	major: 'globalThis.gc?.(); globalThis.gc?.({ type: "major", flavor: "last-resort" })',
};

/**
 * Collects garbage after a long list was read: first the young generation, then all. Otherwise the runtime would keep
 * the memory until it runs short, which may take hours. Pushed events never cause a collection.
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

/**
 * Runs the garbage collector if the runtime exposes it. The modules are loaded on demand, because most users never need
 * them.
 */
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
