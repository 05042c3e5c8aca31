/* The subset of socket.io-client 2.5 in use (installed under an alias beside version 4). That version has no types. */
declare module "socket.io-client2" {
	interface Emitter {
		on(name: string, listener: (...args: unknown[]) => void): this;
		once(name: string, listener: (...args: unknown[]) => void): this;
	}

	/** The client reads `decoder.add` for each packet, so an instance can override it. */
	interface Manager extends Emitter {
		readonly engine: Emitter & { readonly transport: unknown; close(): void };
		readonly decoder: { add(data: unknown): void };
	}

	interface Socket extends Emitter {
		readonly io: Manager;
		readonly connected: boolean;
		sendBuffer: unknown[];
		emit(name: string, payload: unknown): this;
		close(): this;
	}

	/** Options of the library and of its engine. */
	interface Options {
		readonly forceNew: boolean;
		readonly multiplex: boolean;
		readonly reconnection: boolean;
		readonly timeout: number | false;
		readonly transports: string[];
		readonly query: Readonly<Record<string, string>>;
		readonly transportOptions: object;
		/** Uses the `ws` package even if Node.js has its own WebSocket. */
		readonly forceNode: boolean;
	}

	export default function io(address: string, options: Options): Socket;
}
