import type { Dialect } from "../host/dialect";
import type { Frame } from "../frame";
import type { Connection } from "../host/host-server";
import { PluginProcess, type Exit, type ProcessOptions } from "./plugin-process";
import type { Recording } from "../recording";
import { defaultTimeoutMs, WaitTimeout } from "../wait-until";

export type LinkHandlers = {
	/** The plugin has registered, so everything it requires can be sent. */
	registered(): void;
	ended(exit: Exit): void;
};

/** The plugin from the host's side: a process, and a socket once it has registered. */
export class PluginLink {
	uuid: string;
	readonly #dialect: Dialect;
	readonly #recording: Recording;
	readonly #handlers: LinkHandlers;
	/** Messages sent before the first registration, for hosts that queue them. */
	readonly #queue: Frame[] = [];
	#process: PluginProcess | undefined;
	#connection: Connection | undefined;
	#onRegistered: (() => void) | undefined;

	constructor(uuid: string, dialect: Dialect, recording: Recording, handlers: LinkHandlers) {
		this.uuid = uuid;
		this.#dialect = dialect;
		this.#recording = recording;
		this.#handlers = handlers;
	}

	get process(): PluginProcess | undefined {
		return this.#process;
	}

	get isRegistered(): boolean {
		return this.#connection?.isOpen ?? false;
	}

	/**
	 * Starts the process and waits until it registers.
	 * @throws With the output of the process, if it ends before or takes too long.
	 */
	async launch(options: ProcessOptions, timeoutMs = defaultTimeoutMs): Promise<void> {
		if (this.#process && !this.#process.exit) throw new Error("The plugin is running already");
		const process = new PluginProcess(options);
		this.#process = process;
		let timer: NodeJS.Timeout | undefined;
		const registered = new Promise<void>((resolve, reject) => {
			this.#onRegistered = resolve;
			timer = setTimeout(
				() => reject(new WaitTimeout({ timeoutMs, message: "the plugin to register" })),
				timeoutMs,
			);
		});
		void process.exited.then((exit) => {
			this.#connection = undefined;
			this.#handlers.ended(exit);
		});
		const endedEarly = process.exited.then(({ code, signal, error }) => {
			const how = error?.message ?? `code ${code ?? "none"}, signal ${signal ?? "none"}`;
			throw new Error(`The plugin ended before it registered (${how}):\n${process.output}`);
		});
		try {
			await Promise.race([registered, endedEarly]);
		} finally {
			clearTimeout(timer);
			this.#onRegistered = undefined;
			endedEarly.catch(() => undefined);
		}
	}

	register(connection: Connection): void {
		this.#connection = connection;
		if (!this.#dialect.announcesOnRegister) for (const frame of this.#queue) this.#deliver(frame);
		this.#handlers.registered();
		this.#onRegistered?.();
	}

	/** Sends a message immediately; without a plugin it is lost or queued, depending on the host. */
	send(frame: Frame): void {
		if (this.isRegistered) this.#deliver(frame);
		else if (!this.#dialect.announcesOnRegister) this.#queue.push(frame);
	}

	/** Calls back when the plugin has certainly handled everything sent so far. */
	whenHandled(done: () => void): void {
		// Two round trips, because a handler that responds after an await has responded by the second.
		this.#connection?.afterRoundTrips(2, done);
	}

	closeSocket(): void {
		this.#connection?.close();
		this.#connection = undefined;
	}

	async stop(): Promise<Exit | undefined> {
		return this.#process?.stop();
	}

	#deliver(frame: Frame): void {
		this.#recording.frame("to-plugin", frame);
		this.#connection?.send(frame);
	}
}
