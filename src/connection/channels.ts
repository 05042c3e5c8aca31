import { originFrom } from "../service/address";
import { ServiceError, serviceErrorFrom, type ServiceErrorKind } from "../service/errors";
import type { OpenRoom, RoomSocket } from "../service/ports";
import type { Dispose } from "../state/time/clock";
import type { LinkStatus, LinkTrouble } from "../state/link-status";
import type { StreamEvent } from "../state/events/stream-event";
import type { AccountContext } from "../sync/account-context";
import type { AccountPoller } from "../sync/account-poller";
import type { AccountCredentials } from "../state/account";
import { EventAddressResolver } from "./event-address-resolver";
import { troubleOf } from "../service/link-trouble";
import { RoomLink, type RoomAddress } from "./room-link";
import { shareWaitMs } from "./timing";

export type ChannelsOptions = {
	readonly credentials: AccountCredentials;
	readonly openRoom: OpenRoom;
	/** Reads the account, which contains the user name for joining. Reports refusals to {@link Channels.failEventChannel}. */
	readonly accountPoller: Pick<AccountPoller, "ensureLoaded" | "checkKey">;
	readonly onEventChannelJoined: () => void;
	readonly onEventChannelLost: () => void;
	readonly onEvent: (event: StreamEvent) => void;
	/** Called with the room that scene commands are sent to; undefined while the scene channel is not joined. */
	readonly onSceneRoom: (room: RoomSocket | undefined) => void;
};

/** User name for joining a room before the account is loaded. The service requires one. */
const fallbackUsername = "stream-deck";

