import type { ServiceError } from "../service/errors";
import type { OpenRoom } from "../service/ports";
import type { ChartRange } from "../state/counters/chart";
import type { Dispose, Instant } from "../state/time/clock";
import type { CustomEvent } from "../state/events/custom-event";
import type { LinkTrouble } from "../state/link-status";
import type { StreamEvent } from "../state/events/stream-event";
import type { AccountContext } from "../sync/account-context";
import type { AccountCredentials } from "../state/account";
import { awaitSnapshot } from "./await-snapshot";
import { AccountPoller } from "../sync/account-poller";
import { createGuardedClient, Cooldowns } from "./guarded-client";
import { Channels } from "./channels";
import { ChartPoller } from "../sync/chart-poller";
import { isIncluded, type CoverageRequirement } from "../ledger/coverage";
import { ClosedPeriodReader } from "../sync/closed-period-reader";
import { donationsBackfill, EventBackfill, latestEventsBackfill } from "../sync/event-backfill";
import { EventPoster, type PostOutcome } from "./event-poster";
import { troubleOf } from "../service/link-trouble";
import { ListAudit } from "../sync/list-audit";
import { RemoteCommands } from "./remote-commands";
import { ScenePoller } from "../sync/scene-poller";
import { requirementsOf } from "../sync/snapshot-needs";
import { SyncScheduler } from "../sync/sync-scheduler";

export type AccountConnectionOptions = {
	readonly credentials: AccountCredentials;
	readonly openRoom: OpenRoom;
	readonly onJoined: () => void;
};

/** Data that a user can request to be read again. */
export type RefreshScope = "numbers" | "supporters" | { readonly chart: ChartRange };

/**
 * Both channels of one account, and all data that is kept current for it.
 *
 * Invariant: syncs, charts, backfills and the audit are open only while the event channel is joined; scenes, only
 * while the scene channel is.
 */
export class AccountConnection {
	readonly scenes: ScenePoller;
	readonly commands: RemoteCommands;
	readonly cooldowns: Cooldowns;
	readonly #context: AccountContext;
	readonly #onJoined: () => void;
	readonly #accountPoller: AccountPoller;
	readonly #channels: Channels;
	readonly #syncScheduler: SyncScheduler;
	readonly #chartPoller: ChartPoller;
	readonly #latestBackfill: EventBackfill;
	readonly #donationBackfill: EventBackfill;
	readonly #closedPeriods: ClosedPeriodReader;
	/** What is read after the first snapshot, which decides what is missing. */
	readonly #readers: readonly (EventBackfill | ClosedPeriodReader | ListAudit)[];
	readonly #poster: EventPoster;
	#unsubscribe: Dispose = () => undefined;

	constructor(context: AccountContext, { credentials, openRoom, onJoined }: AccountConnectionOptions) {
		const { clock } = context;
		this.cooldowns = new Cooldowns(clock);
		const client = createGuardedClient(context.client, this.cooldowns, () => this.#accountPoller.checkKey());
		this.#context = { ...context, client };
		this.#onJoined = onJoined;
		this.#accountPoller = new AccountPoller(this.#context, (error) => this.#channels.failEventChannel(error));
		this.#syncScheduler = new SyncScheduler(this.#context);
		this.scenes = new ScenePoller(this.#context);
		this.#chartPoller = new ChartPoller(this.#context);
		const dropUnneeded = () => this.#syncScheduler.dropUnneeded();
		this.#latestBackfill = new EventBackfill(this.#context, latestEventsBackfill, dropUnneeded);
		this.#donationBackfill = new EventBackfill(this.#context, donationsBackfill, dropUnneeded);
		this.#closedPeriods = new ClosedPeriodReader(this.#context);
		this.#readers = [
			this.#latestBackfill,
			this.#donationBackfill,
			this.#closedPeriods,
			new ListAudit(this.#context),
		];
		this.commands = new RemoteCommands(clock, () => this.#channels.retrySceneChannel());
		this.#channels = new Channels(this.#context, {
			credentials,
			openRoom,
			accountPoller: this.#accountPoller,
			onEventChannelJoined: () => this.#handleJoined(),
			onEventChannelLost: () => this.#handleLost(),
			onEvent: (event) => this.#handleEvent(event),
			onSceneRoom: (room) => {
				this.commands.setRoom(room);
				if (room) this.scenes.open();
				else this.scenes.close();
			},
		});
		this.#poster = new EventPoster(this.#context, this.#accountPoller, () =>
			this.#syncScheduler.handleChange(),
		);
	}

