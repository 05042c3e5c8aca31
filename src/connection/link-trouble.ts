import type { ServiceErrorKind } from "../service/errors";
import type { LinkTrouble } from "../state/link-status";

/** What a failure means to a streamer. */
export function troubleOf(kind: ServiceErrorKind): LinkTrouble {
	switch (kind) {
		case "refused":
			return "refused";
		case "insecure":
			return "insecure";
		case "certificate":
			return "certificate";
		case "bad-address":
		case "not-this-service":
		case "not-found":
			return "not-this-service";
		case "rate-limited":
		case "server-error":
		case "bad-answer":
		case "too-large":
		case "kicked":
			return "service-error";
		case "unreachable":
		case "timeout":
		case "closed":
		case "aborted":
			return "unreachable";
	}
}
