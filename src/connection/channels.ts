import { originFrom } from "../service/address";
import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { EventContext } from "../service/event-schema";
import type { OpenRoom, SceneCommand } from "../service/ports";
import type { Dispose } from "../state/clock";
import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { Store } from "../state/store";
import type { StreamEvent } from "../state/stream-event";
import { EventAddress, type EventAddressOptions } from "./event-address";
import { troubleOf } from "./link-trouble";
import type { Log } from "./log";
import { RoomLink, type RoomAddress, type RoomLinkOptions } from "./room-link";

/** What belongs to one account of one service. */
export type AccountCredentials = {
	/** As typed. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Address of the scene channel; undefined when it shares the event channel's. */
	readonly sceneSocketUrl?: string | undefined;
};

export type ChannelsOptions = EventAddressOptions & {
	readonly credentials: AccountCredentials;
	readonly store: Store;
	readonly random: () => number;
	readonly openRoom: OpenRoom;
	readonly log: Log;
	readonly eventContext: () => EventContext;
	readonly onEventChannelJoined: () => void;
	readonly onEventChannelLost: () => void;
	readonly onEvent: (event: StreamEvent) => void;
	readonly onSceneChannelJoined: () => void;
	readonly onSceneChannelLost: () => void;
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
	readonly #options: ChannelsOptions;
	readonly #eventAddress: EventAddress;
	readonly #eventLink: RoomLink;
	/** The scene channel's own address; undefined when it has none, or none that can be used. */
	readonly #sceneOrigin: string | undefined;
	readonly #sceneTrouble: LinkTrouble | undefined;
	readonly #ownSceneLink: RoomLink;
	/** Where the event channel is, or is about to be joined; undefined until its next attempt has found that out. */
	#eventOrigin: string | undefined;
	#isOpen = false;
	#isSceneChannelJoined = false;
	#cancelShareWait: Dispose | undefined;

	constructor(options: ChannelsOptions) {
		this.#options = options;
		const { onEventChannelJoined, onEventChannelLost, onEvent } = options;
		this.#eventAddress = new EventAddress(options);
		this.#eventLink = this.#createLink("event", {
			findAddress: (signal) => this.#findEventAddress(signal),
			onJoined: onEventChannelJoined,
			onLost: onEventChannelLost,
			onEvent,
		});
		this.#ownSceneLink = this.#createLink("scene", {
			findAddress: () => Promise.resolve(this.#addressAt(this.#sceneOrigin ?? "")),
			onJoined: () => undefined,
			onLost: () => undefined,
			onEvent: () => undefined,
		});
		const { sceneSocketUrl } = options.credentials;
		try {
			if (sceneSocketUrl !== undefined) this.#sceneOrigin = originFrom(sceneSocketUrl);
		} catch (error) {
			this.#sceneTrouble = troubleOf(serviceErrorFrom(error).kind);
		}
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

	/** Sends on the scene channel now, or not at all. */
	send(command: SceneCommand): boolean {
		return this.#sceneTrouble === undefined && this.#sceneLink.send(command);
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

	#createLink(
		name: "event" | "scene",
		own: Pick<RoomLinkOptions, "findAddress" | "onJoined" | "onLost" | "onEvent">,
	): RoomLink {
		const { openRoom, clock, random, log } = this.#options;
		return new RoomLink({
			...{ openRoom, clock, random, ...own },
			onStatus: () => {
				this.#applyStatus();
			},
			onJoined: () => {
				log.info(`${name} channel joined`);
				own.onJoined();
			},
			onFailure: (error, retryInMs) => {
				const next = `next try in ${Math.round(retryInMs)} ms`;
				log.warn(`${name} channel: ${error.kind}: ${error.message}; ${next}`);
			},
		});
	}

	#applyStatus(): void {
		const { store, onSceneChannelJoined, onSceneChannelLost } = this.#options;
		if (this.#eventLink.status.phase !== "live") this.#eventOrigin = undefined;
		if (this.#isOpen) this.#chooseSceneLink();
		const sceneLink = this.#sceneStatus;
		store.update({ link: this.#eventLink.status, sceneLink });
		const wasJoined = this.#isSceneChannelJoined;
		this.#isSceneChannelJoined = sceneLink.phase === "live";
		if (this.#isSceneChannelJoined && !wasJoined) onSceneChannelJoined();
		if (!this.#isSceneChannelJoined && wasJoined) onSceneChannelLost();
	}

	/** Whatever becomes of the event channel, the scene channel's own address is joined unless both share it. */
	#chooseSceneLink(): void {
		if (this.#isShared) {
			this.#endShareWait();
			if (this.#hasOwnSceneLink && this.#eventLink.status.phase === "live") this.#ownSceneLink.stop();
		} else if (this.#eventOrigin !== undefined) {
			this.#startOwnSceneLink();
		} else if (!this.#hasOwnSceneLink) {
			this.#cancelShareWait ??= this.#options.clock.schedule(() => this.#startOwnSceneLink(), shareWaitMs);
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

	async #findEventAddress(signal: AbortSignal): Promise<RoomAddress> {
		const origin = await this.#eventAddress.find(signal);
		if (signal.aborted) throw new ServiceError("aborted", "the attempt is over");
		this.#eventOrigin = origin;
		this.#chooseSceneLink();
		return this.#addressAt(origin);
	}

	#addressAt(origin: string): RoomAddress {
		const { credentials, store, eventContext } = this.#options;
		const username = store.state.account?.username ?? fallbackUsername;
		return { origin, apiKey: credentials.apiKey, username, eventContext };
	}
}
