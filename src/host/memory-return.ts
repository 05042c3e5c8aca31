import type { Clock } from "../state/time/clock";
import type { Store } from "../state/store";
import { streamEventTypes } from "../state/events/stream-event";
import { firstCollectionDelayMs, secondCollectionDelayMs } from "./timing";

/**
 * Number of newly stored events that causes a collection. Reading a list takes several times the memory of its events.
 */
const minEventCount = 10_000;

/**
 * Collects garbage twice after a long list was read. Otherwise the runtime would keep the memory until it runs short, which
 * may take hours. Pushed events never cause a collection.
 */
export function releaseMemoryAfterSync(
	store: Pick<Store, "ledger" | "subscribe">,
	clock: Pick<Clock, "schedule">,
	collect: () => void | Promise<void> = collectGarbage,
): void {
	let handledCount = 0;
	let isScheduled = false;
	const countStored = () => store.ledger.countFrom(streamEventTypes, -Infinity);
	store.subscribe((batch) => {
		if (batch?.source === "live") {
			handledCount += batch.events.length;
			return;
		}
		const storedCount = countStored();
		handledCount = Math.min(handledCount, storedCount);
		if (isScheduled || storedCount - handledCount < minEventCount) return;
		isScheduled = true;
		clock.schedule(() => {
			void collect();
			clock.schedule(() => {
				isScheduled = false;
				handledCount = countStored();
				void collect();
			}, secondCollectionDelayMs);
		}, firstCollectionDelayMs);
	});
}

/**
 * Runs the garbage collector, through the runtime's debugger protocol: V8 has no other call for it that is supported in a
 * running process. The module is loaded on demand, because most users never need it.
 */
async function collectGarbage(): Promise<void> {
	const { Session } = await import("node:inspector");
	const session = new Session();
	session.connect();
	session.post("HeapProfiler.collectGarbage", () => {
		// A session that is disconnected in its own callback blocks the process.
		setImmediate(() => session.disconnect());
	});
}
