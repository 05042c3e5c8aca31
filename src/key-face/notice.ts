import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { DialTitle, FaceState, FaceSummary, NoticeFace, Tone } from "./face";
import type { TextVariants } from "./format";
import type { IconName } from "./icons";
import type { PressDisplay } from "./face-timing";
import type { TwoLines, FaceStrings } from "./strings";

/** What to tell a streamer about the link: a pictogram, what is the matter, what happens or helps. */
export type Notice = {
	readonly icon: IconName;
	readonly tone: Tone;
	readonly headline: string;
	readonly hint: TextVariants;
};

/** What keeps a key from its value. */
export type NoticeCause = {
	readonly link: LinkStatus;
	/** Why reading fails, where the link itself is up. */
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
 * The link's trouble, while there is one. A link that went down without a reason is unreachable, and an address that
 * worked is not a wrong one: somebody else answers for the service.
 */
export function linkTroubleOf(link: LinkStatus): LinkTrouble | undefined {
	if (link.phase === "failed" || link.phase === "not-set-up") return link.trouble;
	if (link.phase !== "down") return undefined;
	const { trouble = "unreachable" } = link;
	return isAddressTrouble(trouble) ? "service-error" : trouble;
}

/** The link's trouble, else why reading fails while the link is up: by a service that answers, or by the way to it. */
export function displayedTroubleOf({ link, staleTrouble }: NoticeCause): LinkTrouble | undefined {
	const trouble = linkTroubleOf(link);
	if (trouble || staleTrouble === undefined) return trouble;
	const isAnswered = staleTrouble === "service-error" || isAddressTrouble(staleTrouble);
	return isAnswered ? "service-error" : "unreachable";
}

/** The state of a key whose link only the streamer can mend. */
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
 * The link in words that fit the face's state.
 * @param subject What is being waited for; stands below "Connecting…".
 */
export function linkNotice(
	cause: NoticeCause,
	state: FaceState,
	strings: FaceStrings,
	subject: TextVariants = [],
): Notice {
	const { link } = cause;
	const trouble = displayedTroubleOf(cause);
	if (state === "not set up") return notSetUpNotice(strings, trouble);
	if (state === "stale" && (!trouble || blockingStateOf(link))) {
		return createNotice(appearanceByTrouble.unreachable, strings.troubles.unreachable);
	}
	if (trouble) return createNotice(appearanceByTrouble[trouble], strings.troubles[trouble]);
	return { icon: "sync", tone: "second", headline: strings.connecting, hint: subject };
}

/**
 * No account, or the key's own settings are incomplete.
 * @param trouble What is wrong with the address, if that is why.
 */
export function notSetUpNotice(strings: FaceStrings, trouble?: LinkTrouble): Notice {
	const [headline, hint] = strings.notSetUp;
	if (trouble && isAddressTrouble(trouble))
		return createNotice(appearanceByTrouble[trouble], [headline, strings.troubles[trouble][0]]);
	return createNotice({ icon: "gear", tone: "second" }, [headline, hint]);
}

/** What tells a key from its neighbours while it has no value to display. */
export type KeyIdentity = {
	readonly header?: TextVariants;
	/** Takes the place of the notice's second line. */
	readonly period?: TextVariants | undefined;
	readonly dialTitles?: readonly DialTitle[];
};

/** The pictogram that marks a face whose link is in this state; undefined for one that is up. */
export function stateMark(state: FaceState, link: LinkStatus): IconName | undefined {
	if (state === "stale") return "clock";
	if (state === "connecting") return "sync";
	if (state === "live" || state === "ready" || state === "missing" || state === "offline") return undefined;
	const trouble = linkTroubleOf(link);
	return trouble && appearanceByTrouble[trouble].icon;
}

/** The notice as a face; the reason why a press did nothing takes the second line. */
export function noticeFace(
	{ icon, tone, headline, hint }: Notice,
	summary: FaceSummary,
	{ press, reason, nextChangeAtMs }: PressDisplay,
	{ header, period, dialTitles }: KeyIdentity = {},
): NoticeFace {
	const second = period && period.length > 0 ? period : hint;
	return {
		kind: "notice",
		...summary,
		press,
		nextChangeAtMs,
		icon,
		tone,
		lines: [{ variants: [headline], tone: "text" }, reason ?? { variants: second, tone: "second" }],
		header,
		dialTitles,
	};
}

/** A notice of one of the language's pairs of lines. */
export function createNotice(appearance: NoticeAppearance, [headline, hint]: TwoLines): Notice {
	return { ...appearance, headline, hint: [hint] };
}
