import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { NoticeFace, Tone } from "./face";
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
	"service-error": { icon: "alert", tone: "warning" },
};

/** The link's trouble, while there is one. A link that went down without a reason is unreachable. */
export function troubleOf(link: LinkStatus): LinkTrouble | undefined {
	if (link.phase === "failed" || link.phase === "not-set-up") return link.trouble;
	return link.phase === "down" ? (link.trouble ?? "unreachable") : undefined;
}

/**
 * The link in words.
 * @param subject What is being waited for; stands below "Connecting…".
 */
export function noticeOf(link: LinkStatus, words: Words, subject: Wordings = []): Notice {
	const trouble = troubleOf(link);
	if (trouble) return notice(looks[trouble], words.troubles[trouble]);
	if (link.phase === "not-set-up") return notSetUpNotice(words);
	return { icon: "sync", tone: "second", matter: words.connecting, hint: subject };
}

/** No account, or the key's own settings are incomplete. */
export function notSetUpNotice(words: Words): Notice {
	return notice({ icon: "gear", tone: "second" }, words.notSetUp);
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