	/** Client for requests outside this class. It respects the cooldowns. */
	get client(): AccountContext["client"] {
		return this.#context.client;
	}

	open(): void {
		this.#accountPoller.resource.open();
		this.#channels.open();
		void this.#syncScheduler.prefetch();
	}

	close(): void {
		this.commands.cancelAll();
		this.#channels.close();
		this.#handleLost();
		this.#accountPoller.resource.pause();
	}

	/** Changes the scene channel's own address. Everything else stays connected. */
	setSceneAddress(sceneSocketUrl: string | undefined): void {
		this.#channels.setSceneAddress(sceneSocketUrl);
	}

	applyDemand(): void {
		for (const source of [this.scenes, this.#chartPoller, ...this.#readers, this.#syncScheduler])
			source.applyDemand();
	}

	/** Joins both channels again immediately, and reads the account and everything else again. */
	reconnect(): void {
		this.#accountPoller.resource.invalidate();
		this.#channels.reconnect();
	}

	/**
	 * Reads the requested data again. While the event channel is being joined, waits for the read that follows.
	 * @returns The error; undefined after success.
	 */
	async refresh(scope: RefreshScope): Promise<LinkTrouble | undefined> {
		const { store, clock } = this.#context;
		this.cooldowns.clearAll();
		this.#channels.retryEventChannel();
		const error = await this.#refreshData(scope);
		if (!error) return undefined;
		if (store.state.link.phase === "live" && error.kind !== "aborted") return troubleOf(error.kind);
		const trouble = await awaitSnapshot(store, clock);
		return trouble || scope === "numbers" ? trouble : this.refresh(scope);
	}

	postEvent(event: CustomEvent, pressedAt: Instant): Promise<PostOutcome> {
		this.cooldowns.clearAll();
		return this.#poster.post(event, pressedAt);
	}

	async #refreshData(scope: RefreshScope): Promise<ServiceError | undefined> {
		if (typeof scope === "object") return this.#chartPoller.refresh(scope.chart);
		const error = (await this.#syncScheduler.refresh()) ?? (await this.#closedPeriods.refresh());
		return error || scope === "numbers" ? error : this.#donationBackfill.refresh();
	}

	#handleJoined(): void {
		const { store } = this.#context;
		this.#onJoined();
		this.#syncScheduler.open();
		this.#chartPoller.open();
		let requirements = this.#requirements();
		let areReadersOpen = false;
		this.#unsubscribe = store.subscribeLater((batch) => {
			if (batch) this.#chartPoller.handleEvents(batch.events.map(({ type }) => type));
			else {
				const last = requirements;
				requirements = this.#requirements();
				// An undone reset or a different calendar can move the start of a period back, and a service that ignores the
				// end of a period adds it to what is read.
				if (requirements.some((requirement) => !isIncluded(requirement, last))) this.applyDemand();
				// The account's currency can change which donations are displayed, a displayed event can be deleted, and a
				// sync can shorten the coverage.
				else for (const backfill of [this.#latestBackfill, this.#donationBackfill]) backfill.applyDemand();
			}
			if (areReadersOpen || store.state.confirmation !== "confirmed") return;
			areReadersOpen = true;
			for (const reader of this.#readers) reader.open();
		});
	}

	#requirements(): readonly CoverageRequirement[] {
		const { store, clock, demand } = this.#context;
		return requirementsOf(demand(), store.ledgerContext(clock.now()));
	}

	#handleLost(): void {
		this.#unsubscribe();
		for (const source of [this.#syncScheduler, this.#chartPoller, ...this.#readers]) source.close();
	}

	#handleEvent(pushed: StreamEvent): void {
		const { store, clock } = this.#context;
		const event = store.ledger.applyEvent(pushed, clock.now());
		this.#closedPeriods.handleEvent(pushed);
		store.notify(event && { events: [event], source: "live" });
		// The pictures are sent first.
		queueMicrotask(() => {
			if (event) this.#syncScheduler.handleEvent(event);
			else if (pushed.isDeleted) this.#syncScheduler.handleChange();
			else this.#syncScheduler.handleRepeat();
		});
	}
}
