import { serviceErrorFrom } from "../service/errors";
import { troubleOf } from "../service/link-trouble";
import type { LinkTrouble } from "../state/link-status";

export type QueryFailure = LinkTrouble | "timeout" | "bad-address";

export function queryFailureOf(error: unknown): QueryFailure {
	const { kind } = serviceErrorFrom(error);
	return kind === "timeout" || kind === "bad-address" ? kind : troubleOf(kind);
}
