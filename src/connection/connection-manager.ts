import { serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import { msSince, type Clock, type Dispose, type Instant } from "../state/clock";
import type { CustomEvent } from "../state/custom-event";
import type { LinkTrouble } from "../state/link-status";
import type { Store } from "../state/store";
import { AccountConnection, type RefreshScope } from "./account-connection";
import type { AccountCredentials } from "./account-context";
import { awaitSnapshot, awaitState } from "./await-snapshot";
import { watchClock } from "./clock-watch";
import type { PostOutcome } from "./event-poster";
import { troubleOf } from "./link-trouble";
import type { Log } from "./log";
import { maxPressAgeMs, type CommandOutcome, type RemoteCommand } from "./remote-commands";
import type { OpenRoom } from "../service/ports";
import type { ListCache } from "../ledger/cached-list";
import type { SyncLimits } from "../sync/sync-limits";
import { noDemand, type ServiceDemand } from "../state/service-demand";

/** Page flips cost nothing: the link outlives the last key, or the last command, by this much. */
const graceMs = 5_000;

/** Throws where the address can't be used. */
export type CreateClient = (account: { readonly baseUrl: string; readonly apiKey: string }) => ServiceClient;

export type ConnectionManagerOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly createClient: CreateClient;
	readonly openRoom: OpenRoom;
	/**
	 * Where the list of an account is kept beyond this run.
	 * @param secret Only who has it can tell what is kept.
	 */
	readonly openMemory?: ((secret: string) => ListCache) | undefined;
	readonly log: Log;
	readonly limits?: SyncLimits | undefined;
	/** The event channel was joined: a session may begin. */
	readonly onJoined: () => void;
};

/** Holds the connection of the one account while some key needs it. */
export class ConnectionManager {
	readonly #options: ConnectionManagerOptions;
	/** Undefined until the settings are known. */
	#credentials: AccountCredentials | "none" | undefined;
	#connection: AccountConnection | undefined;
	#memory: { readonly secret: string; readonly list: ListCache | undefined } | undefined;
	#demand: ServiceDemand | undefined;
	#isOpen = false;
	#cancelGrace: Dispose = () => undefined;
	#stopClockWatch: Dispose = () => undefined;

	constructor(options: ConnectionManagerOptions) {
		this.#options = options;
	}

	/** For single questions; undefined while there is no account that could be asked about. */
	get client(): ServiceClient | undefined {
		return this.#connection?.client;
	}

