import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer, type WebSocket } from "ws";
import { z } from "zod";

import { startDeck, type Deck } from "../deck/deck";
import type { Disposer } from "../deck/frame";
import { startService, type StandInService } from "../service/stand-in";

import { Crowd } from "./crowd";
import { layOutDeck, layOutStarters } from "./default-deck";
import { DeckCommandSchema, runDeckCommand } from "./deck-commands";
import { forwardEvents, type PageEvent } from "./page-events";
import { runServiceCommand, ServiceCommandSchema } from "./service-commands";
import { pluginPrefix, takeSnapshot, type PageState } from "./snapshot";
import { serveFile } from "./static-files";
import { TextSource } from "./text-source";

export type PlaygroundOptions = {
	/** 0, the default, lets the system choose. */
	readonly port?: number;
	/** The built `.sdPlugin` folder. Default: the project's. */
	readonly pluginDir?: string | undefined;
	/** Receives one line for every face that changes. */
	readonly log?: ((line: string) => void) | undefined;
	/** Whether automatic viewers are on from the start. Default: on. */
	readonly crowd?: "here" | "away";
};

const CommandSchema = z.discriminatedUnion("to", [
	z.strictObject({ to: z.literal("deck"), command: DeckCommandSchema }),
	z.strictObject({ to: z.literal("service"), command: ServiceCommandSchema }),
	z.strictObject({ to: z.literal("crowd"), command: z.enum(["come", "go"]) }),
]);

/** Messages of the page. */
export type Command = z.input<typeof CommandSchema>;

const pageDir = fileURLToPath(new URL("page", import.meta.url));
const ownPluginDir = fileURLToPath(new URL("../../../com.example.streamevents.sdPlugin", import.meta.url));
const restartAfterMs = 2_000;
/** Changes within this time reach the page in one message. */
const batchDelayMs = 30;

/** A deck, the plugin and a service to try out, and the page that displays them. */
export class Playground {
	readonly deck: Deck;
	readonly service: StandInService;
	readonly #textSource: TextSource;
	readonly #pluginDir: string;
	readonly #server: Server;
	readonly #crowd: Crowd;
	readonly #pages = new WebSocketServer({ noServer: true });
	readonly #disposers: Disposer[];
	#pending: NodeJS.Timeout | undefined;

	private constructor(
		deck: Deck,
		service: StandInService,
		textSource: TextSource,
		{ pluginDir = ownPluginDir, log }: PlaygroundOptions,
	) {
		this.deck = deck;
		this.service = service;
		this.#textSource = textSource;
		this.#pluginDir = pluginDir;
		this.#crowd = new Crowd(service);
		const mounts = { "/": pageDir, [pluginPrefix]: pluginDir };
		this.#server = createServer((request, response) => void serveFile(request, response, mounts));
		this.#server.on("upgrade", (request, socket, head) => {
			if (request.headers.origin !== this.url) socket.destroy();
			else this.#pages.handleUpgrade(request, socket, head, (page) => this.#addPage(page));
		});
		const listener = {
			send: (item: PageEvent) => this.#broadcast(item),
			changed: () => {
				layOutStarters(deck);
				this.#scheduleSnapshot();
			},
			log: log ?? (() => undefined),
		};
		this.#disposers = [
			...forwardEvents(deck, service, listener),
			textSource.follow(() => textFilesOf(deck), listener.changed),
		];
	}

	/** Starts service, deck, plugin and page. @throws When the plugin is not built or the port is taken. */
	static async start(options: PlaygroundOptions = {}): Promise<Playground> {
		const service = await startService({ port: 0 });
		const { pluginDir = ownPluginDir } = options;
		const globalSettings = { baseUrl: service.url, apiKey: service.apiKey };
		const deck = await startDeck({ pluginDir, globalSettings, devices: ["mk2", "plus"], restartAfterMs });
		const textSource = await TextSource.create("followers.txt");
		const playground = new Playground(deck, service, textSource, options);
		try {
			layOutDeck(deck, service, textSource.path);
			playground.#server.listen(options.port ?? 0, "127.0.0.1");
			await once(playground.#server, "listening");
			await deck.launch();
			if (options.crowd !== "away") playground.#crowd.start();
		} catch (error) {
			await playground.stop();
			throw error;
		}
		return playground;
	}

	/** The page's address. */
	get url(): string {
		const address = this.#server.address();
		return typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : "";
	}

	async stop(): Promise<void> {
		clearTimeout(this.#pending);
		this.#crowd.stop();
		for (const dispose of this.#disposers) dispose();
		for (const page of this.#pages.clients) page.terminate();
		await new Promise((closed) => this.#server.close(closed));
		await this.deck.stop();
		await this.service.stop();
		await this.#textSource.remove();
	}

	#addPage(page: WebSocket): void {
		page.on("error", () => page.terminate());
		page.on(
			"message",
			(data) => void this.#handleCommand(page, Buffer.isBuffer(data) ? data.toString("utf8") : ""),
		);
		page.send(this.#snapshot());
	}

	async #handleCommand(page: WebSocket, text: string): Promise<void> {
		try {
			const { to, command } = CommandSchema.parse(JSON.parse(text));
			if (to === "deck") await runDeckCommand(command, this.deck);
			else if (to === "service") await runServiceCommand(command, this.service);
			else if (command === "come") this.#crowd.start();
			else this.#crowd.stop();
		} catch (error) {
			const problem = error instanceof z.ZodError ? (error.issues[0]?.message ?? "") : String(error);
			page.send(JSON.stringify({ kind: "problem", text: problem } satisfies PageEvent));
		}
		this.#scheduleSnapshot();
	}

	#broadcast(item: PageEvent): void {
		for (const page of this.#pages.clients) page.send(JSON.stringify(item));
	}

	#scheduleSnapshot(): void {
		this.#pending ??= setTimeout(() => {
			this.#pending = undefined;
			const snapshot = this.#snapshot();
			for (const page of this.#pages.clients) page.send(snapshot);
		}, batchDelayMs);
	}

	#snapshot(): string {
		const snapshot = takeSnapshot(this.deck, this.service, this.#pluginDir);
		const own = { isCrowdActive: this.#crowd.isActive, textSource: this.#textSource.shown };
		return JSON.stringify({ ...snapshot, ...own } satisfies PageState);
	}
}

/** Returns the paths of the text files that keys write. */
function textFilesOf({ keys }: Deck): readonly string[] {
	const paths = keys.map(({ settings }) => settings["file"]);
	return paths.filter((path): path is string => typeof path === "string" && isAbsolute(path));
}
