import type { GlobalSettings } from "../settings/schemas/global";
import { displayedTroubleOf, type NoticeCause } from "../key-face/notice";
import { periodStartMs } from "../state/time/periods";
import type { StreamState } from "../state/store";
import type { AccountView, LinkView } from "./message-parts";

const endingLength = 4;
/** Minimum length of a key whose last four characters are displayed. They would reveal too much of a shorter key. */
const minShownKeyLength = 8;

export type AccountViewContext = {
	readonly avatar: string | undefined;
	/** Epoch milliseconds. */
	readonly nowMs: number;
	readonly sessionKeyCount: number;
};

/**
 * Returns the account data that a page may display: everything except the key.
 * @param clockOffsetMs Service clock minus computer clock. Times are converted to the computer's clock, which the page
 * uses.
 */
export function accountViewOf(
	settings: GlobalSettings | undefined,
	state: Pick<
		StreamState,
		"link" | "sceneLink" | "staleTrouble" | "account" | "calendar" | "sessionStartedAtMs"
	>,
	{ avatar, nowMs, sessionKeyCount }: AccountViewContext,
	clockOffsetMs: number,
): Omit<AccountView, "canRestoreKey"> {
	const {
		apiKey,
		baseUrl,
		sceneSocketUrl,
		hideNumbers = false,
		allowLinks,
		ignoredNames,
		newSessionAfterIdleHours,
	} = settings ?? {};
	const { calendar, sessionStartedAtMs } = state;
	return {
		calendar: {
			...calendar,
			newSessionAfterIdleHours,
			todayStartMs: periodStartMs("today", nowMs, calendar),
			weekStartMs: periodStartMs("week", nowMs, calendar),
			sessionStartMs: sessionStartedAtMs,
			sessionKeyCount,
		},
		baseUrl,
		sceneSocketUrl,
		hideNumbers,
		allowLinks,
		ignoredNames,
		hasKey: apiKey !== undefined,
		keyEnding:
			apiKey !== undefined && apiKey.length >= minShownKeyLength ? apiKey.slice(-endingLength) : undefined,
		username: state.account?.username,
		avatar: state.account && avatar,
		link: linkViewOf(state, clockOffsetMs),
		sceneLink: linkViewOf({ link: state.sceneLink }, clockOffsetMs),
	};
}

/**
 * Returns the status of a channel with the same problem that the keys display. A connection over which nothing can be read
 * counts as down.
 */
function linkViewOf({ link, staleTrouble }: NoticeCause, clockOffsetMs: number): LinkView {
	if (link.phase === "not-set-up" && link.trouble) return { phase: "failed", trouble: link.trouble };
	if (link.phase === "live" && staleTrouble)
		return { phase: "down", trouble: displayedTroubleOf({ link, staleTrouble }) };
	if (link.phase !== "down" && link.phase !== "failed") return { phase: link.phase };
	const { phase, retryAtMs } = link;
	const trouble = link.trouble && displayedTroubleOf({ link });
	// In whole seconds: corrections by milliseconds are frequent and irrelevant to a page.
	return { phase, trouble, retryAtMs: retryAtMs && Math.floor((retryAtMs - clockOffsetMs) / 1000) * 1000 };
}
