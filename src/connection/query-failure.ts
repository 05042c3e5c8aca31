import { serviceErrorFrom } from "../service/errors";
import { troubleOf } from "../service/link-trouble";
import type { LinkTrouble } from "../state/link-status";

/** Reason why a query failed. */
export type QueryFailure = LinkTrouble | "timeout" | "bad-address";

/** Returns the reason to display for a failed query. */
export function queryFailureOf(error: unknown): QueryFailure {
	const { kind } = serviceErrorFrom(error);
	return kind === "timeout" || kind === "bad-address" ? kind : troubleOf(kind);
}
