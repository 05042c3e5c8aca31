import type { SourceError } from "../src/inspector/messages";
import { isDifferentAccount, type AccountState } from "./account";
import type { Host } from "./host";
import type { StringKey, Translate } from "./strings";

export type List<I> = { readonly items: readonly I[]; readonly error?: SourceError | undefined };

/** How a list stands. A list that was there once stays shown while it is asked for again. */
export type SourceState = "loading" | "ready" | SourceError;

const errorTexts: Readonly<Record<SourceError, StringKey>> = {
	"not-set-up": "accountFirst",
	refused: "keyRefused",
	unreachable: "unreachable",
	timeout: "timeout",
	"not-this-service": "notThisService",
	insecure: "insecure",
	certificate: "certificate",
	"bad-address": "badAddress",
	"service-error": "serviceError",
	failed: "failed",
};

export type DataSourceOptions<I> = {
	readonly host: Host;
	readonly account: AccountState;
	/** Undefined when nobody answers. */
	readonly load: (options: { readonly isRefresh?: true }) => Promise<List<I> | undefined>;
	readonly onChange: () => void;
};

/** A list that the plugin is asked for: when the plugin starts, when the service comes back, and on request. */
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
			if (hasAccountChanged || (isReconnected && this.#state !== "ready" && this.#state !== "loading"))
				this.fetch();
		});
	}

	get state(): SourceState {
		return this.#state;
	}

	/** Undefined before the first answer that held any. */
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

/** How lists stand in words; empty where there is nothing to say, or where the account's line says it already. */
export function sourceText(states: readonly SourceState[], account: AccountState, text: Translate): string {
	const state = states.find((each) => each !== "ready" && each !== "loading") ?? states.find(isLoading);
	if (state === undefined || state === "ready") return "";
	if (state === "loading") return text("loading");
	return isShownByAccount(state, account) ? "" : text(errorTexts[state]);
}

function isLoading(state: SourceState): boolean {
	return state === "loading";
}

function isShownByAccount(error: SourceError, { current }: AccountState): boolean {
	return error === "not-set-up" || error === current?.link.trouble;
}
