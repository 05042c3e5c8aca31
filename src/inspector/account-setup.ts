import type { QueryResult, SetupQueries } from "./setup-queries";
import type { GlobalSettingsStore } from "../settings/global-settings";
import { addressFrom, credentialFrom } from "../settings/schemas/pasted-text";
import { maxIgnoredNamesLength, type GlobalSettings } from "../settings/schemas/global";
import type { AccountChange, ReplyTo } from "./messages";
import type { AccountField, AccountOutcome } from "./message-parts";

export type AccountSetupOptions = {
	readonly settings: Pick<GlobalSettingsStore, "current" | "change">;
	readonly queries: Pick<
		SetupQueries,
		"checkAccount" | "checkAddress" | "checkSocketAddress" | "exchangeAccessToken"
	>;
};

type Answer = Omit<ReplyTo<"setAccount">, "event">;
type Patch = { -readonly [K in keyof GlobalSettings]?: GlobalSettings[K] };
type Account = Pick<GlobalSettings, "baseUrl" | "apiKey">;

/** Failures that do not invalidate the input. */
const transientOutcomes: ReadonlySet<AccountOutcome> = new Set(["unreachable", "timeout", "service-error"]);

/**
 * Applies account changes of a user. Invariants: a working account is replaced only by another working one, and a
 * stored key is sent to another origin only after that origin has identified itself without the key and the user has
 * confirmed it.
 */
export class AccountSetup {
	readonly #options: AccountSetupOptions;
	/** Changes being checked, by page. Further input is merged into the running change. */
	readonly #pendingChanges = new Map<string, AccountChange>();
	#removedKey: string | undefined;

	constructor(options: AccountSetupOptions) {
		this.#options = options;
	}

	/** Whether the last removal of a key can be undone. */
	get canRestoreKey(): boolean {
		return this.#removedKey !== undefined;
	}

	/** @param pageId The page on which this was entered. */
	async apply(change: AccountChange, pageId: string): Promise<Answer> {
		const { hideNumbers, allowLinks, sceneSocketUrl, confirmedOrigin } = change;
		if (hideNumbers !== undefined) return this.#save({ hideNumbers }, { outcome: "saved" });
		const preferences = preferencesIn(change);
		if ((preferences?.ignoredNames ?? "").length > maxIgnoredNamesLength) return { outcome: "too-long" };
		if (preferences) return this.#save(preferences, { outcome: "saved" });
		if (allowLinks !== undefined) return this.#save({ allowLinks }, { outcome: "saved" });
		if (sceneSocketUrl !== undefined) return this.#setSceneAddress(sceneSocketUrl, confirmedOrigin);
		if (change.removeKey || change.restoreKey) {
			this.#pendingChanges.delete(pageId);
			return change.removeKey ? this.#remove() : this.#restore();
		}
		const merged = mergeChanges(this.#pendingChanges.get(pageId), change);
		this.#pendingChanges.set(pageId, merged);
		const isSuperseded = () => this.#pendingChanges.get(pageId) !== merged;
		const answer = await this.#setAccount(merged, isSuperseded);
		if (!isSuperseded()) this.#pendingChanges.delete(pageId);
		return answer;
	}

	async #setAccount(change: AccountChange, isSuperseded: () => boolean): Promise<Answer> {
		const { current } = this.#options.settings;
		const isAccountKept = current?.baseUrl !== undefined && current.apiKey !== undefined;
		const withKeptFlag = (answer: Answer): Answer => (isAccountKept ? { ...answer, isAccountKept } : answer);
		const normalized = await this.#normalize(change);
		if ("outcome" in normalized) return withKeptFlag(normalized);
		const { baseUrl, apiKey } = { ...current, ...normalized };
		if (baseUrl === undefined) {
			const answer: Answer = { outcome: "no-address", field: "baseUrl" };
			return isAccountKept ? withKeptFlag(answer) : this.#save(normalized, answer);
		}
		if (apiKey !== undefined && normalized.apiKey === undefined) {
			const objection = await this.#objectionTo(baseUrl, change.confirmedOrigin);
			if (isSuperseded()) return superseded;
			if (objection) return withKeptFlag(objection);
		}
		const credential = change.accessToken === undefined ? "apiKey" : "accessToken";
		const answer = await this.#check({ baseUrl, apiKey }, credential);
		if (isSuperseded()) return superseded;
		const isUsable = answer.outcome === "connected" || answer.outcome === "reachable";
		const shouldSave = isUsable || (!isAccountKept && transientOutcomes.has(answer.outcome));
		return shouldSave ? this.#save(normalized, answer) : withKeptFlag(answer);
	}

