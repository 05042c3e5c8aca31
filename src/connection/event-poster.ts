import { ServiceError, serviceErrorFrom, type ServiceErrorKind } from "../service/errors";
import { msSince, type Instant } from "../state/time/clock";
import type { Account } from "../state/account";
import { inCurrency, type CustomEvent } from "../state/events/custom-event";
import type { LinkTrouble } from "../state/link-status";
import type { AccountContext } from "../sync/account-context";
import type { AccountPoller } from "../sync/account-poller";
import { troubleOf } from "../service/link-trouble";
import { maxPressAgeMs } from "./timing";

const unansweredKinds: ReadonlySet<ServiceErrorKind> = new Set(["timeout", "unreachable", "closed"]);

export type PostOutcome =
	| { readonly kind: "posted" }
	| { readonly kind: "too-late" }
	/** The request was sent and got no response: the service may have created the event or not. */
	| { readonly kind: "unanswered" }
	| { readonly kind: "failed"; readonly trouble: LinkTrouble };

/** Request of a post. `hasLeft` is set when it was sent. */
type PostRequest = { hasLeft: boolean; readonly isInTime: () => boolean };

/** Posts each custom event at most once, and recognizes it when it is pushed or listed. */
export class EventPoster {
	readonly #context: AccountContext;
	readonly #accountPoller: Pick<AccountPoller, "ensureLoaded">;
	readonly #onPosted: () => void;

	/** @param onPosted Called when the service's totals may have changed. */
	constructor(
		context: AccountContext,
		accountPoller: Pick<AccountPoller, "ensureLoaded">,
		onPosted: () => void,
	) {
		this.#context = context;
		this.#accountPoller = accountPoller;
		this.#onPosted = onPosted;
	}

	/** Posts an event. Without an account or a connection two seconds after the press, it fails, and is never sent. */
	async post(event: CustomEvent, pressedAt: Instant): Promise<PostOutcome> {
		const { clock, log } = this.#context;
		const isInTime = () => msSince(pressedAt, clock) <= maxPressAgeMs;
		const request: PostRequest = { hasLeft: false, isInTime };
		const remainingMs = maxPressAgeMs - msSince(pressedAt, clock);
		if (remainingMs < 0) return { kind: "too-late" };
		return new Promise((resolve) => {
			const cancel = clock.schedule(() => {
				if (request.hasLeft) return;
				log.warn("posting an event: no connection in time");
				resolve({ kind: "failed", trouble: "unreachable" });
			}, remainingMs + 1);
			void this.#outcomeOf(event, request).then(resolve).finally(cancel);
		});
	}

	async #outcomeOf(event: CustomEvent, request: PostRequest): Promise<PostOutcome> {
		try {
			const { username, currency } = await this.#account();
			const content = inCurrency(event, currency);
			if (!content) throw new ServiceError("server-error", "the amount has no currency");
			if (!request.isInTime()) return { kind: "too-late" };
			await this.#post(content, username, request);
			return { kind: "posted" };
		} catch (error) {
			const { kind, message } = serviceErrorFrom(error);
			if (kind === "too-late") return { kind };
			this.#context.log.warn(`posting an event: ${kind}: ${message}`);
			if (request.hasLeft && unansweredKinds.has(kind)) return { kind: "unanswered" };
			return { kind: "failed", trouble: troubleOf(kind) };
		}
	}

	async #post(event: CustomEvent, username: string, request: PostRequest): Promise<void> {
		const { client, store, clock } = this.#context;
		const { ledger } = store;
		const post = ledger.ownEvents.expect(event, clock.now());
		const resolve = (result: Parameters<typeof ledger.resolveTest>[1]) => {
			const mistaken = ledger.resolveTest(post, result, clock.now());
			if (mistaken && ledger === store.ledger) store.notify({ events: [mistaken], source: "live" });
		};
		try {
			const created = await client.postEvent(event, username, () => (request.hasLeft = request.isInTime()));
			resolve(created ? { kind: "created", event: created } : { kind: "unnamed" });
			const applied =
				created && ledger === store.ledger ? ledger.applyEvent(created, clock.now()) : undefined;
			store.notify(applied && { events: [applied], source: "live" });
			this.#onPosted();
		} catch (error) {
			const isRejected = !request.hasLeft || isRejection(serviceErrorFrom(error));
			resolve({ kind: isRejected ? "refused" : "unnamed" });
			if (!isRejected) this.#onPosted();
			throw error;
		}
	}

	async #account(): Promise<Account> {
		await this.#accountPoller.ensureLoaded();
		const { account } = this.#context.store.state;
		if (!account) throw new ServiceError("unreachable", "the account could not be read");
		return account;
	}
}

/** Returns whether it is certain that the service has not created the event. */
function isRejection({ kind, status = 0 }: ServiceError): boolean {
	const isNotCreated = kind === "too-late" || kind === "not-found" || kind === "rate-limited";
	return isNotCreated || (status >= 400 && status < 500);
}
