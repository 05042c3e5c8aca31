import { Duplex } from "node:stream";
import type { Socket } from "node:net";

/** What a connection was last used for. */
export type ConnectionUse = "unknown" | "rest" | "socket" | "control";

/**
 * One TCP connection from the HTTP server's side. In between, the bytes can be held in both directions while the
 * connection stays open, as on a dead link that neither end has detected.
 */
export class HoldableConnection extends Duplex {
	use: ConnectionUse = "unknown";
	readonly #tcp: Socket;
	readonly #heldIncoming: Buffer[] = [];
	#sendHeld: (() => void) | undefined;
	#isHeld = false;

	/** @param filter Receives all arriving data, and can hold or release the connection before the data passes. */
	constructor(tcp: Socket, filter: (chunk: Buffer) => "hold" | "release" | "leave") {
		super();
		this.#tcp = tcp;
		tcp.on("data", (chunk: Buffer) => {
			const decision = filter(chunk);
			if (decision === "hold") this.hold();
			else if (decision === "release") this.release();
			if (this.#isHeld) this.#heldIncoming.push(chunk);
			else if (!this.push(chunk)) tcp.pause();
		});
		tcp.on("end", () => {
			if (this.#isHeld) this.cut();
			else this.push(null);
		});
		tcp.on("close", () => this.destroy());
		tcp.on("error", () => this.destroy());
		this.on("error", () => undefined);
	}

	get isHeld(): boolean {
		return this.#isHeld;
	}

	/** Holds all data in both directions. The client does not see a close by the server. */
	hold(): void {
		this.#isHeld = true;
	}

	/** Releases everything held immediately, as when a dead connection recovers. */
	release(): void {
		if (!this.#isHeld) return;
		this.#isHeld = false;
		if (this.destroyed) {
			this.#tcp.destroy();
			return;
		}
		for (const chunk of this.#heldIncoming.splice(0)) this.push(chunk);
		this.#sendHeld?.();
		this.#sendHeld = undefined;
	}

	/** Destroys the connection, held or not. */
	cut(): void {
		this.#isHeld = false;
		this.#tcp.destroy();
		this.destroy();
	}

	/** Required by older WebSocket servers. */
	setNoDelay(): this {
		return this;
	}

	/** Connections of the stand-in never time out by themselves. */
	setTimeout(): this {
		return this;
	}

	override _read(): void {
		this.#tcp.resume();
	}

	override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
		this.#sendOrHold(() => this.#tcp.write(chunk, done));
	}

	override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
		this.#sendOrHold(() => this.#tcp.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done));
	}

	override _final(done: (error?: Error | null) => void): void {
		this.#sendOrHold(() => this.#tcp.end(done));
	}

	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		if (!this.#isHeld) this.#tcp.destroy();
		done(error);
	}

	#sendOrHold(send: () => void): void {
		if (this.#isHeld) this.#sendHeld = send;
		else send();
	}
}
