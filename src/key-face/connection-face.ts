import type { LinkStatus } from "../state/link-status";
import type { Face, FaceState, Line, Tone } from "./face";
import { unknownSign } from "./format";
import type { IconName } from "./icons";
import { ageOf, soonest, type Touch, touchLook } from "./moment";
import { blockOn, noticeFace, noticeOf, troubleOn } from "./notice";
import { isBlocked, trustState } from "./trust";
import type { Words } from "./words";

/** All the connection key's face depends on. */
export type ConnectionFaceInput = Touch & {
	/** The event channel's link. */
	readonly link: LinkStatus;
	/** The scene channel's link, where some key needs it. */
	readonly sceneLink?: LinkStatus;
	/** The account's user name, once known. */
	readonly username?: string | undefined;
	/** The service's host name. */
	readonly host?: string | undefined;
	/** Everything is being read again. */
	readonly isConfirming?: boolean;
	/** Epoch milliseconds. */
	readonly lastEventAtMs?: number | undefined;
	/** All numbers are masked. */
	readonly isHidden?: boolean;
};

/** Account and link, as a key shows them. */
export function connectionFace(input: ConnectionFaceInput, now: number, words: Words): Face {
	const { link, username, host } = input;
	const state = blockOn(link) ?? trustState(input, username !== undefined);
	const touch = touchLook(input, now);
	const spoken = {
		label: username ?? unknownSign,
		value: host ?? unknownSign,
		state,
	};
	if (username === undefined || isBlocked(state)) {
		return noticeFace(noticeOf(link, state, words, host === undefined ? [] : [host]), spoken, touch);
	}
	const { icon, foot } = linkLook(input, state, words);
	const { lastEventAtMs } = input;
	const age = state === "live" && lastEventAtMs !== undefined ? ageOf(lastEventAtMs, now, words) : undefined;
	return {
		kind: "connection",
		...spoken,
		press: touch.press,
		nextChangeAtMs: soonest(now, touch.nextChangeAtMs, age?.nextChangeAtMs),
		icon,
		tone: foot.tone,
		name: username,
		note: age ? [...age.wordings.flatMap(words.lastEvent), ...age.wordings] : [host ?? unknownSign],
		foot: touch.reason ?? foot,
	};
}

type LinkLook = { readonly icon: IconName; readonly foot: Line };

function linkLook(
	{ link, sceneLink, isHidden = false }: ConnectionFaceInput,
	state: FaceState,
	words: Words,
): LinkLook {
	const line = (text: string, tone: Tone): Line => ({ wordings: [text], tone });
	if (state === "connecting") return { icon: "sync", foot: line(words.connecting, "second") };
	const trouble = troubleOn(link);
	if (trouble) return { icon: "plug", foot: line(words.troubles[trouble][0], "warning") };
	if (state === "stale") return { icon: "plug", foot: line(words.offline, "warning") };
	const isSceneDown = sceneLink !== undefined && troubleOn(sceneLink) !== undefined;
	if (isSceneDown) return { icon: "alert", foot: line(words.scenesOffline, "warning") };
	return { icon: "check", foot: line(isHidden ? words.numbersHidden : words.connected, "accent") };
}