	/** Returns why the stored key may not be sent to this origin; undefined if it may. */
	async #objectionTo(origin: string, confirmedOrigin: string | undefined): Promise<Answer | undefined> {
		const storedOrigin = this.#options.settings.current?.baseUrl;
		if (origin === storedOrigin) return undefined;
		const identified = await this.#options.queries.checkAccount(origin, undefined);
		if (identified.kind === "failure") return { outcome: outcomeOf(identified), field: "baseUrl" };
		if (storedOrigin === undefined || origin === confirmedOrigin) return undefined;
		return { outcome: "different-address", field: "baseUrl", origin };
	}

	/** Returns the cleaned input: an address becomes an origin, a token becomes the key. */
	async #normalize({ baseUrl, apiKey, accessToken }: AccountChange): Promise<Account | Answer> {
		const { settings, queries } = this.#options;
		const patch: { baseUrl?: string | undefined; apiKey?: string } = {};
		const address = baseUrl === undefined ? undefined : addressFrom(baseUrl);
		if (address === "") patch.baseUrl = undefined;
		else if (address !== undefined) {
			const origin = await queries.checkAddress(address);
			if (origin.kind === "failure") return { outcome: outcomeOf(origin), field: "baseUrl" };
			patch.baseUrl = origin.answer;
		}
		const key = credentialFrom(apiKey ?? "");
		if (key) patch.apiKey = key;
		const token = credentialFrom(accessToken ?? "");
		if (!token) return patch;
		const serviceUrl = "baseUrl" in patch ? patch.baseUrl : settings.current?.baseUrl;
		if (serviceUrl === undefined) return { outcome: "no-address", field: "baseUrl" };
		const exchanged = await queries.exchangeAccessToken(serviceUrl, token);
		if (exchanged.kind === "answer") return { ...patch, apiKey: exchanged.answer };
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

	async #setSceneAddress(typed: string, confirmedOrigin: string | undefined): Promise<Answer> {
		const { settings, queries } = this.#options;
		const address = addressFrom(typed);
		if (address === "") return this.#save({ sceneSocketUrl: undefined }, { outcome: "saved" });
		const checked = await queries.checkAddress(address);
		if (checked.kind === "failure") return { outcome: outcomeOf(checked), field: "sceneSocketUrl" };
		const origin = checked.answer;
		const { apiKey, baseUrl, sceneSocketUrl } = settings.current ?? {};
		const isTrusted = origin === baseUrl || origin === sceneSocketUrl;
		if (apiKey !== undefined && !isTrusted) {
			const identified = await queries.checkSocketAddress(origin);
			if (identified.kind === "failure") return { outcome: outcomeOf(identified), field: "sceneSocketUrl" };
			if (origin !== confirmedOrigin)
				return { outcome: "different-address", field: "sceneSocketUrl", origin };
		}
		return this.#save({ sceneSocketUrl: origin }, { outcome: "saved" });
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
		// The removed key must not replace a new key or be used at a new address.
		if (patch.apiKey ?? patch.baseUrl ?? patch.sceneSocketUrl) this.#removedKey = undefined;
		return answer;
	}
}

/** Returns what applies to all keys and needs no response of the service. */
function preferencesIn({
	weekStartsOn,
	dayStartHour,
	newSessionAfterIdleHours,
	ignoredNames,
}: AccountChange): Patch | undefined {
	const patch: Patch = {};
	if (weekStartsOn !== undefined) patch.weekStartsOn = weekStartsOn;
	if (dayStartHour !== undefined) patch.dayStartHour = dayStartHour;
	if (newSessionAfterIdleHours !== undefined)
		patch.newSessionAfterIdleHours = newSessionAfterIdleHours ?? undefined;
	if (ignoredNames !== undefined) patch.ignoredNames = ignoredNames.trim() || undefined;
	return Object.keys(patch).length > 0 ? patch : undefined;
}

/** Response to a change that was replaced by a later one. */
const superseded: Answer = { outcome: "saved" };

/** Merges a change into one being checked. If both a key and a token were entered, the later one is used. */
function mergeChanges(earlier: AccountChange | undefined, later: AccountChange): AccountChange {
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
