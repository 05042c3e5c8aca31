import { originFrom } from "../service/address";
import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { OpenRoom, RoomSocket } from "../service/ports";
import type { Dispose } from "../state/clock";
import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { StreamEvent } from "../state/stream-event";
import type { AccountContext, AccountCredentials } from "./account-context";
import { EventAddressResolver } from "./event-address-resolver";
import { troubleOf } from "./link-trouble";
import { RoomLink, type RoomAddress } from "./room-link";

export type ChannelsOptions = {
	readonly credentials: AccountCredentials;
	readonly openRoom: OpenRoom;
	/** Resolves when the account is known, rejects with a `refused` {@link ServiceError} when the key is not accepted. */
	readonly ensureAccount: () => Promise<void>;
	readonly onEventChannelJoined: () => void;
	readonly onEventChannelLost: () => void;
	readonly onEvent: (event: StreamEvent) => void;
	/** Scene commands leave here from now on; undefined while the scene channel is not joined. */
	readonly onSceneRoom: (room: RoomSocket | undefined) => void;
};

/** A room wants a name; until the account's is known, this label does. */
const fallbackUsername = "stream-deck";
/** So long the scene channel's own address waits to hear whether it is the event channel's as well. */
const shareWaitMs = 500;

/**
 * The event channel and the scene channel of one account. Where both have one address they share a connection, once the
 * event channel is joined there; else each lives by itself.
 */
export class Channels {
	readonly #context: AccountContext;
	readonly #options: ChannelsOptions;
	readonly #addressResolver: EventAddressResolver;
	readonly #eventLink: RoomLink;
	/** The scene channel's own address; undefined when it has none, or none that can be used. */
	#sceneOrigin: string | undefined;
	#sceneTrouble: LinkTrouble | undefined;
	readonly #ownSceneLink: RoomLink;
	/** Where the event channel is, or is about to be joined; undefined until its next attempt has found that out. */
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

	/** Changes the scene channel's own address. The event channel stays as it is. */
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

	/** Leaves and joins again at once. */
	reconnect(): void {
		if (this.#hasOwnSceneLink) this.#ownSceneLink.reconnect();
		this.#eventLink.reconnect();
	}

	/** Somebody waits for the event channel. */
	retryEventChannel(): void {
		this.#eventLink.retryNow();
	}

	/** Somebody waits for the scene channel. */
	retrySceneChannel(): void {
		if (this.#isOpen && !this.#isShared) this.#startOwnSceneLink();
		this.#sceneLink.retryNow();
	}

	/** The service does not accept the key. */
	fail(error: ServiceError): void {
		this.#eventLink.fail(error);
	}

	get #hasOwnSceneLink(): boolean {
		return this.#ownSceneLink.status.phase !== "idle";
	}

	/** Never the event channel's while that is joined elsewhere: who gets a command there does nothing with it. */
	get #sceneLink(): RoomLink {
		return this.#isShared && !this.#hasOwnSceneLink ? this.#eventLink : this.#ownSceneLink;
	}

	get #sceneStatus(): LinkStatus {
		if (this.#sceneTrouble) return { phase: "not-set-up", trouble: this.#sceneTrouble };
		if (this.#hasOwnSceneLink || this.#isShared) return this.#sceneLink.status;
		// Whether it has to be joined at all, the event channel's next attempt tells.
		const { status } = this.#eventLink;
		return status.phase === "live" ? { phase: "connecting" } : status;
	}

	/** Whether scene commands travel over the event channel, as far as anybody knows. */
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
			...{ clock, random, resolveAddress, onEvent, openRoom: this.#options.openRoom },
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

	/** Whatever becomes of the event channel, the scene channel's own address is joined unless both share it. */
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
		if (signal.aborted) throw new ServiceError("aborted", "the attempt is over");
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
