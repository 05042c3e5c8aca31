import type { ReplyTo } from "../../src/inspector/messages";
import type { AccountOutcome, LinkView } from "../../src/inspector/message-parts";
import { problemTexts, type Trouble } from "../problem-texts";
import { joinSentences, type Translate } from "../strings";
import type { StringKey } from "../strings/en";

const outcomeTexts: Readonly<Record<AccountOutcome, StringKey>> = {
	...problemTexts,
	connected: "connectedAs",
	reachable: "reachable",
	"no-address": "noAddress",
	"different-address": "differentAddress",
	removed: "keyRemoved",
	restored: "saved",
	saved: "saved",
	"token-refused": "tokenRefused",
	"too-long": "tooLong",
};

const successOutcomes: ReadonlySet<AccountOutcome> = new Set([
	...(["connected", "reachable", "removed", "restored", "saved"] as const),
]);

export function outcomeText(
	{ outcome, username, isAccountKept }: Omit<ReplyTo<"setAccount">, "event">,
	text: Translate,
): string {
	const message = text(outcomeTexts[outcome], { name: username ?? "" });
	const isFault = !isSuccess(outcome) && outcome !== "different-address";
	return isAccountKept && isFault ? joinSentences(message, text("accountKept")) : message;
}

export function isSuccess(outcome: AccountOutcome): boolean {
	return successOutcomes.has(outcome);
}

const troubleTexts: Readonly<Record<Trouble, StringKey>> = {
	refused: "linkRefused",
	unreachable: "linkUnreachable",
	"not-this-service": "linkNotThisService",
	insecure: "linkInsecure",
	certificate: "linkCertificate",
	"service-error": "linkServiceError",
};

/** Returns the reason for a problem and the fix, as a sentence. */
export function troubleReason(trouble: Trouble, text: Translate): string {
	const reason = text(problemTexts[trouble]);
	return trouble === "refused" ? joinSentences(reason, text("apiKeyHint")) : reason;
}

/** Returns the connection problem that an outcome means; undefined if it is not about the connection. */
export function troubleOfOutcome(outcome: AccountOutcome): Trouble | undefined {
	if (outcome === "timeout") return "unreachable";
	return isTrouble(outcome) ? outcome : undefined;
}

function isTrouble(outcome: string): outcome is Trouble {
	return outcome in troubleTexts;
}

/** Returns the connection status in one or two words; empty without an account. */
export function linkText({ phase, trouble = "unreachable" }: LinkView, text: Translate): string {
	switch (phase) {
		case "not-set-up":
			return "";
		case "idle":
			return text("linkIdle");
		case "connecting":
			return text("linkConnecting");
		case "live":
			return text("linkLive");
		case "down":
		case "failed":
			return text(troubleTexts[trouble]);
	}
}

/** Returns whether the scene channel has a problem that the event channel does not have. */
export function hasSceneLinkProblem(link: LinkView, sceneLink: LinkView): boolean {
	return sceneLink.phase !== "live" && (sceneLink.phase !== link.phase || sceneLink.trouble !== link.trouble);
}
