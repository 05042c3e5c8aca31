import type { Face } from "../../../../src/key-face/face";
import { alternateMs } from "../../../../src/key-face/face-timing";
import { stringsFor } from "../../../../src/key-face/language";
import { latestEventFace } from "../../../../src/key-face/latest-event-face";
import type { LatestEventFaceInput } from "../../../../src/key-face/latest-event-lines";
import type { FaceStrings } from "../../../../src/key-face/strings";
import { parseLatestEventSettings } from "../../../../src/settings/schemas/latest-event";
import {
	nowMs,
	live,
	down,
	connecting,
	failed,
	streamEvent,
	donation,
	next,
	soon,
	longName,
	type Exhibit,
} from "./shared";

export function latest(
	input: Partial<LatestEventFaceInput>,
	settings: object = {},
	words = stringsFor("en"),
): Face {
	const usual = { link: live, isLoaded: true, event: donation, waitingCount: 0, isHidden: false };
	return latestEventFace({ ...usual, ...input }, parseLatestEventSettings(settings), nowMs, words);
}

/** Every state of the action's face, in one language. */
export function exhibits(words: FaceStrings): readonly Exhibit[] {
	const shown: Exhibit[] = [];
	const show = (name: string, face: Face) => shown.push({ name, face });

	show("donation", latest({ waitingCount: 3 }, {}, words));
	show("follow", latest({ event: streamEvent({ type: "follow", person: "Bob" }) }, {}, words));
	show("to thank", latest({ event: streamEvent({ type: "follow" }), waitingCount: 1 }, {}, words));
	show("new sub", latest({ event: streamEvent({ type: "subscription", resub: 0 }) }, {}, words));
	show(
		"renewal",
		latest({ event: streamEvent({ type: "subscription", resub: 5 }), waitingCount: 2 }, {}, words),
	);
	show(
		"hosting",
		latest({ event: streamEvent({ type: "hosting", viewers: 42 }), waitingCount: 12 }, {}, words),
	);
	show("long", latest({ event: streamEvent({ type: "follow", person: longName }) }, {}, words));
	show("long gift", latest({ event: { ...donation, person: longName }, waitingCount: 3 }, {}, words));
	show(
		"long words",
		latest({ event: { ...donation, person: "Katharina von Hohenstein" }, waitingCount: 3 }, {}, words),
	);
	show("refused", latest({ link: failed("refused") }, {}, words));
	show("flash", latest({ flash: { atMs: nowMs }, waitingCount: 4 }, {}, words));
	show("test", latest({ event: { ...donation, isTest: true } }, {}, words));
	show("message", latest({ event: { ...donation, message: "Love the stream!" } }, {}, words));
	const written = { ...donation, message: "Love the stream, keep it up!" };
	const atTurn = (turn: number) => ({ thanking: { atMs: nowMs - turn * alternateMs }, waitingCount: 2 });
	show("next", latest({ event: streamEvent({ type: "follow" }), next, waitingCount: 3 }, {}, words));
	show(
		"next gift",
		latest({ event: { ...donation, createdAtMs: nowMs - alternateMs }, next, waitingCount: 3 }, {}, words),
	);
	show("thanking", latest({ event: written, ...atTurn(0) }, {}, words));
	show("thanking, count", latest({ event: written, ...atTurn(1) }, {}, words));
	const arrival = { event: streamEvent({ type: "follow", person: "Bob" }), atMs: nowMs - 100 };
	show("arrival", latest({ event: written, ...atTurn(0), flash: arrival }, {}, words));
	show("thank follow", latest({ event: streamEvent({ type: "follow" }), ...atTurn(0) }, {}, words));
	show("undo clear", latest({ undo: soon }, {}, words));
	const emptyQueue = { text: words.noneToThank, tone: "text", ...soon } as const;
	show("empty queue", latest({ notice: emptyQueue }, {}, words));
	show("stale", latest({ link: down, waitingCount: 3 }, {}, words));
	show("no event", latest({ event: undefined }, {}, words));
	show("connecting", latest({ event: undefined, isLoaded: false, link: connecting }, {}, words));
	show("hidden", latest({ isHidden: true, waitingCount: 3 }, {}, words));
	show(
		"hidden host",
		latest({ event: streamEvent({ type: "hosting", viewers: 42 }), isHidden: true }, {}, words),
	);
	show("unread", latest({ event: undefined, staleSinceMs: nowMs - 120_000 }, {}, words));
	show("anonymous", latest({ event: { ...donation, person: undefined } }, {}, words));
	return shown;
}
