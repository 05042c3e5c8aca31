/* What we use of socket.io-client 2.5 (installed under an alias beside 4): that generation brought no types. */
declare module "socket.io-client2" {
	interface Emitter {
		on(name: string, listener: (...args: unknown[]) => void): this;
		once(name: string, listener: (...args: unknown[]) => void): this;
	}

	/** `decoder.add` is looked up anew for each packet, so that an instance can guard its own. */
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
		/** Uses the `ws` package even where Node has a WebSocket of its own. */
		readonly forceNode: boolean;
	}

	export default function io(address: string, options: Options): Socket;
}
