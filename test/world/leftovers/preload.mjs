// Loaded into the plugin's process first: counts, on request, what is alive in it.
import { EventEmitter, getEventListeners } from "node:events";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { queryObjects, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const { askPath, answerPath } = JSON.parse(process.env.COUNT_LEFTOVERS);
delete process.env.COUNT_LEFTOVERS;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** Event emitters and the names of their events; an emitter can be garbage collected. */
const watched = new Map();
const references = new WeakMap();

function note(target, event) {
	const reference = references.get(target) ?? new WeakRef(target);
	references.set(target, reference);
	const events = watched.get(reference) ?? new Set();
	watched.set(reference, events.add(event));
}

for (const [prototype, name] of [
	[EventEmitter.prototype, "on"],
	[EventEmitter.prototype, "addListener"],
	[EventEmitter.prototype, "prependListener"],
	[EventTarget.prototype, "addEventListener"],
]) {
	const original = prototype[name];
	prototype[name] = function (event, ...rest) {
		note(this, event);
		return original.call(this, event, ...rest);
	};
}

function countListeners() {
	let count = 0;
	for (const [reference, events] of watched) {
		const target = reference.deref();
		// An idle keep-alive connection has its own timeout.
		const isSpare = target?._handle?.hasRef?.() === false;
		if (target && !isSpare) for (const event of events) count += getEventListeners(target, event).length;
		if (!target) watched.delete(reference);
	}
	return count;
}

function count(isWhole) {
	const untidyBytes = process.memoryUsage.rss();
	collectGarbage();
	const residentBytes = process.memoryUsage.rss();
	const resources = process.getActiveResourcesInfo();
	const of = (...names) => resources.filter((name) => names.includes(name)).length;
	return {
		listeners: countListeners(),
		timers: of("Timeout"),
		sockets: of("TCPSocketWrap", "TLSSocketWrap", "TCPServerWrap"),
		// It inspects every object, which takes a while.
		...(isWhole && { functions: queryObjects(Function, { format: "count" }) }),
		heapBytes: process.memoryUsage().heapUsed,
		...{ residentBytes, untidyBytes },
	};
}

setInterval(() => {
	if (!existsSync(askPath)) return;
	const question = readFileSync(askPath, "utf8");
	const isWhole = question.endsWith("whole");
	rmSync(askPath);
	writeFileSync(`${answerPath}.part`, JSON.stringify({ question, ...count(isWhole) }));
	renameSync(`${answerPath}.part`, answerPath);
}, 20).unref();