/**
 * The event channel and the scene channel of one account. If both have the same address, they share a link.
 *
 * A channel is a purpose: the event channel receives events, the scene channel sends scene commands. A room is one
 * joined connection to the service's socket; a room carries both directions. A link keeps a room joined at one address,
 * and reconnects after failures.
 *
 * | Scene address                                            | Separate link | Scene commands use |
 * | -------------------------------------------------------- | ------------- | ------------------ |
 * | none                                                     | stopped       | the event link     |
 * | invalid                                                  | stopped       | no link            |
 * | different from the event channel's                       | started       | the separate link  |
 * | set; event channel's not resolved, first `shareWaitMs`   | stopped       | no link            |
 * | set; event channel's not resolved, later                 | started       | the separate link  |
 * | same as the event channel's, separate link stopped       | stopped       | the event link     |
 * | same as the event channel's, separate link still started | started       | the separate link  |
 *
 * In the last row, the separate link is stopped when the event link is live, so that commands work without a gap.
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
	readonly #separateLink: RoomLink;
	/** Kind of the last failed join of the separate link. The API key is not checked again for the same. */
	#explainedFailure: ServiceErrorKind | undefined;
	/**
	 * Address of the event channel. Each attempt of the event link sets it after discovery, before it joins. It is
	 * kept while that attempt or its room lasts, and is undefined otherwise.
	 */
	#eventOrigin: string | undefined;
	#isOpen = false;
	#eventRoom: RoomSocket | undefined;
	#sceneRoom: RoomSocket | undefined;
	#cancelShareWait: Dispose | undefined;

	constructor(context: AccountContext, options: ChannelsOptions) {
		this.#context = context;
		this.#options = options;
		this.#addressResolver = new EventAddressResolver(context, options.accountPoller);
		this.#eventLink = this.#createLink(
			"event",
			(signal) => this.#resolveEventAddress(signal),
			options.onEvent,
		);
		// The separate link is started only while `#sceneOrigin` is set, so the empty default is never used.
		this.#separateLink = this.#createLink("scene", async () => this.#addressAt(this.#sceneOrigin ?? ""));
		this.#readSceneAddress(options.credentials.sceneSocketUrl);
	}

	/** Changes the scene channel's own address. The event channel stays connected. */
	setSceneAddress(sceneSocketUrl: string | undefined): void {
		this.#readSceneAddress(sceneSocketUrl);
		this.#separateLink.stop();
		this.#applyStatus();
	}

	open(): void {
		this.#isOpen = true;
		this.#eventLink.start();
	}

	close(): void {
		this.#isOpen = false;
		this.#endShareWait();
		this.#separateLink.stop();
		this.#eventLink.stop();
	}

	/** Leaves both channels and joins them again immediately. */
	reconnect(): void {
		if (this.#isSeparateLinkStarted) this.#separateLink.reconnect();
		this.#eventLink.reconnect();
	}

	/** Retries the event channel immediately, because the user pressed a key. */
	retryEventChannel(): void {
		this.#eventLink.retryNow();
	}

	/** Retries the scene channel immediately, because the user pressed a key. */
	retrySceneChannel(): void {
		if (this.#isOpen && !this.#isSameAddress) this.#startSeparateLink();
		this.#sceneLink.retryNow();
	}

	/**
	 * Drops the event link because of an error detected elsewhere, for example a refused API key. A separate scene
	 * link is not affected.
	 */
	failEventChannel(error: ServiceError): void {
		this.#eventLink.fail(error);
	}

	get #isSeparateLinkStarted(): boolean {
		return this.#separateLink.status.phase !== "idle";
	}

	/** The link that scene commands use; see the table above. With an invalid address, `#sceneTrouble` disables it. */
	get #sceneLink(): RoomLink {
		return this.#isSameAddress && !this.#isSeparateLinkStarted ? this.#eventLink : this.#separateLink;
	}

	get #sceneStatus(): LinkStatus {
		if (this.#sceneTrouble) return { phase: "not-set-up", trouble: this.#sceneTrouble };
		if (this.#isSeparateLinkStarted || this.#isSameAddress) return this.#sceneLink.status;
		// The next attempt of the event channel decides whether a separate link is needed.
		const { status } = this.#eventLink;
		return status.phase === "live" ? { phase: "connecting" } : status;
	}

	/**
	 * Whether no separate link is needed: there is no valid scene address, or it is the event channel's. False while
	 * the event channel's address is not resolved.
	 */
	get #isSameAddress(): boolean {
		return this.#sceneOrigin === undefined || this.#sceneOrigin === this.#eventOrigin;
	}

	#readSceneAddress(sceneSocketUrl: string | undefined): void {
		this.#sceneOrigin = undefined;
		this.#sceneTrouble = undefined;
		this.#explainedFailure = undefined;
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
			onStatus: ({ phase }) => {
				// The next attempt resolves the address again. It does not depend on the scene link.
				if (name === "event" && phase !== "live") this.#eventOrigin = undefined;
				this.#applyStatus();
			},
			onFailure: (error, { stage, retryInMs }) => {
				const next = `next try in ${Math.round(retryInMs)} ms`;
				log.warn(`${name} channel: ${error.kind}: ${error.message}; ${next}`);
				const isExplained = name === "scene" && error.kind === this.#explainedFailure;
				if (name === "scene") this.#explainedFailure = stage === "joining" ? error.kind : undefined;
				if (stage === "joining" && error.kind !== "refused" && !isExplained) void this.#explainFailure(name);
			},
		});
	}

	/** Checks the API key after a failed handshake: without polling, the response may not show the refusal. */
	async #explainFailure(name: "event" | "scene"): Promise<void> {
		const refusal = await this.#options.accountPoller.checkKey();
		if (name === "scene" && refusal && this.#separateLink.status.phase !== "live")
			this.#separateLink.fail(refusal);
	}

	/**
	 * Applies a change of either link: starts or stops the separate link, then updates the store, then reports the
	 * scene channel, then the event channel.
	 *
	 * Starting or stopping the separate link calls this method again, before the outer call continues. The inner call
	 * reports the change. The outer one compares with what the inner one reported, so nothing is reported twice.
	 */
	#applyStatus(): void {
		const { onEventChannelJoined, onEventChannelLost, onSceneRoom } = this.#options;
		if (this.#isOpen) this.#applySceneLink();
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
	 * Starts the separate link, stops it, or schedules its start; see the table above. While the event channel's
	 * address is not resolved, it is started as well, because scene commands must work without the event channel.
	 */
	#applySceneLink(): void {
		if (this.#isSameAddress) {
			this.#endShareWait();
			if (this.#isSeparateLinkStarted && this.#eventLink.status.phase === "live") this.#separateLink.stop();
		} else if (this.#eventOrigin !== undefined) {
			this.#startSeparateLink();
		} else if (!this.#isSeparateLinkStarted) {
			this.#cancelShareWait ??= this.#context.clock.schedule(() => this.#startSeparateLink(), shareWaitMs);
		}
	}

	#startSeparateLink(): void {
		this.#endShareWait();
		this.#separateLink.start();
	}

	#endShareWait(): void {
		this.#cancelShareWait?.();
		this.#cancelShareWait = undefined;
	}

	async #resolveEventAddress(signal: AbortSignal): Promise<RoomAddress> {
		const origin = await this.#addressResolver.resolve(signal);
		if (signal.aborted) throw new ServiceError("aborted", "the attempt was aborted");
		this.#eventOrigin = origin;
		this.#applySceneLink();
		return this.#addressAt(origin);
	}

	#addressAt(origin: string): RoomAddress {
		const username = this.#context.store.state.account?.username ?? fallbackUsername;
		const { apiKey } = this.#options.credentials;
		return { origin, apiKey, username };
	}
}
