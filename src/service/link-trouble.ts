import type { ServiceErrorKind } from "./errors";
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

export function troubleOf(kind: ServiceErrorKind): LinkTrouble {
	return troubles[kind];
}
