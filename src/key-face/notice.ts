import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { FaceState, NoticeFace, Tone } from "./face";
import type { Wordings } from "./format";
import type { IconName } from "./icons";
import type { TouchLook } from "./moment";
import type { TwoLines, Words } from "./words";

/** What to tell a streamer about the link: a pictogram, what is the matter, what happens or helps. */
export type Notice = {
	readonly icon: IconName;
	readonly tone: Tone;
	readonly matter: string;
	readonly hint: Wordings;
};

type NoticeLook = Pick<Notice, "icon" | "tone">;

const looks: Readonly<Record<LinkTrouble, NoticeLook>> = {
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
export function troubleOn(link: LinkStatus): LinkTrouble | undefined {
	if (link.phase === "failed" || link.phase === "not-set-up") return link.trouble;
	if (link.phase !== "down") return undefined;
	const { trouble = "unreachable" } = link;
	return isOfAddress(trouble) ? "service-error" : trouble;
}

/** The state of a key whose link only the streamer can mend. */
export function blockOn(link: LinkStatus): "refused" | "wrong address" | "not trusted" | undefined {
	const trouble = troubleOn(link);
	if (trouble === undefined || link.phase === "not-set-up") return undefined;
	if (trouble === "refused") return "refused";
	if (trouble === "certificate") return "not trusted";
	return isOfAddress(trouble) ? "wrong address" : undefined;
}

function isOfAddress(trouble: LinkTrouble): boolean {
	return trouble === "not-this-service" || trouble === "insecure";
}

/**
 * The link in words that fit the face's state.
 * @param subject What is being waited for; stands below "Connecting…".
 */
export function noticeOf(link: LinkStatus, state: FaceState, words: Words, subject: Wordings = []): Notice {
	const trouble = troubleOn(link);
	if (state === "not set up") return notSetUpNotice(words, trouble);
	if (state === "stale" && (!trouble || blockOn(link))) {
		return notice(looks.unreachable, words.troubles.unreachable);
	}
	if (trouble) return notice(looks[trouble], words.troubles[trouble]);
	return { icon: "sync", tone: "second", matter: words.connecting, hint: subject };
}

/**
 * No account, or the key's own settings are incomplete.
 * @param trouble What is wrong with the address, if that is why.
 */
export function notSetUpNotice(words: Words, trouble?: LinkTrouble): Notice {
	const [matter, hint] = words.notSetUp;
	if (trouble && isOfAddress(trouble)) return notice(looks[trouble], [matter, words.troubles[trouble][0]]);
	return notice({ icon: "gear", tone: "second" }, [matter, hint]);
}

/** The notice as a face; the reason why a press did nothing takes the second line. */
export function noticeFace(
	{ icon, tone, matter, hint }: Notice,
	spoken: Pick<NoticeFace, "label" | "value" | "state">,
	{ press, reason, nextChangeAtMs }: TouchLook,
): NoticeFace {
	return {
		kind: "notice",
		...spoken,
		press,
		nextChangeAtMs,
		icon,
		tone,
		lines: [{ wordings: [matter], tone: "text" }, reason ?? { wordings: hint, tone: "second" }],
	};
}

/** A notice of one of the language's pairs of lines. */
export function notice(look: NoticeLook, [matter, hint]: TwoLines): Notice {
	return { ...look, matter, hint: [hint] };
}
