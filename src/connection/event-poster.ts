import { ServiceError, serviceErrorFrom } from "../service/errors";
import { msSince, type Instant } from "../state/clock";
import type { CustomEvent } from "../state/custom-event";
import type { LinkTrouble } from "../state/link-status";
import { ownEventName } from "../state/own-events";
import type { AccountContext } from "./account-context";
import { troubleOf } from "./link-trouble";
import { maxPressAgeMs } from "./remote-commands";

/** What became of a post. `name` recognises the event in another run of the plugin, where it has one. */
export type PostOutcome =
	| { readonly kind: "posted"; readonly name?: string | undefined }
	| { readonly kind: "too-late" }
	| { readonly kind: "failed"; readonly trouble: LinkTrouble };

/** Posts each custom event at most once, and knows it again however it comes back. */
export class EventPoster {
	readonly #context: AccountContext;
	readonly #findAccount: () => Promise<void>;
	readonly #onPosted: () => void;

	/**
	 * @param findAccount Asks whose stream it is, unless that is known.
	 * @param onPosted The service's own figures have changed.
	 */
	constructor(context: AccountContext, findAccount: () => Promise<void>, onPosted: () => void) {
		this.#context = context;
		this.#findAccount = findAccount;
		this.#onPosted = onPosted;
	}

	async post(event: CustomEvent, pressedAt: Instant): Promise<PostOutcome> {
		const { clock, log } = this.#context;
		try {
			const username = await this.#username();
			const mayLeave = () => msSince(pressedAt, clock) <= maxPressAgeMs;
			if (!mayLeave()) return { kind: "too-late" };
			return { kind: "posted", name: await this.#post(event, username, mayLeave) };
		} catch (error) {
			const { kind, message } = serviceErrorFrom(error);
			if (kind === "too-late") return { kind };
			log.warn(`posting an event: ${kind}: ${message}`);
			return { kind: "failed", trouble: troubleOf(kind) };
		}
	}

	async #post(event: CustomEvent, username: string, mayLeave: () => boolean): Promise<string | undefined> {
		const { client, store, clock } = this.#context;
		const { ledger } = store;
		const post = ledger.expectTest(event);
		const resolve = (result: Parameters<typeof ledger.resolveTest>[1]) => {
			const mistaken = ledger.resolveTest(post, result, clock.now());
			if (mistaken && ledger === store.ledger) store.announce({ events: [mistaken], source: "live" });
		};
		try {
			const created = await client.postEvent(event, username, mayLeave);
			resolve(created ? { kind: "created", event: created } : { kind: "unnamed" });
			const shown = created && ledger === store.ledger ? ledger.applyEvent(created, clock.now()) : undefined;
			store.announce(shown && { events: [shown], source: "live" });
			this.#onPosted();
			return created && ownEventName(created);
		} catch (error) {
			const isRejected = isRejection(serviceErrorFrom(error));
			resolve({ kind: isRejected ? "refused" : "unnamed" });
			if (!isRejected) this.#onPosted();
			throw error;
		}
	}

	async #username(): Promise<string> {
		await this.#findAccount();
		const { account } = this.#context.store.state;
		if (!account) throw new ServiceError("unreachable", "nobody told whose stream it is");
		return account.username;
	}
}

/** Whether it is certain that the service has made no event. */
function isRejection({ kind, status = 0 }: ServiceError): boolean {
	const isNotMade = kind === "too-late" || kind === "not-found" || kind === "rate-limited";
	return isNotMade || (status >= 400 && status < 500);
}
