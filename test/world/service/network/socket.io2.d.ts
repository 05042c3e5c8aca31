/** The part of socket.io 2 that the stand-in uses; the package brings no types. */
declare module "socket.io2" {
	import type { IncomingMessage, Server as HttpServer } from "node:http";

	type Options = {
		readonly pingInterval: number;
		readonly pingTimeout: number;
		readonly transports?: readonly string[];
		readonly serveClient: boolean;
		readonly allowRequest: (
			request: IncomingMessage,
			done: (error: string | null, isAllowed: boolean) => void,
		) => void;
	};

	interface Socket {
		readonly id: string;
		readonly handshake: { readonly query: Readonly<Record<string, unknown>> };
		on(name: string, listener: (payload: unknown) => void): this;
		emit(name: string, payload: unknown): this;
		disconnect(close: boolean): this;
	}

	interface Server {
		use(middleware: (socket: Socket, next: (error?: Error) => void) => void): this;
		attach(server: HttpServer, options: Options): this;
		on(name: "connection", listener: (socket: Socket) => void): this;
		close(): void;
	}

	export default function createServer(): Server;
}
