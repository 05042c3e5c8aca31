import type { ServiceError } from "../service/errors";
import type { OpenRoom } from "../service/ports";
import type { ChartRange } from "../state/chart";
import type { Dispose, Instant } from "../state/clock";
import type { CustomEvent } from "../state/custom-event";
import type { LinkTrouble } from "../state/link-status";
import type { StreamEvent } from "../state/stream-event";
import type { AccountContext, AccountCredentials } from "./account-context";
import { AccountKeeper } from "./account-keeper";
import { createCautiousClient, Rests } from "./cautious-client";
import { Channels } from "./channels";
import { ChartDirectory } from "./chart-directory";
import { donations, EarlierEvents, lastEvents } from "./earlier-events";
import { EventPoster, type PostOutcome } from "./event-poster";
import { troubleOf } from "./link-trouble";
import { RemoteCommands } from "./remote-commands";
import { SceneDirectory } from "./scene-directory";
import { Snapshots } from "./snapshots";

export type AccountConnectionOptions = {
	readonly credentials: AccountCredentials;
	readonly openRoom: OpenRoom;
	/** The event channel was joined. */
	readonly onJoined: () => void;
};

/** What somebody wishes to have read again. */
export type Wish = "numbers" | "supporters" | { readonly chart: ChartRange };

/** Both channels of one account and everything that is kept fresh of it, from the first key that needs it to the last. */
export class AccountConnection {
	readonly scenes: SceneDirectory;
	readonly commands: RemoteCommands;
	readonly #context: AccountContext;
	readonly #onJoined: () => void;
	readonly #rests: Rests;
	readonly #account: AccountKeeper;
	readonly #channels: Channels;
	readonly #snapshots: Snapshots;
	readonly #charts: ChartDirectory;
	readonly #recent: EarlierEvents;
	readonly #donations: EarlierEvents;
	readonly #poster: EventPoster;
	#stopWatching: Dispose = () => undefined;

	constructor(context: AccountContext, { credentials, openRoom, onJoined }: AccountConnectionOptions) {
		const { clock } = context;
		this.#rests = new Rests(clock);
		const client = createCautiousClient(context.client, this.#rests, () => this.#account.checkKey());
		this.#context = { ...context, client };
		this.#onJoined = onJoined;
		this.#account = new AccountKeeper(this.#context, (error) => this.#channels.fail(error));
		this.#snapshots = new Snapshots(this.#context);
		this.scenes = new SceneDirectory(this.#context);
		this.#charts = new ChartDirectory(this.#context);
		this.#recent = new EarlierEvents(this.#context, lastEvents);
		this.#donations = new EarlierEvents(this.#context, donations);
		this.commands = new RemoteCommands(clock, () => this.#channels.retrySceneChannel());
		const findAccount = () => this.#account.find();
		this.#channels = new Channels(this.#context, {
			...{ credentials, openRoom, findAccount },
			onEventChannelJoined: () => this.#applyJoined(),
			onEventChannelLost: () => this.#applyLost(),
			onEvent: (event) => this.#applyEvent(event),
			onSceneRoom: (room) => {
				this.commands.setRoom(room);
				if (room) this.scenes.open();
				else this.scenes.close();
			},
		});
		this.#poster = new EventPoster(this.#context, findAccount, () => this.#snapshots.noteChange());
	}

	/** For whoever asks something of their own. */
	get client(): AccountContext["client"] {
		return this.#context.client;
	}

	open(): void {
		this.#account.fresh.open();
		this.#channels.open();
		void this.#prepare();
	}

	close(): void {
		this.commands.cancelAll();
		this.#channels.close();
		this.#account.fresh.pause();
	}

	/** The keys in use need something else than before. */
	applyDemand(): void {
		for (const kept of [this.scenes, this.#charts, this.#recent, this.#donations, this.#snapshots]) {
			kept.applyDemand();
		}
	}

	/** Somebody presses a key and waits: what wants to be left alone may be asked once more. */
	endRests(): void {
		this.#rests.endAll();
	}

	/** Joins both channels again at once, learns anew whose account it is, and reads everything. */
	reconnect(): void {
		this.#account.fresh.expire();
		this.#channels.reconnect();
	}

	/** Reads again, as somebody wishes. @returns What went wrong, if anything did. */
	async refresh(wish: Wish): Promise<LinkTrouble | undefined> {
		this.endRests();
		this.#channels.retryEventChannel();
		const error = await this.#read(wish);
		return error && troubleOf(error.kind);
	}

	postEvent(event: CustomEvent, pressedAt: Instant): Promise<PostOutcome> {
		this.endRests();
		return this.#poster.post(event, pressedAt);
	}

	/** Once the account has told what time it is at the service. A key that is refused, whoever joins the room hears of. */
	async #prepare(): Promise<void> {
		await this.#account.find().catch(() => undefined);
		if (this.#context.store.state.account) await this.#snapshots.prepare();
	}

	async #read(wish: Wish): Promise<ServiceError | undefined> {
		if (typeof wish === "object") return this.#charts.refresh(wish.chart);
		const error = await this.#snapshots.refresh();
		return error || wish === "numbers" ? error : this.#donations.refresh();
	}

	#applyJoined(): void {
		const { store } = this.#context;
		this.#onJoined();
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
		this.#stopWatching();
		for (const kept of [this.#snapshots, this.#charts, this.#recent, this.#donations]) kept.close();
	}

	#applyEvent(told: StreamEvent): void {
		const { store, clock } = this.#context;
		const event = store.ledger.applyEvent(told, clock.now());
		if (event) this.#snapshots.noteEvent(event);
		else if (told.isDeleted) this.#snapshots.noteChange();
		else this.#snapshots.noteRepeat();
		store.announce(event && { events: [event], source: "live" });
	}
}
