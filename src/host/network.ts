import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";

/**
 * Connection timeout for each address of a host, in milliseconds. A host can have an IPv6 and an IPv4 address, one of them
 * unreachable. Node.js tries them in turn with 250 ms each, which is shorter than a connection over satellite or a busy mobile
 * network takes. An attempt to join has five seconds and needs two connections.
 */
const addressAttemptTimeoutMs = 1_500;

/** Raises the connection timeout per address for this process. Must be called before anything connects. */
export function allowSlowConnections(): void {
	setDefaultAutoSelectFamilyAttemptTimeout(addressAttemptTimeoutMs);
}
