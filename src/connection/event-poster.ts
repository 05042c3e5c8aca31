import { ServiceError, serviceErrorFrom } from "../service/errors";
import type { ServiceClient } from "../service/ports";
import { msSince, type Clock, type Instant } from "../state/clock";
import type { CustomEvent } from "../state/custom-event";
import type { LinkTrouble } from "../state/link-status";
import { ownEventName } from "../state/own-events";
import type { Store } from "../state/store";
import { troubleOf } from "./link-trouble";
import type { Log } from "./log";
import { maxPressAgeMs } from "./remote-commands";

export type EventPosterOptions = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	readonly log: Log;
	/** Asks whose stream it is, unless that is known. */
	readonly findAccount: () => Promise<void>;
	/** The service's own figures have changed. */
	readonly onPosted: () => void;
};

/** What became of a post. `name` recognises the event in another run of the plugin, where it has one. */
export type PostOutcome =
	| { readonly kind: "posted"; readonly name?: string | undefined }
	| { readonly kind: "too-late" }
	| { readonly kind: "failed"; readonly trouble: LinkTrouble };

/** Posts each custom event at most once, and knows it again however it comes back. */
export class EventPoster {
	readonly #options: EventPosterOptions;

	constructor(options: EventPosterOptions) {
		this.#options = options;
	}

	async post(event: CustomEvent, pressedAt: Instant): Promise<PostOutcome> {
		const { clock, log } = this.#options;
		try {
			const username = await this.#username();
			if (msSince(pressedAt, clock) > maxPressAgeMs) return { kind: "too-late" };
			return { kind: "posted", name: await this.#post(event, username) };
		} catch (error) {
			const { kind, message } = serviceErrorFrom(error);
			log.warn(`posting an event: ${kind}: ${message}`);
			return { kind: "failed", trouble: troubleOf(kind) };
		}
	}

	async #post(event: CustomEvent, username: string): Promise<string | undefined> {
		const { client, store, clock, onPosted } = this.#options;
		const { ledger } = store;
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
			return created && ownEventName(created);
		} catch (error) {
			const isRejected = isRejection(serviceErrorFrom(error));
			resolve({ kind: isRejected ? "refused" : "unnamed" });
			if (!isRejected) onPosted();
			throw error;
		}
	}

	async #username(): Promise<string> {
		const { findAccount, store } = this.#options;
		await findAccount();
		const { account } = store.state;
		if (!account) throw new ServiceError("unreachable", "nobody told whose stream it is");
		return account.username;
	}
}

/** Whether it is certain that the service has made no event. */
function isRejection({ kind, status = 0 }: ServiceError): boolean {
	return kind === "not-found" || kind === "rate-limited" || (status >= 400 && status < 500);
}
