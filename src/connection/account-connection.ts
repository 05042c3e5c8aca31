import { originFrom } from "../service/address";
import type { ServiceError } from "../service/errors";
import { newEventMessage, parseNewEvent } from "../service/event-channel";
import type { ServiceClient } from "../service/ports";
import type { ChartRange } from "../state/chart";
import type { Clock, Dispose } from "../state/clock";
import type { CustomEvent } from "../state/custom-event";
import type { LinkStatus } from "../state/link-status";
import type { Store } from "../state/store";
import { ChartDirectory } from "./chart-directory";
import { EventPoster, type Posted } from "./event-poster";
import type { Log } from "./log";
import type { ReadingNeeds } from "./reading-needs";
import { Readings } from "./readings";
import { RecentEvents } from "./recent-events";
import { RemoteCommands, type CommandOutcome, type RemoteCommand } from "./remote-command";
import { RoomLink, type OpenRoom, type RoomAddress } from "./room-link";
import { SceneDirectory } from "./scene-directory";

/** What belongs to one account of one service. */
export type AccountCredentials = {
	/** As typed. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Address of the scene channel; undefined when it shares the event channel's. */
	readonly sceneSocketUrl?: string;
};

export type AccountConnectionOptions = {
	readonly client: ServiceClient;
	readonly credentials: AccountCredentials;
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly openRoom: OpenRoom;
	readonly needs: () => ReadingNeeds;
	readonly log: Log;
	/** The event channel was joined. */
	readonly onJoined: () => void;
};

/** A room wants a name; until the account's is known, this label does. */
const fallbackUsername = "stream-deck";

/** Both channels and all readings of one account, from the first key that needs them to the last. */
export class AccountConnection {
	readonly #options: AccountConnectionOptions;
	readonly #eventLink: RoomLink;
	/** Undefined while the scene channel shares the event channel's connection. */
	#sceneLink: RoomLink | undefined;
	readonly #readings: Readings;
	readonly #scenes: SceneDirectory;
	readonly #charts: ChartDirectory;
	readonly #recent: RecentEvents;
	readonly #poster: EventPoster;
	readonly #commands: RemoteCommands;
	#eventOrigin: string | undefined;
	#isAccountOld = false;
	#stopWatching: Dispose = () => undefined;

	constructor(options: AccountConnectionOptions) {
		this.#options = options;
		const { client, credentials, store, clock, random, needs } = options;
		this.#readings = new Readings({ store, clock, random, needs, onFailed: this.#reportReading });
		this.#scenes = new SceneDirectory({ client, store, clock, onFailed: this.#reportScenes });
		this.#charts = new ChartDirectory({ client, store, clock, random, onFailed: this.#reportReading });
		this.#recent = new RecentEvents({ client, store, clock, random, onFailed: this.#reportReading });
		this.#poster = new EventPoster({ client, store, clock, onPosted: () => this.#readings.noteChange() });
		this.#eventLink = this.#createLink("event", this.#findEventAddress);
		const channel = { emit: (name: string, payload: unknown) => this.#sceneChannel.emit(name, payload) };
		this.#commands = new RemoteCommands({ clock, channel, apiKey: credentials.apiKey });
	}

	get client(): ServiceClient {
		return this.#options.client;
	}

	get scenes(): SceneDirectory {
		return this.#scenes;
	}

	get charts(): ChartDirectory {
		return this.#charts;
	}

	get recent(): RecentEvents {
		return this.#recent;
	}

	open(): void {
		this.#eventLink.start();
	}

	close(): void {
		this.#commands.cancelAll();
		this.#endReadings();
		this.#sceneLink?.stop();
		this.#eventLink.stop();
	}

	/** Joins both channels again and reads everything. */
	reconnect(): void {
		this.#isAccountOld = true;
		this.#sceneLink?.reconnect();
		this.#eventLink.reconnect();
	}

	/** @returns What went wrong, if anything did. */
	refresh(): Promise<ServiceError | undefined> {
		this.#eventLink.hurry();
		return this.#readings.refresh();
	}

	/** The keys in use may look further back than before. */
	ensureNeeds(): void {
		this.#readings.ensureNeeds();
	}

	/** Reads a chart again. @returns What went wrong, if anything did. */
	refreshChart(range: ChartRange): Promise<ServiceError | undefined> {
		this.#eventLink.hurry();
		return this.#charts.refresh(range);
	}

	/** @throws {ServiceError} When it is not certain that the event was posted. */
	postEvent(event: CustomEvent): Promise<Posted> {
		return this.#poster.post(event);
	}

	sendRemoteAction(command: RemoteCommand): Promise<CommandOutcome> {
		this.#sceneChannel.hurry();
		return this.#commands.send(command);
	}

	get #sceneChannel(): RoomLink {
		return this.#sceneLink ?? this.#eventLink;
	}

