import type { QueryResult, SetupQueries } from "./setup-queries";
import type { GlobalSettingsStore } from "../settings/global-settings";
import { addressFrom, credentialFrom } from "../settings/pasted";
import type { GlobalSettings } from "../settings/schemas";
import type { AccountChange, AccountField, AccountOutcome, ReplyTo } from "./messages";

export type AccountSetupOptions = {
	readonly settings: Pick<GlobalSettingsStore, "current" | "change">;
	readonly queries: Pick<SetupQueries, "checkAccount" | "checkAddress" | "exchangeAccessToken">;
};

type Answer = Omit<ReplyTo<"setAccount">, "event">;
type Patch = { -readonly [K in keyof GlobalSettings]?: GlobalSettings[K] };
type Account = Pick<GlobalSettings, "baseUrl" | "apiKey">;

/** Nobody said no: it may well work later. */
const passingOutcomes: ReadonlySet<AccountOutcome> = new Set(["unreachable", "timeout", "service-error"]);

/** Takes what a streamer enters, finds out whether it works, and only then lets it replace an account that there is. */
export class AccountSetup {
	readonly #options: AccountSetupOptions;
	/** What is being checked, by page: what is entered there meanwhile goes with it, or takes its place. */
	readonly #entered = new Map<string, AccountChange>();
	#removedKey: string | undefined;

	constructor(options: AccountSetupOptions) {
		this.#options = options;
	}

	/** The last key was removed, and nobody has entered another one since. */
	get canRestoreKey(): boolean {
		return this.#removedKey !== undefined;
	}

	/** @param page Names the page on which this was entered. */
	async apply(change: AccountChange, page: string): Promise<Answer> {
		const { hideNumbers, sceneSocketUrl } = change;
		if (hideNumbers !== undefined) return this.#save({ hideNumbers }, { outcome: "saved" });
		if (sceneSocketUrl !== undefined) return this.#setSceneAddress(sceneSocketUrl);
		if (change.removeKey || change.restoreKey) {
			this.#entered.delete(page);
			return change.removeKey ? this.#remove() : this.#restore();
		}
		const entered = together(this.#entered.get(page), change);
		this.#entered.set(page, entered);
		const isOverdue = () => this.#entered.get(page) !== entered;
		const answer = await this.#setAccount(entered, isOverdue);
		if (!isOverdue()) this.#entered.delete(page);
		return answer;
	}

	async #setAccount(change: AccountChange, isOverdue: () => boolean): Promise<Answer> {
		const { current } = this.#options.settings;
		const isAccountKept = current?.baseUrl !== undefined && current.apiKey !== undefined;
		const kept = (answer: Answer): Answer => (isAccountKept ? { ...answer, isAccountKept } : answer);
		const entered = await this.#read(change);
		if ("outcome" in entered) return kept(entered);
		const { baseUrl, apiKey } = { ...current, ...entered };
		if (baseUrl === undefined) {
			const answer: Answer = { outcome: "no-address", field: "baseUrl" };
			return isAccountKept ? kept(answer) : this.#save(entered, answer);
		}
		const credential = change.accessToken === undefined ? "apiKey" : "accessToken";
		const answer = await this.#check({ baseUrl, apiKey }, credential);
		if (isOverdue()) return overdue;
		const isUsable = answer.outcome === "connected" || answer.outcome === "reachable";
		const isWorthKeeping = isUsable || (!isAccountKept && passingOutcomes.has(answer.outcome));
		return isWorthKeeping ? this.#save(entered, answer) : kept(answer);
	}

	/** What was entered, cleaned: an address is an origin, a token has become a key. */
	async #read({ baseUrl, apiKey, accessToken }: AccountChange): Promise<Account | Answer> {
		const { settings, queries } = this.#options;
		const entered: { baseUrl?: string | undefined; apiKey?: string } = {};
		const address = baseUrl === undefined ? undefined : addressFrom(baseUrl);
		if (address === "") entered.baseUrl = undefined;
		else if (address !== undefined) {
			const origin = await queries.checkAddress(address);
			if (origin.kind === "failure") return { outcome: outcomeOf(origin), field: "baseUrl" };
			entered.baseUrl = origin.answer;
		}
		const key = credentialFrom(apiKey ?? "");
		if (key) entered.apiKey = key;
		const token = credentialFrom(accessToken ?? "");
		if (!token) return entered;
		const at = "baseUrl" in entered ? entered.baseUrl : settings.current?.baseUrl;
		if (at === undefined) return { outcome: "no-address", field: "baseUrl" };
		const exchanged = await queries.exchangeAccessToken(at, token);
		if (exchanged.kind === "answer") return { ...entered, apiKey: exchanged.answer };
		const outcome = outcomeOf(exchanged);
		return outcome === "refused"
			? { outcome: "token-refused", field: "accessToken" }
			: { outcome, field: fieldOf(outcome, "accessToken") };
	}

	async #check({ baseUrl = "", apiKey }: Account, credential: AccountField): Promise<Answer> {
		const check = await this.#options.queries.checkAccount(baseUrl, apiKey);
		if (check.kind === "failure") {
			const outcome = outcomeOf(check);
			return { outcome, field: fieldOf(outcome, credential) };
		}
		if (apiKey === undefined) return { outcome: "reachable" };
		return { outcome: "connected", username: check.answer.username };
	}

	async #setSceneAddress(typed: string): Promise<Answer> {
		const address = addressFrom(typed);
		if (address === "") return this.#save({ sceneSocketUrl: undefined }, { outcome: "saved" });
		const origin = await this.#options.queries.checkAddress(address);
		return origin.kind === "answer"
			? this.#save({ sceneSocketUrl: origin.answer }, { outcome: "saved" })
			: { outcome: outcomeOf(origin), field: "sceneSocketUrl" };
	}

	async #remove(): Promise<Answer> {
		const { apiKey } = this.#options.settings.current ?? {};
		const answer = await this.#save({ apiKey: undefined }, { outcome: "removed" });
		if (answer.outcome === "removed") this.#removedKey = apiKey ?? this.#removedKey;
		return answer;
	}

	async #restore(): Promise<Answer> {
		const apiKey = this.#removedKey;
		return apiKey === undefined ? { outcome: "failed" } : this.#save({ apiKey }, { outcome: "restored" });
	}

	async #save(patch: Patch, answer: Answer): Promise<Answer> {
		try {
			await this.#options.settings.change(patch);
		} catch (error) {
			return { outcome: error instanceof RangeError ? "too-long" : "failed" };
		}
		if (patch.apiKey !== undefined) this.#removedKey = undefined;
		return answer;
	}
}

/** Something else was entered meanwhile, and its answer counts. */
const overdue: Answer = { outcome: "saved" };

/** Of a key and a token, the later one. */
function together(earlier: AccountChange | undefined, later: AccountChange): AccountChange {
	const { accessToken, apiKey, ...rest } = earlier ?? later;
	const credentials =
		later.apiKey === undefined && later.accessToken === undefined ? { accessToken, apiKey } : {};
	return { ...rest, ...credentials, ...later };
}

function outcomeOf({ failure }: Extract<QueryResult<unknown>, { readonly kind: "failure" }>): AccountOutcome {
	return failure === "not-set-up" ? "no-address" : failure;
}

function fieldOf(outcome: AccountOutcome, credential: AccountField): AccountField {
	return outcome === "refused" ? credential : "baseUrl";
}
