import { originFrom } from "../service/address";
import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { OpenRoom, RoomSocket } from "../service/ports";
import type { Dispose } from "../state/clock";
import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { StreamEvent } from "../state/stream-event";
import type { AccountContext } from "../sync/account-context";
import type { AccountCredentials } from "./account-credentials";
import { EventAddressResolver } from "./event-address-resolver";
import { troubleOf } from "../service/link-trouble";
import { RoomLink, type RoomAddress } from "./room-link";
import { shareWaitMs } from "./timing";

export type ChannelsOptions = {
	readonly credentials: AccountCredentials;
	readonly openRoom: OpenRoom;
	/**
	 * Resolves when the account is stored or could not be read. Rejects with a `refused` {@link ServiceError} if
	 * the API key is not accepted.
	 */
	readonly ensureAccount: () => Promise<void>;
	readonly onEventChannelJoined: () => void;
	readonly onEventChannelLost: () => void;
	readonly onEvent: (event: StreamEvent) => void;
	/** Called with the room that scene commands are sent to; undefined while the scene channel is not joined. */
	readonly onSceneRoom: (room: RoomSocket | undefined) => void;
};

/** User name for joining a room before the account is loaded. The service requires one. */
const fallbackUsername = "stream-deck";

/**
 * The event channel and the scene channel of one account. If both have the same address, they share a connection.
 *
 * | Scene address                   | Scene link                                                         |
 * | ------------------------------- | ------------------------------------------------------------------ |
 * | none                            | the event link                                                     |
 * | same as the event channel's     | the event link; an own link is stopped once the event link is live |
 * | different                       | its own link                                                       |
 * | event channel's is not resolved | its own link after `shareWaitMs`                                   |
 *
 * Invariant: scene commands are never sent to an event channel at a different address.
 */
export class Channels {
	readonly #context: AccountContext;
	readonly #options: ChannelsOptions;
	readonly #addressResolver: EventAddressResolver;
	readonly #eventLink: RoomLink;
	/** The scene channel's own address; undefined if there is none or it is invalid. */
	#sceneOrigin: string | undefined;
	#sceneTrouble: LinkTrouble | undefined;
	readonly #ownSceneLink: RoomLink;
	/** Address of the event channel; undefined while it is not resolved. */
	#eventOrigin: string | undefined;
	#isOpen = false;
	#eventRoom: RoomSocket | undefined;
	#sceneRoom: RoomSocket | undefined;
	#cancelShareWait: Dispose | undefined;

