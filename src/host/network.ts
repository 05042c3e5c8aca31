import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";

/**
 * A host may have addresses of both kinds, of which one leads nowhere. Node tries one after the other and gives each a
 * quarter of a second, which is less than a connection over a satellite or a busy mobile network takes: it would give the
 * good one up every time. Yet an attempt has five seconds in all, and two connections to make.
 */
const addressAttemptTimeoutMs = 1_500;

/** Makes this process patient with slow lines. To be called before anything connects. */
export function allowSlowConnections(): void {
	setDefaultAutoSelectFamilyAttemptTimeout(addressAttemptTimeoutMs);
}
