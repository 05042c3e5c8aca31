import { ServiceError } from "./errors";
import { exchange } from "./exchange";
import { errorOfNetworkCode, networkCodeOf } from "./network-error";

const maxBodyBytes = 100_000;
/** What a server of Socket.IO 4 and 2 opens a session with. */
const openPacket = /^(?:\d+:)?0\{/;
/** The error that Engine.IO answers to a handshake that it does not accept. */
const engineError = /^\{\s*"code"\s*:\s*[0-5]\s*,\s*"message"\s*:/;

/**
 * Checks, without the key, that a Socket.IO server answers at this origin.
 * @throws {ServiceError} `not-this-service` when something else answers; else why there was no answer.
 */
export async function identifySocketService(
	origin: string,
	{ timeoutMs }: { readonly timeoutMs: number },
): Promise<void> {
	const url = new URL("/socket.io/?EIO=4&transport=polling", origin);
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const headers = { accept: "*/*" };
		const { body } = await exchange(url, { headers, signal, maxBytes: maxBodyBytes });
		const text = body?.toString("utf8") ?? "";
		if (openPacket.test(text) || engineError.test(text)) return;
	} catch (error) {
		if (signal.aborted) throw new ServiceError("timeout", `no answer within ${timeoutMs} ms`);
		throw errorOfNetworkCode(networkCodeOf(error));
	}
	throw new ServiceError("not-this-service", "no Socket.IO server answers at this address");
}
