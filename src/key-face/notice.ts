import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { NoticeFace, Tone } from "./face";
import type { IconName } from "./icons";
import type { TwoLines, Words } from "./words";

/** What to tell a streamer about the link: a pictogram, what is the matter, what happens or helps. */
export type Notice = { readonly icon: IconName; readonly tone: Tone; readonly lines: TwoLines };

const looks: Readonly<Record<LinkTrouble, { readonly icon: IconName; readonly tone: Tone }>> = {
	refused: { icon: "key", tone: "fault" },
	unreachable: { icon: "plug", tone: "warning" },
	"not-this-service": { icon: "question", tone: "fault" },
	insecure: { icon: "lock", tone: "fault" },
	"service-error": { icon: "alert", tone: "warning" },
};

/** The link's trouble, while there is one. A link that went down without a reason is unreachable. */
export function troubleOf(link: LinkStatus): LinkTrouble | undefined {
	if (link.phase === "failed") return link.trouble;
	return link.phase === "down" ? (link.trouble ?? "unreachable") : undefined;
}

/**
 * The link in words.
 * @param subject What is being waited for; stands below "Connecting…".
 */
export function noticeOf(link: LinkStatus, words: Words, subject = ""): Notice {
	if (link.phase === "not-set-up") return notSetUpNotice(words);
	const trouble = troubleOf(link);
	if (trouble) return { ...looks[trouble], lines: words.troubles[trouble] };
	return { icon: "sync", tone: "second", lines: [words.connecting, subject] };
}

/** No account, or the key's own settings are incomplete. */
export function notSetUpNotice(words: Words): Notice {
	return { icon: "gear", tone: "second", lines: words.notSetUp };
}

/** The notice as a face; a passing notice takes the second line. */
export function noticeFace(
	{ icon, tone, lines: [first, second] }: Notice,
	spoken: Pick<NoticeFace, "label" | "value" | "state" | "nextChangeAtMs" | "press">,
	passing?: string,
): NoticeFace {
	return {
		kind: "notice",
		...spoken,
		icon,
		tone,
		lines: [
			{ wordings: [first], tone: "text" },
			passing === undefined ? { wordings: [second], tone: "second" } : { wordings: [passing], tone: "fault" },
		],
	};
}
