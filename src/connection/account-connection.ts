import type { ServiceError } from "../service/errors";
import { newEventMessage, parseNewEvent } from "../service/event-channel";
import type { ServiceClient } from "../service/ports";
import type { ChartRange } from "../state/chart";
import type { Dispose } from "../state/clock";
import type { CustomEvent } from "../state/custom-event";
import { Channels, type ChannelsOptions } from "./channels";
import { ChartDirectory } from "./chart-directory";
import { EventPoster, type Posted } from "./event-poster";
import type { ReadingNeeds } from "./reading-needs";
import { Readings } from "./readings";
import { RecentEvents } from "./recent-events";
import { RemoteCommands, type CommandOutcome, type RemoteCommand } from "./remote-command";
import { SceneDirectory } from "./scene-directory";
import type { ServiceDemand } from "./service-demand";

export type AccountConnectionOptions = Pick<
	ChannelsOptions,
	"client" | "credentials" | "store" | "clock" | "random" | "openRoom" | "log"
> & {
	readonly needs: () => ReadingNeeds;
	/** The event channel was joined. */
	readonly onJoined: () => void;
};

/** Both channels and everything that is read of one account, from the first key that needs it to the last. */
export class AccountConnection {
	readonly scenes: SceneDirectory;
	readonly charts: ChartDirectory;
	readonly recent: RecentEvents;
	readonly #options: AccountConnectionOptions;
	readonly #channels: Channels;
	readonly #readings: Readings;
	readonly #poster: EventPoster;
	readonly #commands: RemoteCommands;
	#stopWatching: Dispose = () => undefined;

	constructor(options: AccountConnectionOptions) {
		this.#options = options;
		const { client, credentials, store, clock, random, needs } = options;
		const onFailed = this.#reportReading;
		this.#readings = new Readings({ store, clock, random, needs, onFailed });
		this.scenes = new SceneDirectory({ client, store, clock, random, onFailed: this.#reportScenes });
		this.charts = new ChartDirectory({ client, store, clock, random, onFailed });
		this.recent = new RecentEvents({ client, store, clock, random, onFailed });
		this.#poster = new EventPoster({ client, store, clock, onPosted: () => this.#readings.noteChange() });
		this.#channels = new Channels({
			...options,
			onEventChannelJoined: () => this.#applyJoined(),
			onEventChannelLost: () => this.#applyLost(),
			onEventMessage: (name, payload) => {
				if (name === newEventMessage) this.#applyNewEvent(payload);
			},
			onSceneChannelJoined: () => this.#commands.flush(),
		});
		this.#commands = new RemoteCommands({ clock, channel: this.#channels, apiKey: credentials.apiKey });
	}

	get client(): ServiceClient {
		return this.#options.client;
	}

	open(): void {
		this.#channels.open();
	}

	close(): void {
		this.#commands.cancelAll();
		this.#endReadings();
		this.#channels.close();
	}

	/** Joins both channels again and reads everything. */
	reconnect(): void {
		this.#channels.reconnect();
	}

	/** @returns What went wrong, if anything did. */
	refresh(): Promise<ServiceError | undefined> {
		this.#channels.hurryEvents();
		return this.#readings.refresh();
	}

	/** What the keys in use need from now on. */
	setDemand({ bindings, charts, recent }: ServiceDemand): void {
		void this.scenes.want(new Set(bindings.map(({ sceneToken }) => sceneToken)));
		this.charts.want(charts);
		this.recent.want(recent);
		this.#readings.ensureNeeds();
	}

	/** Reads a chart again. @returns What went wrong, if anything did. */
	refreshChart(range: ChartRange): Promise<ServiceError | undefined> {
		this.#channels.hurryEvents();
		return this.charts.refresh(range);
	}

	/** @throws {ServiceError} When it is not certain that the event was posted. */
	postEvent(event: CustomEvent): Promise<Posted> {
		return this.#poster.post(event);
	}

	sendRemoteAction(command: RemoteCommand): Promise<CommandOutcome> {
		this.#channels.hurryScenes();
		return this.#commands.send(command);
	}

	#applyJoined(): void {
		const { client, onJoined, store } = this.#options;
		onJoined();
		this.#readings.begin(client);
		void this.scenes.open();
		this.charts.open();
		this.#stopWatching = store.subscribe((happening) => {
			if (happening) this.charts.note(happening);
			if (store.state.confirmation === "confirmed") this.recent.open();
		});
	}

	#applyLost(): void {
		this.#endReadings();
		this.#options.store.update({ confirmation: "pending" });
	}

	#endReadings(): void {
		this.#stopWatching();
		this.#readings.end();
		this.scenes.close();
		this.charts.close();
		this.recent.close();
	}

	#applyNewEvent(payload: unknown): void {
		const { credentials, store, clock } = this.#options;
		const now = () => clock.now();
		const told = parseNewEvent(payload, { apiKey: credentials.apiKey, now });
		if (!told) return;
		const event = store.ledger.applyEvent(told, clock.now());
		if (!event) {
			if (told.isDeleted) this.#readings.noteChange();
			else this.#readings.noteRepeat();
			store.announce();
			return;
		}
		this.#readings.noteEvent(event);
		store.announce({ events: [event], source: "live" });
	}

	readonly #reportReading = (error: ServiceError): void => {
		this.#options.log.warn(`reading the service: ${error.kind}: ${error.message}`);
		if (error.kind === "refused") this.#channels.fail(error);
	};

	readonly #reportScenes = (error: ServiceError): void => {
		this.#options.log.warn(`reading a scene: ${error.kind}: ${error.message}`);
	};
}
