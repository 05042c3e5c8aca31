import type { LinkStatus } from "../state/link-status";
import type { Face, FaceState, Line, Tone } from "./face";
import { factsOf, failureFact } from "./text/facts";
import { unknownText } from "./text/format";
import type { IconName } from "./drawing/icons";
import { ageOf, earliestAfter, type PressFeedback, pressDisplayAt } from "./face-timing";
import { blockingStateOf, noticeFace, linkNotice, linkTroubleOf } from "./notice";
import { type Freshness, isBlocked, staleFact, troubleWord, valueState } from "./freshness";
import type { FaceStrings } from "./strings";

export type ConnectionFaceInput = Freshness &
	PressFeedback & {
		/** Status of the scene channel, if a key requires it. */
		readonly sceneLink?: LinkStatus;
		/** The account's user name; undefined until it is loaded. */
		readonly username?: string | undefined;
		readonly host?: string | undefined;
		/** Epoch milliseconds. */
		readonly lastEventAtMs?: number | undefined;
		/** Whether all numbers are masked. */
		readonly isHidden?: boolean;
	};

export function connectionFace(input: ConnectionFaceInput, nowMs: number, strings: FaceStrings): Face {
	const { link, username, host } = input;
	const state = blockingStateOf(link) ?? valueState(input, username !== undefined);
	const pressDisplay = pressDisplayAt(input, nowMs);
	const summary = {
		label: username ?? unknownText,
		value: host ?? unknownText,
		state,
		facts: factsOf(staleFact(input, state), failureFact(input, nowMs)),
	};
	if (username === undefined || isBlocked(state)) {
		return noticeFace(
			linkNotice(input, state, strings, host === undefined ? [] : [host]),
			summary,
			pressDisplay,
			username === undefined ? {} : { header: [username] },
		);
	}
	const { icon, footer } = linkAppearance(input, state, strings);
	const { lastEventAtMs } = input;
	const age =
		state === "live" && lastEventAtMs !== undefined ? ageOf(lastEventAtMs, nowMs, strings) : undefined;
	return {
		kind: "connection",
		...summary,
		press: pressDisplay.press,
		nextChangeAtMs: earliestAfter(nowMs, pressDisplay.nextChangeAtMs, age?.nextChangeAtMs),
		icon,
		tone: footer.tone,
		name: username,
		note: age ? [...age.variants.flatMap(strings.lastEvent), ...age.variants] : [host ?? unknownText],
		footer: pressDisplay.reason ?? footer,
	};
}

type LinkAppearance = { readonly icon: IconName; readonly footer: Line };

function linkAppearance(
	{ link, sceneLink, staleTrouble, isHidden = false }: ConnectionFaceInput,
	state: FaceState,
	strings: FaceStrings,
): LinkAppearance {
	const line = (text: string, tone: Tone): Line => ({ variants: [text], tone });
	if (state === "connecting") return { icon: "sync", footer: line(strings.connecting, "second") };
	if (state === "stale" || linkTroubleOf(link))
		return { icon: "plug", footer: line(troubleWord({ link, staleTrouble }, strings), "warning") };
	const isSceneDown = sceneLink !== undefined && linkTroubleOf(sceneLink) !== undefined;
	if (isSceneDown) return { icon: "alert", footer: line(strings.scenesOffline, "warning") };
	return { icon: "check", footer: line(isHidden ? strings.numbersHidden : strings.connected, "accent") };
}
