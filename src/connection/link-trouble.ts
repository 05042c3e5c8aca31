import { serviceErrorFrom, type ServiceErrorKind } from "../service/errors";
import type { LinkTrouble } from "../state/link-status";

const troubles: Readonly<Record<ServiceErrorKind, LinkTrouble>> = {
	refused: "refused",
	insecure: "insecure",
	certificate: "certificate",
	"bad-address": "not-this-service",
	"not-this-service": "not-this-service",
	"not-found": "not-this-service",
	"rate-limited": "service-error",
	"server-error": "service-error",
	"bad-answer": "service-error",
	"too-large": "service-error",
	kicked: "service-error",
	unreachable: "unreachable",
	timeout: "unreachable",
	closed: "unreachable",
	"too-late": "unreachable",
	aborted: "unreachable",
};

/** What a failure means to a streamer. */
export function troubleOf(kind: ServiceErrorKind): LinkTrouble {
	return troubles[kind];
}

/** Why a question has no answer. */
export type QueryFailure = LinkTrouble | "timeout" | "bad-address";

/** What a failure means to somebody who waits for an answer. */
export function queryFailureOf(error: unknown): QueryFailure {
	const { kind } = serviceErrorFrom(error);
	return kind === "timeout" || kind === "bad-address" ? kind : troubleOf(kind);
}
