import { ServiceError } from "../errors";
import { exchange } from "../exchange";
import { errorOfNetworkCode, networkCodeOf } from "../network-error";

const maxBodyBytes = 100_000;
/** Start of the response with which Socket.IO 4 and 2 open a session. */
const openPacket = /^(?:\d+:)?0\{/;
/** Engine.IO error in response to a handshake that it does not accept. */
const engineError = /^\{\s*"code"\s*:\s*[0-5]\s*,\s*"message"\s*:/;

/**
 * Checks, without the key, that a Socket.IO server responds at this origin.
 * @throws {ServiceError} `not-this-service` if another kind of server responds; otherwise the reason for the missing
 * response.
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
		if (signal.aborted) throw new ServiceError("timeout", `no response within ${timeoutMs} ms`);
		throw errorOfNetworkCode(networkCodeOf(error));
	}
	throw new ServiceError("not-this-service", "no Socket.IO server responds at this address");
}
