import type { SourceError } from "../../src/inspector/message-parts";
import { isDifferentAccount, type AccountState } from "../account/account";
import type { Host } from "../host";
import { problemTexts } from "../problem-texts";
import type { Translate } from "../strings";
import type { StringKey } from "../strings/en";

export type List<I> = { readonly items: readonly I[]; readonly error?: SourceError | undefined };

/** State of a list. While it is loaded again, and after an error, the last items stay available. */
export type SourceState = "loading" | "ready" | SourceError;

const errorTexts: Readonly<Record<SourceError, StringKey>> = {
	...problemTexts,
	"not-set-up": "accountFirst",
};

export type DataSourceOptions<I> = {
	readonly host: Host;
	readonly account: AccountState;
	/** Resolves to undefined if there is no response. */
	readonly load: (options: { readonly isRefresh?: true }) => Promise<List<I> | undefined>;
	readonly onChange: () => void;
};

/**
 * A list from the plugin.
 *
 * | State     | Meaning                                     | Leaves on                                           |
 * | --------- | ------------------------------------------- | --------------------------------------------------- |
 * | `loading` | a request is running, or no plugin yet      | response, timeout                                   |
 * | `ready`   | `items` is up to date                       | plugin start, account change, `fetch()`             |
 * | an error  | the last request failed                     | the above, or the service's connection is back      |
 *
 * Invariant: only the response to the last request is used, and `items` belongs to the current account.
 */
export class DataSource<I> {
	readonly #options: DataSourceOptions<I>;
	#state: SourceState = "loading";
	#items: readonly I[] | undefined;
	#requestCount = 0;

	constructor(options: DataSourceOptions<I>) {
		this.#options = options;
		const { host, account } = options;
		host.plugin.onStart(() => {
			this.fetch();
		});
		account.onChange((current, previous) => {
			const hasAccountChanged = previous !== undefined && isDifferentAccount(previous, current);
			const isReconnected = current.link.phase === "live" && previous?.link.phase !== "live";
			if (hasAccountChanged) this.#items = undefined;
			if (hasAccountChanged || (isReconnected && isSourceError(this.#state))) this.fetch();
		});
	}

	get state(): SourceState {
		return this.#state;
	}

	/** The last list that was loaded for this account; undefined before the first. */
	get items(): readonly I[] | undefined {
		return this.#items;
	}

	fetch(options: { readonly isRefresh?: true } = {}): void {
		const requestNumber = ++this.#requestCount;
		this.#setState("loading");
		void this.#options.load(options).then((list) => {
			if (requestNumber !== this.#requestCount) return;
			if (list && list.error === undefined) this.#items = list.items;
			this.#setState(list ? (list.error ?? "ready") : "timeout");
		});
	}

	#setState(state: SourceState): void {
		this.#state = state;
		this.#options.onChange();
	}
}

/** Returns the state of lists as text; empty if all are ready or the account section already displays the problem. */
export function sourceText(states: readonly SourceState[], account: AccountState, text: Translate): string {
	const state = states.find(isSourceError) ?? states.find(isLoading);
	if (state === undefined || state === "ready") return "";
	if (state === "loading") return text("loading");
	return isShownByAccount(state, account) ? "" : text(errorTexts[state]);
}

/** Returns whether the last request of the list failed. */
export function isSourceError(state: SourceState): state is SourceError {
	return state !== "ready" && state !== "loading";
}

function isLoading(state: SourceState): boolean {
	return state === "loading";
}

function isShownByAccount(error: SourceError, { current }: AccountState): boolean {
	return error === "not-set-up" || error === current?.link.trouble;
}