	constructor(context: AccountContext, options: ChannelsOptions) {
		this.#context = context;
		this.#options = options;
		this.#addressResolver = new EventAddressResolver(context.client, context.clock, options.ensureAccount);
		this.#eventLink = this.#createLink(
			"event",
			(signal) => this.#resolveEventAddress(signal),
			options.onEvent,
		);
		this.#ownSceneLink = this.#createLink("scene", async () => this.#addressAt(this.#sceneOrigin ?? ""));
		this.#readSceneAddress(options.credentials.sceneSocketUrl);
	}

	/** Changes the scene channel's own address. The event channel stays connected. */
	setSceneAddress(sceneSocketUrl: string | undefined): void {
		this.#readSceneAddress(sceneSocketUrl);
		this.#endShareWait();
		this.#ownSceneLink.stop();
		this.#applyStatus();
	}

	open(): void {
		this.#isOpen = true;
		this.#eventLink.start();
	}

	close(): void {
		this.#isOpen = false;
		this.#endShareWait();
		this.#ownSceneLink.stop();
		this.#eventLink.stop();
	}

	/** Leaves both channels and joins them again immediately. */
	reconnect(): void {
		if (this.#hasOwnSceneLink) this.#ownSceneLink.reconnect();
		this.#eventLink.reconnect();
	}

	/** Retries the event channel immediately, because the user pressed a key. */
	retryEventChannel(): void {
		this.#eventLink.retryNow();
	}

	/** Retries the scene channel immediately, because the user pressed a key. */
	retrySceneChannel(): void {
		if (this.#isOpen && !this.#isShared) this.#startOwnSceneLink();
		this.#sceneLink.retryNow();
	}

	/** Drops the event channel because of an error detected elsewhere, for example a refused API key. */
	fail(error: ServiceError): void {
		this.#eventLink.fail(error);
	}

	get #hasOwnSceneLink(): boolean {
		return this.#ownSceneLink.status.phase !== "idle";
	}

	/**
	 * The link that scene commands use. It is not the event link while that is joined at a different address, where
	 * commands have no effect.
	 */
	get #sceneLink(): RoomLink {
		return this.#isShared && !this.#hasOwnSceneLink ? this.#eventLink : this.#ownSceneLink;
	}

	get #sceneStatus(): LinkStatus {
		if (this.#sceneTrouble) return { phase: "not-set-up", trouble: this.#sceneTrouble };
		if (this.#hasOwnSceneLink || this.#isShared) return this.#sceneLink.status;
		// The next attempt of the event channel decides whether a separate link is needed.
		const { status } = this.#eventLink;
		return status.phase === "live" ? { phase: "connecting" } : status;
	}

	/** Whether scene commands use the event channel, according to the addresses resolved so far. */
	get #isShared(): boolean {
		return this.#sceneOrigin === undefined || this.#sceneOrigin === this.#eventOrigin;
	}

	#readSceneAddress(sceneSocketUrl: string | undefined): void {
		this.#sceneOrigin = undefined;
		this.#sceneTrouble = undefined;
		try {
			if (sceneSocketUrl !== undefined) this.#sceneOrigin = originFrom(sceneSocketUrl);
		} catch (error) {
			this.#sceneTrouble = troubleOf(serviceErrorFrom(error).kind);
		}
	}

	#createLink(
		name: "event" | "scene",
		resolveAddress: (signal: AbortSignal) => Promise<RoomAddress>,
		onEvent: (event: StreamEvent) => void = () => undefined,
	): RoomLink {
		const { clock, random, log } = this.#context;
		return new RoomLink({
			clock,
			random,
			resolveAddress,
			onEvent,
			openRoom: this.#options.openRoom,
			onJoined: (generation) => {
				log.info(`${name} channel: joined (Socket.IO ${generation})`);
			},
			onStatus: () => {
				this.#applyStatus();
			},
			onFailure: (error, retryInMs) => {
				const next = `next try in ${Math.round(retryInMs)} ms`;
				log.warn(`${name} channel: ${error.kind}: ${error.message}; ${next}`);
			},
		});
	}

	#applyStatus(): void {
		const { onEventChannelJoined, onEventChannelLost, onSceneRoom } = this.#options;
		if (!this.#eventLink.room) this.#eventOrigin = undefined;
		if (this.#isOpen) this.#chooseSceneLink();
		this.#context.store.update({ link: this.#eventLink.status, sceneLink: this.#sceneStatus });
		const [lastEventRoom, lastSceneRoom] = [this.#eventRoom, this.#sceneRoom];
		this.#eventRoom = this.#eventLink.room;
		this.#sceneRoom = this.#sceneStatus.phase === "live" ? this.#sceneLink.room : undefined;
		if (this.#sceneRoom !== lastSceneRoom) onSceneRoom(this.#sceneRoom);
		if (this.#eventRoom === lastEventRoom) return;
		if (this.#eventRoom) onEventChannelJoined();
		else onEventChannelLost();
	}

	/**
	 * Starts or stops the scene channel's own link. It is needed even if the event channel fails, unless both have
	 * the same address.
	 */
	#chooseSceneLink(): void {
		if (this.#isShared) {
			this.#endShareWait();
			if (this.#hasOwnSceneLink && this.#eventLink.status.phase === "live") this.#ownSceneLink.stop();
		} else if (this.#eventOrigin !== undefined) {
			this.#startOwnSceneLink();
		} else if (!this.#hasOwnSceneLink) {
			this.#cancelShareWait ??= this.#context.clock.schedule(() => this.#startOwnSceneLink(), shareWaitMs);
		}
	}

	#startOwnSceneLink(): void {
		this.#endShareWait();
		this.#ownSceneLink.start();
	}

	#endShareWait(): void {
		this.#cancelShareWait?.();
		this.#cancelShareWait = undefined;
	}

	async #resolveEventAddress(signal: AbortSignal): Promise<RoomAddress> {
		const origin = await this.#addressResolver.resolve(signal);
		if (signal.aborted) throw new ServiceError("aborted", "the attempt was aborted");
		this.#eventOrigin = origin;
		this.#chooseSceneLink();
		return this.#addressAt(origin);
	}

	#addressAt(origin: string): RoomAddress {
		const username = this.#context.store.state.account?.username ?? fallbackUsername;
		const { apiKey } = this.#options.credentials;
		return { origin, apiKey, username };
	}
}
