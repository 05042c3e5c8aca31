import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { DialTitle, FaceState, FaceSummary, Line, NoticeFace, Tone } from "./face";
import type { TextVariants } from "./text/format";
import type { IconName } from "./drawing/icons";
import type { PressDisplay } from "./face-timing";
import type { FaceStrings } from "./strings";
import type { TwoLines } from "./text/label";

/** A message about the connection: a pictogram, the problem, and the next step or fix. */
export type Notice = {
	readonly icon: IconName;
	readonly tone: Tone;
	readonly headline: string;
	readonly hint: TextVariants;
};

/** The reasons for which a key has no value. */
export type NoticeCause = {
	readonly link: LinkStatus;
	/** Why syncs fail although the connection is up. */
	readonly staleTrouble?: LinkTrouble | undefined;
};

type NoticeAppearance = Pick<Notice, "icon" | "tone">;

const appearanceByTrouble: Readonly<Record<LinkTrouble, NoticeAppearance>> = {
	refused: { icon: "key", tone: "fault" },
	unreachable: { icon: "plug", tone: "warning" },
	"not-this-service": { icon: "question", tone: "fault" },
	insecure: { icon: "lock", tone: "fault" },
	certificate: { icon: "seal", tone: "fault" },
	"service-error": { icon: "alert", tone: "warning" },
};

/**
 * Returns the problem of the connection, if any. A connection that was lost without a reason is unreachable. An address
 * that worked before is not wrong: another server responds for the service.
 */
export function linkTroubleOf(link: LinkStatus): LinkTrouble | undefined {
	if (link.phase === "failed" || link.phase === "not-set-up") return link.trouble;
	if (link.phase !== "down") return undefined;
	const { trouble = "unreachable" } = link;
	return isAddressTrouble(trouble) ? "service-error" : trouble;
}

/** Returns the problem of the connection, else why syncs fail while it is up: at the service or on the network. */
export function displayedTroubleOf({ link, staleTrouble }: NoticeCause): LinkTrouble | undefined {
	const trouble = linkTroubleOf(link);
	if (trouble || staleTrouble === undefined) return trouble;
	const isAnswered = staleTrouble === "service-error" || isAddressTrouble(staleTrouble);
	return isAnswered ? "service-error" : "unreachable";
}

/** Returns the state of a key whose connection only the streamer can fix. */
export function blockingStateOf(link: LinkStatus): "refused" | "wrong address" | "not trusted" | undefined {
	const trouble = linkTroubleOf(link);
	if (trouble === undefined || link.phase === "not-set-up") return undefined;
	if (trouble === "refused") return "refused";
	if (trouble === "certificate") return "not trusted";
	return isAddressTrouble(trouble) ? "wrong address" : undefined;
}

function isAddressTrouble(trouble: LinkTrouble): boolean {
	return trouble === "not-this-service" || trouble === "insecure";
}

/**
 * Returns the connection status in words that match the face's state.
 * @param subject What is being loaded; displayed below "Connecting…".
 */
export function linkNotice(
	cause: NoticeCause,
	state: FaceState,
	strings: FaceStrings,
	subject: TextVariants = [],
): Notice {
	const trouble = displayedTroubleOf(cause);
	if (state === "not set up") return notSetUpNotice(strings, trouble);
	const shown = trouble ?? (state === "stale" ? "unreachable" : undefined);
	if (shown) return createNotice(appearanceByTrouble[shown], strings.troubles[shown]);
	return { icon: "sync", tone: "second", headline: strings.connecting, hint: subject };
}

/** Returns the notice for incomplete key settings: the next step, or without an account that it is not set up. */
export function incompleteNotice(
	{ phase }: LinkStatus,
	step: keyof FaceStrings["setUpSteps"],
	strings: FaceStrings,
): Notice {
	const notice = notSetUpNotice(strings);
	return phase === "not-set-up" ? notice : { ...notice, hint: [strings.setUpSteps[step]] };
}

/**
 * Returns the notice for a missing account or incomplete key settings.
 * @param trouble The problem of the address, if that is the reason.
 */
function notSetUpNotice(strings: FaceStrings, trouble?: LinkTrouble): Notice {
	const [headline, hint] = strings.notSetUp;
	if (trouble && isAddressTrouble(trouble))
		return createNotice(appearanceByTrouble[trouble], [headline, strings.troubles[trouble][0]]);
	return createNotice({ icon: "gear", tone: "second" }, [headline, hint]);
}

/** Label that identifies a key while it has no value to display. */
export type KeyIdentity = {
	readonly header?: TextVariants;
	/** Replaces the second line of the notice. */
	readonly period?: TextVariants | undefined;
	readonly dialTitles?: readonly DialTitle[];
};

/** Returns the pictogram for the connection status; undefined if it is up. */
export function stateMark(state: FaceState, link: LinkStatus): IconName | undefined {
	if (state === "stale") return "clock";
	if (state === "connecting") return "sync";
	if (state === "live" || state === "ready" || state === "missing" || state === "offline") return undefined;
	const trouble = linkTroubleOf(link);
	return trouble && appearanceByTrouble[trouble].icon;
}

/**
 * Returns the notice as a face. The reason for a failed press replaces the second line, unless the first contains it. A
 * key that is not set up displays no identity.
 */
export function noticeFace(
	{ icon, tone, headline, hint }: Notice,
	summary: FaceSummary,
	{ press, reason, nextChangeAtMs }: PressDisplay,
	identity: KeyIdentity = {},
): NoticeFace {
	const { header, period, dialTitles }: KeyIdentity = summary.state === "not set up" ? {} : identity;
	const second: Line = { variants: period && period.length > 0 ? period : hint, tone: "second" };
	const isRepeated = reason?.variants[0] === headline;
	return {
		kind: "notice",
		...summary,
		press,
		nextChangeAtMs,
		icon,
		tone,
		lines: [{ variants: [headline], tone: "text" }, isRepeated ? second : (reason ?? second)],
		header,
		dialTitles,
	};
}

/** Returns a notice with one of the language's pairs of lines. */
export function createNotice(appearance: NoticeAppearance, [headline, hint]: TwoLines): Notice {
	return { ...appearance, headline, hint: [hint] };
}
