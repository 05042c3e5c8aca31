import { serviceErrorFrom } from "../service/errors";
import type { OpenRoom, ServiceClient } from "../service/ports";
import { msSince, type Clock, type Dispose, type Instant } from "../state/time/clock";
import type { CustomEvent } from "../state/events/custom-event";
import type { LinkTrouble } from "../state/link-status";
import { resolveBinding } from "../state/scenes/scene-binding";
import type { Store } from "../state/store";
import { AccountConnection, type RefreshScope } from "./account-connection";
import { accountSecret, type AccountAccess, type AccountCredentials } from "../state/account";
import { awaitState } from "../state/await-state";
import { awaitSnapshot } from "./await-snapshot";
import { watchClock } from "./clock-watch";
import type { PostOutcome } from "./event-poster";
import { troubleOf } from "../service/link-trouble";
import type { Log } from "../state/log";
import type { CommandOutcome, RemoteCommand } from "./remote-commands";
import type { ListCache } from "../ledger/cached-list";
import { defaultSyncLimits, type SyncLimits } from "../sync/sync-limits";
import { noDemand, type ServiceDemand } from "../state/service-demand";
import { maxPressAgeMs, linkGraceMs } from "./timing";

export type ItemCommand = RemoteCommand & { readonly sceneToken: string };

/**
 * Creates a client.
 * @throws {ServiceError} If the address is invalid.
 */
export type CreateClient = (account: AccountAccess) => ServiceClient;

export type ConnectionManagerOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly createClient: CreateClient;
	readonly openRoom: OpenRoom;
	/**
	 * Opens the persistent cache of an account's list.
	 * @param secret Protects the cached data, which can be read only with the same secret.
	 */
	readonly openMemory?: ((secret: string) => ListCache) | undefined;
	readonly log: Log;
	readonly limits?: SyncLimits | undefined;
	/** Called each time the event channel is joined, because a new session may begin. */
	readonly onJoined: () => void;
};

/**
 * Owns the connection of the account, and keeps it open while a key or command needs it.
 *
 * Invariant: there is at most one connection, and it belongs to the last configured credentials.
 */
export class ConnectionManager {
	readonly #options: ConnectionManagerOptions;
	/** Undefined until the settings are loaded; `none` if no account is configured. */
	#credentials: AccountCredentials | "none" | undefined;
	#connection: AccountConnection | undefined;
	#memory: { readonly secret: string | undefined; readonly list: ListCache | undefined } | undefined;
	#demand: ServiceDemand | undefined;
	#isOpen = false;
	#cancelGrace: Dispose = () => undefined;
	#stopClockWatch: Dispose = () => undefined;

	constructor(options: ConnectionManagerOptions) {
		this.#options = options;
	}

	/** Client for single requests; undefined while there is no usable account. */
	get client(): ServiceClient | undefined {
		return this.#connection?.client;
	}

	/** Time since the service last responded to a request, in milliseconds; Infinity before it did. */
	get silentForMs(): number {
		return this.#connection?.cooldowns.silentForMs ?? Infinity;
	}

