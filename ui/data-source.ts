import type { InspectorReply, SourceError } from "../src/inspector/messages";
import { setText } from "./dom";
import { answerLimitMs, type Host } from "./host";
import type { StringKey, Translate } from "./strings";

type SourceEvent = "getScenes" | "getProviders";
type List<I> = { readonly items: readonly I[]; readonly error?: SourceError | undefined };

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

/** Why a list, or a part of it, is not there. */
export function errorText(error: SourceError, text: Translate): string {
	return text(errorTexts[error]);
}

export type DataSourceOptions<I> = {
	readonly host: Host;
	readonly event: SourceEvent;
	/** The list in a reply; undefined for a reply to something else. */
	readonly listIn: (reply: InspectorReply) => List<I> | undefined;
	readonly onChange: () => void;
};

/** A list that the plugin is asked for. Late answers are welcome; no answer at all is a failure in the end. */
export class DataSource<I> {
	readonly #options: DataSourceOptions<I>;
	#state: SourceState = "loading";
	#items: readonly I[] | undefined;
	#limit: number | undefined;

	constructor(options: DataSourceOptions<I>) {
		this.#options = options;
		options.host.onReply((reply) => {
			const list = options.listIn(reply);
			if (!list) return;
			if (list.error === undefined) this.#items = list.items;
			this.#settle(list.error ?? "ready");
		});
	}

	get state(): SourceState {
		return this.#state;
	}

	/** Undefined before the first answer that held any. */
	get items(): readonly I[] | undefined {
		return this.#items;
	}

	/** Worth another try. Where there is no account yet, nothing has failed. */
	get hasFailed(): boolean {
		return this.#state !== "loading" && this.#state !== "ready" && this.#state !== "not-set-up";
	}

	ask({ isRefresh }: { readonly isRefresh?: true } = {}): void {
		const { host, event, onChange } = this.#options;
		window.clearTimeout(this.#limit);
		this.#limit = window.setTimeout(() => {
			this.#settle("timeout");
		}, answerLimitMs);
		this.#state = "loading";
		host.ask(isRefresh ? { event, isRefresh } : { event });
		onChange();
	}

	/** The list belongs to something else from now on. */
	forget(): void {
		this.#items = undefined;
	}

	#settle(state: SourceState): void {
		window.clearTimeout(this.#limit);
		this.#state = state;
		this.#options.onChange();
	}
}

/** Shows how a list stands: a status line, and a button to ask again. */
export function showSource(
	{ state, hasFailed }: Pick<DataSource<unknown>, "state" | "hasFailed">,
	status: HTMLElement,
	text: Translate,
): void {
	status.classList.toggle("fault", hasFailed);
	if (state === "ready") setText(status, "");
	else setText(status, state === "loading" ? text("loading") : errorText(state, text));
}
