import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { addressAttemptTimeoutMs } from "./timing";

/** Raises the connection timeout per address for this process. Must be called before anything connects. */
export function allowSlowConnections(): void {
	setDefaultAutoSelectFamilyAttemptTimeout(addressAttemptTimeoutMs);
}
