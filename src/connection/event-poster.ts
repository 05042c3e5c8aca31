import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import { instantOf, msSince, type Clock } from "../state/clock";
import type { CustomEvent } from "../state/custom-event";
import { ownEventName } from "../state/own-events";
import type { Store } from "../state/store";

/** On stream, an event that is posted later than this is worse than none. */
const longestWaitMs = 2_000;

export type EventPosterOptions = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	/** The service's own figures have changed. */
	readonly onPosted: () => void;
};

/** The event was posted; `name` recognises it in another run of the plugin, where it has one. */
export type Posted = { readonly name?: string | undefined };

/** Posts each custom event at most once, and knows it again however it comes back. */
export class EventPoster {
	readonly #options: EventPosterOptions;

	constructor(options: EventPosterOptions) {
		this.#options = options;
	}

	/** @throws {ServiceError} When it is not certain that the event was posted. */
	async post(event: CustomEvent): Promise<Posted> {
		const { client, store, clock, onPosted } = this.#options;
		const { ledger } = store;
		const username = await this.#username();
		const post = ledger.expectTest(event);
		const resolve = (result: Parameters<typeof ledger.resolveTest>[1]) => {
			const mistaken = ledger.resolveTest(post, result, clock.now());
			if (mistaken && ledger === store.ledger) store.announce({ events: [mistaken], source: "live" });
		};
		try {
			const created = await client.postEvent(event, username);
			resolve(created ? { kind: "created", event: created } : { kind: "unnamed" });
			const shown = created && ledger === store.ledger ? ledger.applyEvent(created, clock.now()) : undefined;
			store.announce(shown && { events: [shown], source: "live" });
			onPosted();
			return { name: created && ownEventName(created) };
		} catch (error) {
			const failure = serviceErrorFrom(error);
			resolve({ kind: isRejection(failure) ? "refused" : "unnamed" });
			if (!isRejection(failure)) onPosted();
			throw failure;
		}
	}

	/** Whose stream it is; asked for when that is not known yet. */
	async #username(): Promise<string> {
		const { client, store, clock } = this.#options;
		if (store.state.account) return store.state.account.username;
		const startedAt = instantOf(clock);
		const account = await client.account();
		if (msSince(startedAt, clock) > longestWaitMs) {
			throw new ServiceError("timeout", "the service took too long to tell whose stream it is");
		}
		return account.username;
	}
}

/** Whether it is certain that the service has made no event. */
function isRejection({ kind, status = 0 }: ServiceError): boolean {
	return kind === "not-found" || kind === "rate-limited" || (status >= 400 && status < 500);
}
