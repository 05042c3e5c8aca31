import { monitorEventLoopDelay, performance } from "node:perf_hooks";

/** Loaded into a measured process before its plugin: reports its state four times per second. */
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const start = process.cpuUsage();
setInterval(() => {
	const { user, system } = process.cpuUsage(start);
	const { rss, heapUsed } = process.memoryUsage();
	const report = {
		atMs: performance.timeOrigin + performance.now(),
		cpuMs: (user + system) / 1_000,
		rss,
		heapUsed,
		delayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - 5),
		handles: process.getActiveResourcesInfo().length,
	};
	delay.reset();
	process.stdout.write(`probe ${JSON.stringify(report)}\n`);
}, 250).unref();
