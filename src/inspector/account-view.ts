import type { GlobalSettings } from "../settings/schemas";
import type { LinkStatus } from "../state/link-status";
import type { StreamState } from "../state/store";
import type { AccountView, LinkView } from "./messages";

const endingLength = 4;
/** Of a shorter key, four characters would tell too much. */
const minShownKeyLength = 8;

/** What a page may know of the account: everything but the key. */
export function accountViewOf(
	settings: GlobalSettings | undefined,
	state: Pick<StreamState, "link" | "sceneLink" | "account">,
	avatar: string | undefined,
): Omit<AccountView, "canRestoreKey"> {
	const { apiKey, baseUrl, sceneSocketUrl, hideNumbers = false } = settings ?? {};
	return {
		baseUrl,
		sceneSocketUrl,
		hideNumbers,
		hasKey: apiKey !== undefined,
		keyEnding:
			apiKey !== undefined && apiKey.length >= minShownKeyLength ? apiKey.slice(-endingLength) : undefined,
		username: state.account?.username,
		avatar: state.account && avatar,
		link: linkViewOf(state.link),
		sceneLink: linkViewOf(state.sceneLink),
	};
}

function linkViewOf(link: LinkStatus): LinkView {
	if (link.phase === "not-set-up" && link.trouble) return { phase: "failed", trouble: link.trouble };
	if (link.phase !== "down" && link.phase !== "failed") return { phase: link.phase };
	return { phase: link.phase, trouble: link.trouble, retryAtMs: link.retryAtMs };
}
