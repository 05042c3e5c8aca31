import { counterFace } from "../../../../src/key-face/counter-face";
import type { CounterFaceInput } from "../../../../src/key-face/counter-face-input";
import type { Face } from "../../../../src/key-face/face";
import { stringsFor } from "../../../../src/key-face/language";
import type { FaceStrings } from "../../../../src/key-face/strings";
import { parseCounterSettings } from "../../../../src/settings/schemas/counter";
import { linkTroubles } from "../../../../src/state/link-status";
import { nowMs, live, down, connecting, notSetUp, failed, count, money, soon, type Exhibit } from "./shared";

export function counter(
	input: Partial<CounterFaceInput>,
	settings: object = {},
	words: FaceStrings = stringsFor("en"),
): Face {
	const usual = { link: live, value: count(12_408), isHidden: false };
	return counterFace({ ...usual, ...input }, parseCounterSettings(settings), nowMs, words);
}

/** Every state of the action's face, in one language. */
export function exhibits(words: FaceStrings): readonly Exhibit[] {
	const shown: Exhibit[] = [];
	const show = (name: string, face: Face) => shown.push({ name, face });

	show("live", counter({}, {}, words));
	show("compact", counter({ value: count(182_207) }, { format: "compact" }, words));
	show("full", counter({ value: count(182_207) }, { format: "full" }, words));
	show("auto", counter({ value: count(1_182_207) }, {}, words));
	show("today", counter({ value: count(7) }, { metric: "subscriptions", scope: "today" }, words));
	show("flash", counter({ flash: { delta: count(3), atMs: nowMs - 100 } }, {}, words));
	show(
		"flash money",
		counter(
			{ value: money(["EUR", 31_250]), flash: { delta: money(["EUR", 2_000]), atMs: nowMs } },
			{ metric: "donationAmount", scope: "session" },
			words,
		),
	);
	show("goal", counter({ value: count(412) }, { goal: 500 }, words));
	show("past goal", counter({ value: count(150) }, { goal: 100, metric: "subscriptions" }, words));
	show(
		"money goal",
		counter(
			{ value: money(["EUR", 31_250]) },
			{ metric: "donationAmount", scope: "month", goal: 500 },
			words,
		),
	);
	const twoCurrencies = money(["EUR", 6_720], ["BHD", 1_234]);
	const customPeriod = { scope: "custom", from: "2026-11-19T00:00", to: "2026-11-26T18:00" } as const;
	show(
		"two currencies, goal, custom period",
		counter({ value: twoCurrencies }, { metric: "donationAmount", ...customPeriod, goal: 500 }, words),
	);
	show("custom period", counter({ value: count(412) }, customPeriod, words));
	show(
		"goal flash",
		counter({ value: count(412), flash: { delta: count(1), atMs: nowMs } }, { goal: 500 }, words),
	);
	const celebration = { goal: 500, atMs: nowMs - 100 };
	show("goal reached", counter({ value: count(501), celebration }, { goal: 500, goalStep: 100 }, words));
	show("next goal", counter({ value: count(501) }, { goal: 500, goalStep: 100 }, words));
	show("goal stale", counter({ value: count(412), link: down }, { goal: 500 }, words));
	show("stale", counter({ link: down }, {}, words));
	show("confirming", counter({ isConfirming: true }, {}, words));
	show("away month", counter({ value: count(12_431), away: count(23) }, { scope: "month" }, words));
	show("stale session", counter({ link: down }, { scope: "session" }, words));
	show("refused known", counter({ link: failed("refused") }, { scope: "today" }, words));
	show("away", counter({ value: count(12_431), away: count(23) }, {}, words));
	show("hidden", counter({ isHidden: true }, {}, words));
	show("hidden goal", counter({ isHidden: true }, { goal: 500 }, words));
	show(
		"money",
		counter({ value: money(["EUR", 123_456_78]) }, { metric: "donationAmount", scope: "year" }, words),
	);
	show(
		"two currencies",
		counter(
			{ value: money(["EUR", 31_250], ["USD", 8_000]) },
			{ metric: "donationAmount", scope: "month" },
			words,
		),
	);
	show(
		"four",
		counter(
			{ value: money(["EUR", 31_250], ["USD", 8_000], ["JPY", 1_500], ["CHF", 500]) },
			{ metric: "donationAmount", scope: "week" },
			words,
		),
	);
	show("undo", counter({ value: count(0), undo: soon }, { scope: "session" }, words));
	show(
		"hold",
		counter({ value: count(12), press: { sinceMs: nowMs - 300, holdMs: 500 } }, { scope: "session" }, words),
	);
	show("pressed", counter({ press: { sinceMs: nowMs } }, { scope: "week" }, words));
	show("failure", counter({ notice: { text: words.troubles.unreachable[0], ...soon } }, {}, words));
	show("viewers", counter({ value: count(1_284) }, { metric: "viewers" }, words));
	show("hostings", counter({ value: count(38) }, { metric: "hostings", scope: "year" }, words));
	show("own label", counter({ value: count(99_999) }, { label: "Road to 100K", color: "#1b1bff" }, words));
	show("provider", counter({ value: count(4_211) }, { provider: "twitch" }, words));
	show("connecting", counter({ value: { kind: "unknown" }, link: connecting }, {}, words));
	show("set up", counter({ value: { kind: "unknown" }, link: notSetUp }, {}, words));
	const unsafe = { phase: "not-set-up", trouble: "insecure" } as const;
	show("unsafe", counter({ value: { kind: "unknown" }, link: unsafe }, {}, words));
	for (const trouble of linkTroubles) {
		show(trouble, counter({ value: { kind: "unknown" }, link: failed(trouble) }, {}, words));
	}
	return shown;
}