	/** Takes the account to connect to, or none; the same one again changes nothing. */
	configure(credentials: AccountCredentials | "none"): void {
		const previous = this.#credentials;
		if (JSON.stringify(credentials) === JSON.stringify(previous)) return;
		this.#credentials = credentials;
		if (this.#connection && isSameAccount(credentials, previous)) {
			this.#connection.setSceneAddress(credentials.sceneSocketUrl);
			return;
		}
		this.#connection?.close();
		this.#connection = undefined;
		const { store } = this.#options;
		const memory = this.#openMemory(credentials);
		store.forgetAccount((name) => memory?.hashName(name) ?? name);
		if (credentials === "none") {
			store.update({ link: { phase: "not-set-up" }, sceneLink: { phase: "not-set-up" } });
			return;
		}
		try {
			this.#connection = this.#createConnection(credentials, memory);
			const serviceHost = new URL(this.#connection.client.origin).hostname;
			store.update({ serviceHost, link: { phase: "idle" }, sceneLink: { phase: "idle" } });
			if (this.#isOpen) this.#connection.open();
		} catch (error) {
			const link = { phase: "not-set-up", trouble: troubleOf(serviceErrorFrom(error).kind) } as const;
			store.update({ link, sceneLink: link });
		}
	}

	/** What the keys in use need; undefined when there are none, and nobody needs even the link. */
	setDemand(demand: ServiceDemand | undefined): void {
		this.#demand = demand;
		this.#connection?.applyDemand();
		if (demand) this.#open();
		else if (this.#isOpen) this.#closeLater();
	}

	/** Leaves and joins again at once and reads everything, as somebody wishes. */
	reconnect(): void {
		if (!this.#isOpen) return;
		this.#connection?.clearCooldowns();
		this.#connection?.reconnect();
	}

	/** Connects anew and reads everything again. @returns What is in the way, if anything is. */
	reconnectAndSync(): Promise<LinkTrouble | undefined> {
		this.reconnect();
		return awaitSnapshot(this.#options.store, this.#options.clock);
	}

	/** Reads again, as somebody wishes. @returns What went wrong, if anything did. */
	async refresh(scope: RefreshScope): Promise<LinkTrouble | undefined> {
		return this.#connection ? this.#connection.refresh(scope) : "unreachable";
	}

	/** Sends a remote action at most once, within two seconds of the press or never. */
	async sendRemoteAction(command: RemoteCommand): Promise<CommandOutcome> {
		// Without a turn of the loop, in which the key would be drawn first.
		const opening = this.#openForCommand(command.pressedAt);
		const connection = this.#connection ?? (await opening);
		return (await connection?.commands.send(command)) ?? "not-connected";
	}

	/** Posts a custom event at most once, within two seconds of the press or never. */
	async postEvent(event: CustomEvent, pressedAt: Instant): Promise<PostOutcome> {
		const connection = await this.#openForCommand(pressedAt);
		const outcome = await connection?.postEvent(event, pressedAt);
		return outcome ?? { kind: "failed", trouble: "unreachable" };
	}

	/** A key was pressed: the scenes that keys are bound to are read again, unless that was done just now. */
	refreshStaleScenes(): void {
		this.#connection?.scenes.refreshStale();
	}

	/** Reads one scene again, for a press that waits for it no longer than for the link. */
	async reloadScene(token: string, pressedAt: Instant): Promise<void> {
		const { clock } = this.#options;
		let cancel: Dispose = () => undefined;
		const timeout = new Promise<void>((resolve) => {
			cancel = clock.schedule(resolve, Math.max(0, maxPressAgeMs - msSince(pressedAt, clock)));
		});
		await Promise.race([this.#connection?.scenes.reloadScene(token), timeout]).finally(cancel);
	}

	/** A press doesn't wait for the settings longer than for the link. */
	async #openForCommand(pressedAt: Instant): Promise<AccountConnection | undefined> {
		this.#open();
		if (!this.#demand) this.#closeLater();
		const { store, clock } = this.#options;
		const check = () => this.#connection ?? (store.state.link.phase === "not-set-up" ? "none" : undefined);
		await awaitState(store, clock, check, maxPressAgeMs - msSince(pressedAt, clock));
		return this.#connection;
	}

	#open(): void {
		this.#cancelGrace();
		if (this.#isOpen) return;
		this.#isOpen = true;
		this.#connection?.open();
		this.#stopClockWatch = watchClock(this.#options.clock, () => {
			this.#options.log.info("clock: jumped, reconnecting");
			this.#connection?.reconnect();
		});
	}

	#closeLater(): void {
		this.#cancelGrace();
		this.#cancelGrace = this.#options.clock.schedule(() => {
			this.#isOpen = false;
			this.#stopClockWatch();
			this.#connection?.close();
		}, graceMs);
	}

	/** What was kept of another account is nobody's business any more. */
	#openMemory(credentials: AccountCredentials | "none"): ListCache | undefined {
		const secret = credentials === "none" ? "" : `${credentials.baseUrl} ${credentials.apiKey}`;
		if (this.#memory?.secret === secret) return this.#memory.list;
		this.#memory?.list?.forget();
		const list = credentials === "none" ? undefined : this.#options.openMemory?.(secret);
		this.#memory = { secret, list };
		return list;
	}

	#createConnection(credentials: AccountCredentials, memory: ListCache | undefined): AccountConnection {
		const { createClient, store, clock, random, openRoom, log, limits, onJoined } = this.#options;
		const { baseUrl, apiKey } = credentials;
		const client = createClient({ baseUrl, apiKey });
		const demand = () => this.#demand ?? noDemand;
		const context = { client, store, clock, random, log, limits, demand, memory };
		return new AccountConnection(context, { credentials, openRoom, onJoined });
	}
}

/** Whether at most the scene channel's address differs. */
function isSameAccount(
	credentials: AccountCredentials | "none",
	previous: AccountCredentials | "none" | undefined,
): credentials is AccountCredentials {
	if (credentials === "none" || previous === undefined || previous === "none") return false;
	return credentials.baseUrl === previous.baseUrl && credentials.apiKey === previous.apiKey;
}
