import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Face, FaceState } from "../../../src/key-face/face";
import type { IconName } from "../../../src/key-face/drawing/icons";
import { stringsFor } from "../../../src/key-face/language";
import { renderFace } from "../../../src/key-face/drawing/image";
import { stripFeedback } from "../../../src/key-face/drawing/strip";
import type { LinkStatus } from "../../../src/state/link-status";
import { drawnWords } from "./drawn";
import { chart } from "./gallery/chart";
import { connection } from "./gallery/connection";
import { counter } from "./gallery/counter";
import { latest } from "./gallery/latest-event";
import { remote } from "./gallery/remote-action";
import { sendEvent } from "./gallery/send-event";
import { count, donation, nowMs } from "./gallery/shared";

const words = stringsFor("en");
const matterOf = (trouble: keyof typeof words.troubles) => words.troubles[trouble][0];

/** Icons that only some states may display. */
const statesByIcon: Partial<Record<IconName, readonly FaceState[]>> = {
	sync: ["connecting"],
	clock: ["stale"],
	plug: ["stale", "offline", "connecting"],
	key: ["refused"],
	question: ["wrong address", "not set up", "stale"],
	lock: ["wrong address", "not set up", "stale"],
	seal: ["not trusted", "stale"],
	gear: ["not set up"],
};
const statesByWord: Readonly<Record<string, readonly FaceState[]>> = {
	[words.connecting]: ["connecting"],
	[words.updating]: ["connecting"],
	[words.troubles.unreachable[0]]: ["stale", "offline", "connecting"],
	[matterOf("service-error")]: ["stale", "offline", "connecting"],
	[matterOf("refused")]: ["refused"],
	// A key that displays a number stays stale; the cause has the same word on every key.
	[matterOf("not-this-service")]: ["wrong address", "not set up", "stale"],
	[matterOf("insecure")]: ["wrong address", "not set up", "stale"],
	[matterOf("certificate")]: ["not trusted", "stale"],
	[words.notSetUp[0]]: ["not set up"],
};

/** Signs of each state. A face has to display one of them. */
const signsByState: Readonly<Record<FaceState, readonly string[]>> = {
	live: [],
	ready: [],
	connecting: ["icon sync", words.troubles.unreachable[0], matterOf("service-error")],
	stale: ["icon clock", ...Object.values(words.troubles).map(([matter]) => matter)],
	offline: [words.troubles.unreachable[0], matterOf("service-error")],
	refused: [matterOf("refused")],
	"wrong address": [matterOf("not-this-service"), matterOf("insecure")],
	"not trusted": [matterOf("certificate")],
	"not set up": [words.notSetUp[0]],
	missing: Object.values(words.missing),
};

function disagreementsOf(face: Face): readonly string[] {
	const drawn = drawnWords(renderFace(face));
	const { title, value, note, detail } = stripFeedback(face);
	const onDial = [title, value, ...note.split(" · "), ...detail.split(" · ")];
	return [...faultsOf(face, drawn), ...faultsOf(face, onDial)];
}

function faultsOf({ state, icon, kind, ...face }: Face, drawn: readonly string[]): readonly string[] {
	const shown = [`icon ${icon}`, ...drawn];
	const faults: string[] = [];
	const required = signsByState[state];
	if (required.length > 0 && !required.some((sign) => shown.includes(sign)))
		faults.push(`nothing says ${state}`);
	if (statesByIcon[icon]?.includes(state) === false) faults.push(`icon ${icon}`);
	for (const word of drawn) if (statesByWord[word]?.includes(state) === false) faults.push(word);
	const isExact = state === "live" || state === "ready";
	// Events that arrive during a refresh are new too.
	const isNews = "appearance" in face && face.appearance === "flash" && state === "connecting";
	if ("appearance" in face && !isNews && (face.appearance === "dimmed") === isExact)
		faults.push(`look ${face.appearance}`);
	return faults.map((fault) => `${kind} ${state}: ${fault} among ${shown.join(", ")}`);
}

const trouble = fc.constantFrom(
	...(["refused", "unreachable", "not-this-service", "insecure", "certificate", "service-error"] as const),
);
const maybe = <T>(value: T) => fc.option(fc.constant(value), { nil: undefined });
const sinceMs = fc.constantFrom(nowMs - 5_000, nowMs - 4 * 60_000, nowMs - 30 * 3_600_000);
const link: fc.Arbitrary<LinkStatus> = fc.oneof(
	fc.constantFrom<LinkStatus>({ phase: "idle" }, { phase: "connecting" }, { phase: "not-set-up" }),
	sinceMs.map((ms): LinkStatus => ({ phase: "live", sinceMs: ms })),
	trouble.map((reason): LinkStatus => ({ phase: "not-set-up", trouble: reason })),
	trouble.map((reason): LinkStatus => ({ phase: "failed", trouble: reason })),
	fc
		.record({ ms: sinceMs, reason: fc.option(trouble, { nil: undefined }) })
		.map(({ ms, reason }): LinkStatus => ({ phase: "down", sinceMs: ms, trouble: reason })),
);
const input = fc.record({
	link,
	isConfirming: fc.boolean(),
	staleSinceMs: fc.option(sinceMs, { nil: undefined }),
	staleTrouble: fc.option(trouble, { nil: undefined }),
	isHidden: fc.boolean(),
	isWaiting: fc.boolean(),
	isComplete: fc.boolean(),
	isKnown: fc.boolean(),
	isLoaded: fc.boolean(),
	recently: maybe({ atMs: nowMs - 200 }),
	missingPart: fc.constantFrom("scene", "item", "action", undefined),
});

describe("a face's picture and its title", () => {
	it("agree, for any data and connection status", () => {
		fc.assert(
			fc.property(input, ({ isKnown, isLoaded, recently, missingPart, ...rest }) => {
				const binding = missingPart && ({ kind: "missing", part: missingPart } as const);
				const flash = recently && { ...recently, delta: count(1) };
				const faces = [
					counter({ ...rest, flash, value: isKnown ? count(12) : { kind: "unknown" } }),
					latest({ ...rest, flash: recently, isLoaded, event: isKnown ? donation : undefined }),
					chart({ ...rest, ...(isKnown ? {} : { chart: undefined }) }),
					chart({ ...rest, chart: { labels: [], series: {} } }),
					connection({ ...rest, username: isKnown ? "marguerite" : undefined }),
					remote({ ...rest, sent: recently, ...(binding && { binding }) }),
					sendEvent({ ...rest, sent: recently }),
				];
				expect(faces.flatMap(disagreementsOf)).toEqual([]);
			}),
			{ numRuns: 250 },
		);
	});
});
