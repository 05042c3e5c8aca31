import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

import { Random } from "../test/world/chaos/random";
import { startDeck } from "../test/world/deck/deck";
import { waitUntil } from "../test/world/deck/wait-until";
import { boundItem } from "../test/world/service/bound-item";
import { startService, type StandInService } from "../test/world/service/stand-in";
import { setup } from "./build-if-outdated";
import { pluginFolder } from "./paths";

/*
 * An evening at speed on the built plugin: events, faults, presses and keys that come and go. Prints memory, handles,
 * mismatches and lost presses over time.
 *   npm run soak -- --minutes 5
 */

const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const minutes = Number(values.minutes ?? 5);
const seed = Number(values.seed ?? 1);
const maxGrowthMb = 60;
const maxMoreHandles = 10;

const troubles: readonly ((service: StandInService) => unknown)[] = [
	(service) => service.cut(),
	(service) => service.kick(),
	(service) => service.restart({ downMs: 500 }),
	(service) => service.setFaults({ rest: { all: { status: 500 } } }),
	(service) => service.setFaults({ rest: { all: { body: "stalled" } } }),
	(service) => service.setFaults({ blackHole: "all" }),
	(service) => service.setFaults({ blackHole: "open-sockets" }),
];

setup();
const random = new Random(seed);
const service = await startService({ pingIntervalMs: 1_500, pingTimeoutMs: 1_000 });
const globalSettings = { baseUrl: service.url, apiKey: service.apiKey };
// Left to itself the runtime collects its garbage late; with this much room, what grows shows.
const env = { NODE_OPTIONS: "--max-old-space-size=160" };
const deck = await startDeck({ pluginDir: pluginFolder, globalSettings, devices: ["xl"], env });
const place = (name: string, settings = {}) =>
	deck.place({ action: `com.example.streamevents.${name}`, settings });
const followers = place("counter");
const remote = place("remote-action", { ...boundItem(service), guardMs: 0 });
for (const scope of ["session", "today", "year"]) place("counter", { scope, metric: "donationAmount" });
for (const name of ["latest-event", "chart", "connection", "top-supporter"]) place(name);

for (let index = 0; index < 8; index += 1) {
	const action = "com.example.streamevents.counter";
	deck.place({ action, settings: { scope: "week" }, profile: "another" });
}

const samples: { readonly memoryMb: number; readonly handles: number }[] = [];
let [rounds, events, presses, lost, mismatches] = [0, 0, 0, 0, 0];
await deck.launch();
const { pid } = deck;
await settled();
const endMs = performance.now() + minutes * 60_000;
while (performance.now() < endMs) {
	rounds += 1;
	for (let wave = 0; wave < 10; wave += 1) {
		service.burst(random.whole(1, 30));
		service.donate({ username: `Donor ${rounds}`, amount: "1.50", currency: "EUR" });
		await delay(random.whole(20, 120));
	}
	// Nothing confirms a command: it is lost in a line that is dead without having said so.
	if (!(await settled())) mismatches += 1;
	await pressOnce();
	for (const profile of ["another", "Default"]) {
		deck.showProfile(profile);
		await delay(100);
	}
	if (rounds % 2 === 0) {
		await random.pick(troubles)(service);
		service.burst(5);
		await delay(random.whole(200, 1_500));
		service.clearFaults();
	}
	if (!(await settled())) mismatches += 1;
	if (rounds % 5 === 0) sample();
}
sample();
events = service.truth().events.length;
await deck.stop();
await service.stop();
report();

async function settled(): Promise<boolean> {
	try {
		await waitUntil(() => {
			const face = deck.currentFace(followers);
			const isReady = deck.currentFace(remote)?.state === "ready";
			return isReady && face?.state === "live" && face.value === String(service.truth().followers);
		});
		return true;
	} catch {
		return false;
	}
}

async function pressOnce(): Promise<void> {
	presses += 1;
	const before = service.commands.length;
	await deck.press(remote);
	await waitUntil(() => service.commands.length > before, { timeoutMs: 3_000 }).catch(() => (lost += 1));
}

function sample(): void {
	const memory = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
	const handles = process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : 0;
	samples.push({ memoryMb: Math.round(Number(memory) / 1024), handles });
	const { memoryMb } = samples.at(-1) ?? { memoryMb: 0 };
	console.log(
		`round ${rounds}: ${memoryMb} MB, ${handles} handles, ${mismatches} mismatches, ${lost} presses lost`,
	);
}

function report(): void {
	const third = Math.max(1, Math.floor(samples.length / 3));
	const least = (of: typeof samples, name: "memoryMb" | "handles") =>
		Math.min(...of.map((each) => each[name]));
	const [early, late] = [samples.slice(0, third), samples.slice(-third)];
	const grownMb = least(late, "memoryMb") - least(early, "memoryMb");
	const moreHandles = least(late, "handles") - least(early, "handles");
	console.log(`rounds: ${rounds}, events: ${events}, presses: ${presses}`);
	console.log(`memory: ${least(early, "memoryMb")} → ${least(late, "memoryMb")} MB`);
	console.log(`handles: ${least(early, "handles")} → ${least(late, "handles")}`);
	console.log(`mismatches: ${mismatches}`);
	console.log(`lost presses: ${lost}`);
	const isFlat = grownMb <= maxGrowthMb && moreHandles <= maxMoreHandles;
	process.exitCode = isFlat && mismatches === 0 && lost === 0 && deck.pid === pid ? 0 : 1;
}