	/**
	 * Sets the account to connect to, or none. A different account replaces the connection and discards all data of the
	 * previous one. A different scene address changes only the scene channel.
	 */
	configure(credentials: AccountCredentials | "none"): void {
		if (JSON.stringify(credentials) === JSON.stringify(this.#credentials)) return;
		this.#credentials = credentials;
		const secret = credentials === "none" ? undefined : accountSecret(credentials);
		if (this.#connection && credentials !== "none" && secret === this.#memory?.secret) {
			this.#connection.setSceneAddress(credentials.sceneSocketUrl);
			return;
		}
		this.#connection?.close();
		this.#connection = undefined;
		const { store } = this.#options;
		const memory = this.#openMemory(secret);
		store.forgetAccount(memory);
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

	/** Sets what the keys in use need; undefined if no key needs the connection. */
	setDemand(demand: ServiceDemand | undefined): void {
		this.#demand = demand;
		this.#connection?.applyDemand();
		if (demand) this.#open();
		else if (this.#isOpen) this.#closeLater();
	}

	/** Reconnects immediately and reads everything again, at the user's request. Does nothing if no connection is open. */
	reconnect(): void {
		if (!this.#isOpen) return;
		this.#connection?.cooldowns.clearAll();
		this.#connection?.reconnect();
	}

	/**
	 * Reconnects and reads everything again.
	 * @returns The error; undefined after success.
	 */
	reconnectAndSync(): Promise<LinkTrouble | undefined> {
		this.reconnect();
		return awaitSnapshot(this.#options.store, this.#options.clock);
	}

	/** @returns The error; undefined after success. */
	async refresh(scope: RefreshScope): Promise<LinkTrouble | undefined> {
		return this.#connection ? this.#connection.refresh(scope) : "unreachable";
	}

	/**
	 * Sends a remote action at most once, and only within two seconds of the press. If its item is missing, the scene is read
	 * again first.
	 */
	async sendRemoteAction({ sceneToken, ...command }: ItemCommand): Promise<CommandOutcome | "missing"> {
		const { itemId, actionCode } = command;
		const { store } = this.#options;
		const isMissing = () =>
			resolveBinding(store.state.scenes.get(sceneToken), itemId, actionCode).kind === "missing";
		if (isMissing()) {
			await this.#reloadScene(sceneToken, command.pressedAt);
			if (isMissing()) return "missing";
		}
		// An existing connection is used synchronously. After an `await`, the key would be drawn before the action is sent.
		const opening = this.#openForCommand(command.pressedAt);
		const connection = this.#connection ?? (await opening);
		return (await connection?.commands.send(command)) ?? "not-connected";
	}

	/** Posts a custom event at most once, and only within two seconds of the press. */
	async postEvent(event: CustomEvent, pressedAt: Instant): Promise<PostOutcome> {
		const connection = await this.#openForCommand(pressedAt);
		const outcome = await connection?.postEvent(event, pressedAt);
		return outcome ?? { kind: "failed", trouble: "unreachable" };
	}

	/** Reads the bound scenes again because a key was pressed, unless they were read recently. */
	refreshStaleScenes(): void {
		this.#connection?.scenes.refreshStale();
	}

	/** Reads one scene again. Waits for it no longer than `maxPressAgeMs` after the press. */
	async #reloadScene(token: string, pressedAt: Instant): Promise<void> {
		const { clock } = this.#options;
		let cancel: Dispose = () => undefined;
		const timeout = new Promise<void>((resolve) => {
			cancel = clock.schedule(resolve, Math.max(0, maxPressAgeMs - msSince(pressedAt, clock)));
		});
		await Promise.race([this.#connection?.scenes.reloadScene(token), timeout]).finally(cancel);
	}

	/**
	 * Opens the connection for a command. Waits for the settings no longer than `maxPressAgeMs` after the press.
	 */
	async #openForCommand(pressedAt: Instant): Promise<AccountConnection | undefined> {
		this.#open();
		if (!this.#demand) this.#closeLater();
		const { store, clock } = this.#options;
		const check = () => this.#connection ?? (store.state.link.phase === "not-set-up" ? "none" : undefined);
		if (!this.#connection) await awaitState(store, clock, check, maxPressAgeMs - msSince(pressedAt, clock));
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
		}, linkGraceMs);
	}

	/** Opens the cache of this account, and deletes that of the previous one, for privacy. */
	#openMemory(secret: string | undefined): ListCache | undefined {
		if (this.#memory?.secret === secret) return this.#memory?.list;
		this.#memory?.list?.forget();
		const list = secret === undefined ? undefined : this.#options.openMemory?.(secret);
		this.#memory = { secret, list };
		return list;
	}

	#createConnection(credentials: AccountCredentials, memory: ListCache | undefined): AccountConnection {
		const { createClient, store, clock, random, openRoom, log, onJoined } = this.#options;
		const { limits = defaultSyncLimits } = this.#options;
		const { baseUrl, apiKey } = credentials;
		const client = createClient({ baseUrl, apiKey });
		const demand = () => this.#demand ?? noDemand;
		const context = { client, store, clock, random, log, limits, demand, memory };
		return new AccountConnection(context, { credentials, openRoom, onJoined });
	}
}
