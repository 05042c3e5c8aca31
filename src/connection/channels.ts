import { originFrom } from "../service/address";
import { ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { Store } from "../state/store";
import { AccountFinder } from "./account-finder";
import { troubleOf } from "./link-trouble";
import type { Log } from "./log";
import { RoomLink, type OpenRoom, type RoomAddress } from "./room-link";

/** What belongs to one account of one service. */
export type AccountCredentials = {
	/** As typed. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Address of the scene channel; undefined when it shares the event channel's. */
	readonly sceneSocketUrl?: string | undefined;
};

export type ChannelsOptions = {
	readonly client: ServiceClient;
	readonly credentials: AccountCredentials;
	readonly store: Store;
	readonly clock: Clock;
	readonly random: () => number;
	readonly openRoom: OpenRoom;
	readonly log: Log;
	readonly onEventChannelJoined: () => void;
	readonly onEventChannelLost: () => void;
	readonly onEventMessage: (name: string, payload: unknown) => void;
	readonly onSceneChannelJoined: () => void;
};

/** The name of the account is asked for on the way to the room; a service that doesn't say must not hold us up. */
const accountPatienceMs = 2_500;

/** A room wants a name; until the account's is known, this label does. */
const fallbackUsername = "stream-deck";

/** The event channel and the scene channel of one account: one connection when both have one address, else two. */
export class Channels {
	readonly #options: ChannelsOptions;
	readonly #eventLink: RoomLink;
	/** The scene channel's own address; undefined when it has none, or none that can be used. */
	readonly #sceneOrigin: string | undefined;
	readonly #sceneTrouble: LinkTrouble | undefined;
	/** Undefined while the scene channel shares the event channel's connection. */
	#sceneLink: RoomLink | undefined;
	readonly #account: AccountFinder;
	#eventOrigin: string | undefined;

	constructor(options: ChannelsOptions) {
		this.#options = options;
		this.#account = new AccountFinder(options);
		this.#eventLink = this.#createEventLink();
		const { sceneSocketUrl } = options.credentials;
		if (sceneSocketUrl === undefined) return;
		try {
			this.#sceneOrigin = originFrom(sceneSocketUrl);
		} catch (error) {
			this.#sceneTrouble = troubleOf(error instanceof ServiceError ? error.kind : "bad-address");
		}
	}

	open(): void {
		this.#eventLink.start();
	}

	close(): void {
		this.#account.close();
		this.#sceneLink?.stop();
		this.#eventLink.stop();
	}

	/** Leaves and joins again at once, and learns anew whose account it is. */
	reconnect(): void {
		this.#account.expire();
		this.#sceneLink?.reconnect();
		this.#eventLink.reconnect();
	}

	/** Somebody waits for the event channel. */
	hurryEvents(): void {
		this.#eventLink.hurry();
	}

	/** Somebody waits for the scene channel. */
	hurryScenes(): void {
		this.#sceneChannel.hurry();
	}

	/** Something else found out that the service refuses the key. */
	fail(error: ServiceError): void {
		this.#eventLink.fail(error);
	}

	/** Sends on the scene channel now, or not at all. */
	emit(name: string, payload: unknown): boolean {
		return this.#sceneTrouble === undefined && this.#sceneChannel.emit(name, payload);
	}

	get #sceneChannel(): RoomLink {
		return this.#sceneLink ?? this.#eventLink;
	}

	#createEventLink(): RoomLink {
		const { log, onEventChannelJoined, onEventChannelLost, onEventMessage } = this.#options;
		return this.#createLink("event", {
			findAddress: (signal) => this.#findEventAddress(signal),
			onJoined: () => {
				log.info("event channel joined");
				this.#account.open();
				onEventChannelJoined();
				this.#noteSceneChannel();
			},
			onLost: () => {
				this.#account.close();
				onEventChannelLost();
			},
			onMessage: onEventMessage,
		});
	}

	#createSceneLink(origin: string): RoomLink {
		const { log } = this.#options;
		return this.#createLink("scene", {
			findAddress: () => Promise.resolve(this.#addressAt(origin)),
			onJoined: () => {
				log.info("scene channel joined");
				this.#noteSceneChannel();
			},
			onLost: () => undefined,
			onMessage: () => undefined,
		});
	}

	#createLink(
		name: "event" | "scene",
		own: Pick<ConstructorParameters<typeof RoomLink>[0], "findAddress" | "onJoined" | "onLost" | "onMessage">,
	): RoomLink {
		const { openRoom, clock, random, log } = this.#options;
		return new RoomLink({
			openRoom,
			clock,
			random,
			...own,
			onStatus: () => {
				this.#publish();
			},
			onFailure: (error, retryInMs) => {
				const next = `next try in ${Math.round(retryInMs)} ms`;
				log.warn(`${name} channel: ${error.kind}: ${error.message}; ${next}`);
			},
		});
	}

	#sceneTroubleStatus(): LinkStatus | undefined {
		return this.#sceneTrouble && { phase: "not-set-up", trouble: this.#sceneTrouble };
	}

	#noteSceneChannel(): void {
		if (this.#sceneChannel.isJoined) this.#options.onSceneChannelJoined();
	}

	async #findEventAddress(signal: AbortSignal): Promise<RoomAddress> {
		const account = this.#shortly(this.#account.find(signal));
		const [origin] = await Promise.all([this.#findEventOrigin(signal), account]);
		this.#eventOrigin = origin;
		this.#chooseSceneLink();
		return this.#addressAt(origin);
	}

	/** Waits for what is good to have, but not for long. */
	#shortly(wanted: Promise<void>): Promise<void> {
		return new Promise((resolve, reject) => {
			const cancel = this.#options.clock.schedule(resolve, accountPatienceMs);
			void wanted.then(resolve, reject).finally(cancel);
		});
	}

	/** The last known address serves when only the discovery is broken. */
	async #findEventOrigin(signal: AbortSignal): Promise<string> {
		try {
			return await this.#options.client.socketAddress(signal);
		} catch (error) {
			const isElsewhere = hasKind(error, "server-error", "bad-answer", "not-this-service", "rate-limited");
			if (this.#eventOrigin !== undefined && isElsewhere) return this.#eventOrigin;
			if (!signal.aborted) this.#chooseSceneLink();
			throw error;
		}
	}

	#addressAt(origin: string): RoomAddress {
		const { credentials, store } = this.#options;
		const username = store.state.account?.username ?? fallbackUsername;
		return { origin, apiKey: credentials.apiKey, username };
	}

	#chooseSceneLink(): void {
		if (this.#sceneOrigin === undefined) return;
		if (this.#sceneOrigin === this.#eventOrigin) {
			this.#sceneLink?.stop();
			this.#sceneLink = undefined;
		} else {
			this.#sceneLink ??= this.#createSceneLink(this.#sceneOrigin);
			this.#sceneLink.start();
		}
	}

	#publish(): void {
		const link = this.#eventLink.status;
		this.#options.store.update({ link, sceneLink: this.#sceneTroubleStatus() ?? this.#sceneChannel.status });
	}
}

function hasKind(error: unknown, ...kinds: readonly ServiceError["kind"][]): boolean {
	return error instanceof ServiceError && kinds.includes(error.kind);
}
