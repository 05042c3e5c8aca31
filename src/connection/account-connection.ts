import type { ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { ServiceDemand } from "../state/service-demand";
import type { ChartRange } from "../state/chart";
import type { Dispose, Instant } from "../state/clock";
import type { CustomEvent } from "../state/custom-event";
import type { StreamEvent } from "../state/stream-event";
import { AccountKeeper } from "./account-keeper";
import { createCautiousClient, Rests } from "./cautious-client";
import { Channels, type ChannelsOptions } from "./channels";
import { ChartDirectory } from "./chart-directory";
import { DonationHistory } from "./donation-history";
import { EventPoster, type PostOutcome } from "./event-poster";
import { Snapshots } from "./snapshots";
import { RecentEvents } from "./recent-events";
import { RemoteCommands } from "./remote-commands";
import { SceneDirectory } from "./scene-directory";

export type AccountConnectionOptions = Pick<
	ChannelsOptions,
	"credentials" | "store" | "clock" | "random" | "openRoom" | "log"
> & {
	readonly client: ServiceClient;
	/** What the keys in use need, as of now. */
	readonly demand: () => ServiceDemand;
	/** The event channel was joined. */
	readonly onJoined: () => void;
};

/** Both channels of one account and everything that is kept fresh of it, from the first key that needs it to the last. */
export class AccountConnection {
	/** For whoever asks something of their own. */
	readonly client: ServiceClient;
	readonly scenes: SceneDirectory;
	readonly commands: RemoteCommands;
	readonly #options: AccountConnectionOptions;
	readonly #rests: Rests;
	readonly #account: AccountKeeper;
	readonly #channels: Channels;
	readonly #snapshots: Snapshots;
	readonly #charts: ChartDirectory;
	readonly #recent: RecentEvents;
	readonly #donations: DonationHistory;
	readonly #poster: EventPoster;
	#stopWatching: Dispose = () => undefined;

	constructor(options: AccountConnectionOptions) {
		this.#options = options;
		const { store, clock, random, log, demand } = options;
		this.#rests = new Rests(clock);
		const client = createCautiousClient(options.client, this.#rests, () => this.#account.checkKey());
		this.client = client;
		const context = { client, store, clock, random, log, demand };
		this.#account = new AccountKeeper(context, (error) => this.#channels.fail(error));
		this.#snapshots = new Snapshots(context);
		this.scenes = new SceneDirectory(context);
		this.#charts = new ChartDirectory(context);
		this.#recent = new RecentEvents(context);
		this.#donations = new DonationHistory(context);
		this.#channels = new Channels({
			...options,
			client,
			account: () => this.#account.find(),
			eventContext: () => ({ now: () => clock.now() }),
			onEventChannelJoined: () => this.#applyJoined(),
			onEventChannelLost: () => this.#applyLost(),
			onEvent: (event) => this.#applyEvent(event),
			onSceneChannelJoined: () => {
				this.commands.flush();
				this.scenes.open();
			},
			onSceneChannelLost: () => this.scenes.close(),
		});
		this.commands = new RemoteCommands(clock, this.#channels);
		this.#poster = new EventPoster({
			...context,
			findAccount: () => this.#account.find(),
			onPosted: () => this.#snapshots.noteChange(),
		});
	}

	open(): void {
		this.#account.open();
		this.#channels.open();
	}

	close(): void {
		this.commands.cancelAll();
		this.#channels.close();
		this.#account.close();
		this.#endReadings();
	}

	/** The keys in use need something else than before. */
	applyDemand(): void {
		this.scenes.applyDemand();
		this.#charts.applyDemand();
		this.#recent.applyDemand();
		this.#donations.applyDemand();
		this.#snapshots.applyDemand();
	}

	/** Somebody presses a key and waits: what wants to be left alone may be asked once more. */
	endRests(): void {
		this.#rests.endAll();
	}

	/** Joins both channels again at once, learns anew whose account it is, and reads everything. */
	reconnect(): void {
		this.#account.expire();
		this.#channels.reconnect();
	}

	/** @returns What went wrong, if anything did. */
	refresh(): Promise<ServiceError | undefined> {
		this.endRests();
		this.#channels.retryEventChannel();
		return this.#snapshots.refresh();
	}

	/** @returns What went wrong, if anything did. */
	refreshChart(range: ChartRange): Promise<ServiceError | undefined> {
		this.endRests();
		this.#channels.retryEventChannel();
		return this.#charts.refresh(range);
	}

	/** Reads again who gave how much. @returns What went wrong, if anything did. */
	async refreshSupporters(): Promise<ServiceError | undefined> {
		return (await this.refresh()) ?? this.#donations.refresh();
	}

	postEvent(event: CustomEvent, pressedAt: Instant): Promise<PostOutcome> {
		this.endRests();
		return this.#poster.post(event, pressedAt);
	}

	#applyJoined(): void {
		const { onJoined, store } = this.#options;
		onJoined();
		this.#snapshots.open();
		this.#charts.open();
		this.#stopWatching = store.subscribe((batch) => {
			if (batch) this.#charts.noteEvents(batch.events.map(({ type }) => type));
			if (store.state.confirmation !== "confirmed") return;
			this.#recent.open();
			this.#donations.open();
		});
	}

	#applyLost(): void {
		this.#endReadings();
	}

	#endReadings(): void {
		this.#stopWatching();
		this.#snapshots.close();
		this.#charts.close();
		this.#recent.close();
		this.#donations.close();
	}

	#applyEvent(told: StreamEvent): void {
		const { store, clock } = this.#options;
		const event = store.ledger.applyEvent(told, clock.now());
		if (!event) {
			if (told.isDeleted) this.#snapshots.noteChange();
			else this.#snapshots.noteRepeat();
			store.announce();
			return;
		}
		this.#snapshots.noteEvent(event);
		store.announce({ events: [event], source: "live" });
	}
}
