import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { createServer } from "node:tls";

import type { Certificate } from "./certificates";

/** A TLS proxy in front of a service, for REST and sockets. */
export type TlsProxy = {
	/** `https://localhost:port` */
	readonly url: string;
	close(): void;
};

/** Starts a TLS server that forwards all data unencrypted. @param serviceUrl Target of the data. */
export async function startTlsProxy(serviceUrl: string, { cert, key }: Certificate): Promise<TlsProxy> {
	const { hostname, port } = new URL(serviceUrl);
	const open = new Set<Socket>();
	const server = createServer({ cert, key }, (front) => {
		const back = connect(Number(port), hostname);
		for (const [end, other] of [
			[front, back],
			[back, front],
		] as const) {
			open.add(end);
			end.on("error", () => other.destroy());
			end.on("close", () => {
				open.delete(end);
				other.destroy();
			});
			end.pipe(other);
		}
	});
	server.on("tlsClientError", () => undefined);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `https://localhost:${(server.address() as AddressInfo).port}`,
		close: () => {
			for (const end of open) end.destroy();
			server.close();
		},
	};
}
