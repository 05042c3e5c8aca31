import type { LinkView } from "../src/inspector/message-parts";
import type { StringKey } from "./strings/en";

export type Trouble = NonNullable<LinkView["trouble"]>;

/** Why a request to the service failed, and the fix, as a sentence. */
export const problemTexts: Readonly<Record<Trouble | "timeout" | "bad-address" | "failed", StringKey>> = {
	refused: "keyRefused",
	unreachable: "unreachable",
	timeout: "timeout",
	"not-this-service": "notThisService",
	insecure: "insecure",
	certificate: "certificate",
	"bad-address": "badAddress",
	"service-error": "serviceError",
	failed: "failed",
};