	#createLink(name: "event" | "scene", findAddress: (signal: AbortSignal) => Promise<RoomAddress>): RoomLink {
		const { openRoom, clock, random, log } = this.#options;
		return new RoomLink({
			openRoom,
			clock,
			random,
			findAddress,
			onStatus: () => {
				this.#publish();
			},
			onJoined: () => {
				log.info(`${name} channel joined`);
				if (name === "event") this.#applyEventJoined();
				if (this.#sceneChannel.isJoined) this.#commands.flush();
			},
			onLost: () => {
				if (name === "event") this.#applyEventLost();
			},
			onMessage: (message, payload) => {
				if (name === "event" && message === newEventMessage) this.#applyNewEvent(payload);
			},
			onFailure: (error, retryInMs) => {
				const next =
					retryInMs === undefined ? "waiting for new settings" : `next try in ${Math.round(retryInMs)} ms`;
				log.warn(`${name} channel: ${error.kind}: ${error.message}; ${next}`);
			},
		});
	}

	readonly #findEventAddress = async (signal: AbortSignal): Promise<RoomAddress> => {
		const [origin] = await Promise.all([this.#findEventOrigin(signal), this.#findAccount(signal)]);
		this.#eventOrigin = origin;
		this.#chooseSceneLink();
		return this.#addressAt(origin);
	};

	/** The last known address serves when only the discovery is broken. */
	async #findEventOrigin(signal: AbortSignal): Promise<string> {
		try {
			return await this.#options.client.socketAddress(signal);
		} catch (error) {
			const isElsewhere = hasKind(error, "server-error", "bad-answer", "not-this-service", "rate-limited");
			if (this.#eventOrigin === undefined || !isElsewhere) {
				this.#chooseSceneLink();
				throw error;
			}
			return this.#eventOrigin;
		}
	}

	/** The name is a label and can wait; a refused key can't. */
	async #findAccount(signal: AbortSignal): Promise<void> {
		const { client, store, log } = this.#options;
		if (store.state.account && !this.#isAccountOld) return;
		try {
			const account = await client.account(signal);
			if (signal.aborted) return;
			this.#isAccountOld = false;
			store.update({ account });
		} catch (error) {
			if (hasKind(error, "refused")) throw error;
			if (!signal.aborted) log.warn(`account: ${String(error)}`);
		}
	}

	#addressAt(origin: string): RoomAddress {
		const { credentials, store } = this.#options;
		const username = store.state.account?.username ?? fallbackUsername;
		return { origin, apiKey: credentials.apiKey, username };
	}

	/** One connection when both channels live at one address; the scene channel's own when it has another. */
	#chooseSceneLink(): void {
		const { sceneSocketUrl } = this.#options.credentials;
		if (sceneSocketUrl === undefined) return;
		if (originFrom(sceneSocketUrl) === this.#eventOrigin) {
			this.#sceneLink?.stop();
			this.#sceneLink = undefined;
			return;
		}
		this.#sceneLink ??= this.#createLink("scene", () =>
			Promise.resolve(this.#addressAt(originFrom(sceneSocketUrl))),
		);
		this.#sceneLink.start();
	}

	#applyEventJoined(): void {
		const { client, onJoined, store } = this.#options;
		onJoined();
		this.#readings.begin(client);
		void this.#scenes.open();
		this.#charts.open();
		this.#stopWatching = store.subscribe((happening) => {
			if (happening) this.#charts.note(happening);
			if (store.state.confirmation === "confirmed") this.#recent.open();
		});
	}

	#applyEventLost(): void {
		this.#endReadings();
		this.#options.store.update({ confirmation: "pending" });
	}

	#endReadings(): void {
		this.#stopWatching();
		this.#readings.end();
		this.#scenes.close();
		this.#charts.close();
		this.#recent.close();
	}

	#applyNewEvent(payload: unknown): void {
		const { credentials, store, clock } = this.#options;
		const now = () => clock.now();
		const accountCurrency = store.state.account?.currency;
		const told = parseNewEvent(payload, { apiKey: credentials.apiKey, accountCurrency, now });
		if (!told) return;
		const event = store.ledger.applyEvent(told, clock.now());
		if (!event) {
			if (told.isDeleted) this.#readings.noteChange();
			store.announce();
			return;
		}
		this.#readings.noteEvent(event);
		store.announce({ events: [event], source: "live" });
	}

	#publish(): void {
		const link: LinkStatus = this.#eventLink.status;
		this.#options.store.update({ link, sceneLink: this.#sceneLink?.status ?? link });
	}

	readonly #reportReading = (error: ServiceError): void => {
		this.#options.log.warn(`reading the service: ${error.kind}: ${error.message}`);
		if (error.kind === "refused") this.#eventLink.fail(error);
	};

	readonly #reportScenes = (error: ServiceError): void => {
		this.#options.log.warn(`reading a scene: ${error.kind}: ${error.message}`);
	};
}

function hasKind(error: unknown, ...kinds: readonly ServiceError["kind"][]): boolean {
	return error instanceof Error && "kind" in error && kinds.some((kind) => kind === error.kind);
}
