import type { Inquired, Inquiries } from "../connection/inquiries";
import type { GlobalSettingsStore } from "../settings/global-settings";
import { addressFrom, credentialFrom } from "../settings/pasted";
import type { GlobalSettings } from "../settings/schemas";
import type { AccountChange, AccountField, AccountOutcome, ReplyTo } from "./messages";

export type AccountSetupOptions = {
	readonly settings: Pick<GlobalSettingsStore, "current" | "change">;
	readonly inquiries: Pick<Inquiries, "checkAccount" | "checkAddress" | "exchangeAccessToken">;
};

type Answer = Omit<ReplyTo<"setAccount">, "event">;

/** Takes what a streamer enters, applies it at once and finds out whether it works. One change after another. */
export class AccountSetup {
	readonly #options: AccountSetupOptions;
	#queue: Promise<unknown> = Promise.resolve();

	constructor(options: AccountSetupOptions) {
		this.#options = options;
	}

	apply(change: AccountChange): Promise<Answer> {
		const answer = this.#queue.then(() => this.#apply(change));
		this.#queue = answer.catch(() => undefined);
		return answer;
	}

	async #apply(change: AccountChange): Promise<Answer> {
		const { settings } = this.#options;
		const patch = patchOf(change);
		const accessToken = credentialFrom(change.accessToken ?? "");
		if (accessToken) {
			const exchanged = await this.#exchange(patch.baseUrl ?? settings.current?.baseUrl, accessToken);
			if (typeof exchanged !== "string") return exchanged;
			patch.apiKey = exchanged;
		}
		try {
			await settings.change(patch);
		} catch (error) {
			return { outcome: error instanceof RangeError ? "too-long" : "failed" };
		}
		return this.#check(patch, accessToken ? "accessToken" : "apiKey");
	}

	/** @returns The key, or why there is none. */
	async #exchange(baseUrl: string | undefined, accessToken: string): Promise<string | Answer> {
		if (baseUrl === undefined) return { outcome: "no-address", field: "baseUrl" };
		const exchanged = await this.#options.inquiries.exchangeAccessToken(baseUrl, accessToken);
		if (exchanged.kind === "answer") return exchanged.answer;
		const outcome = outcomeOf(exchanged);
		return outcome === "refused"
			? { outcome: "token-refused", field: "accessToken" }
			: { outcome, field: fieldOf(outcome, "accessToken") };
	}

	async #check(patch: AccountPatch, credential: AccountField): Promise<Answer> {
		const { settings, inquiries } = this.#options;
		const { baseUrl, apiKey, sceneSocketUrl } = settings.current ?? {};
		if (patch.sceneSocketUrl !== undefined && sceneSocketUrl !== undefined) {
			const scenes = await inquiries.checkAddress(sceneSocketUrl);
			if (scenes.kind === "failure") return { outcome: outcomeOf(scenes), field: "sceneSocketUrl" };
		}
		if (!("baseUrl" in patch || "apiKey" in patch)) return { outcome: "saved" };
		if ("apiKey" in patch && apiKey === undefined) return { outcome: "removed" };
		if (baseUrl === undefined) return { outcome: "no-address", field: "baseUrl" };
		const check = await inquiries.checkAccount(baseUrl, apiKey);
		if (check.kind === "failure") {
			const outcome = outcomeOf(check);
			return { outcome, field: fieldOf(outcome, credential) };
		}
		if (apiKey === undefined) return { outcome: "reachable" };
		return { outcome: "connected", username: check.answer.username };
	}
}

type AccountPatch = { -readonly [K in keyof GlobalSettings]?: GlobalSettings[K] };

/** What was left out stays; what is empty is taken away. */
function patchOf(change: AccountChange): AccountPatch {
	const patch: AccountPatch = {};
	const { baseUrl, apiKey, sceneSocketUrl } = change;
	if (baseUrl !== undefined) patch.baseUrl = addressFrom(baseUrl) || undefined;
	if (apiKey !== undefined) patch.apiKey = credentialFrom(apiKey) || undefined;
	if (sceneSocketUrl !== undefined) patch.sceneSocketUrl = addressFrom(sceneSocketUrl) || undefined;
	if (change.removeKey) patch.apiKey = undefined;
	if (change.hideNumbers !== undefined) patch.hideNumbers = change.hideNumbers;
	return patch;
}

function outcomeOf({ failure }: Extract<Inquired<unknown>, { readonly kind: "failure" }>): AccountOutcome {
	return failure === "not-set-up" ? "no-address" : failure;
}

function fieldOf(outcome: AccountOutcome, credential: AccountField): AccountField {
	return outcome === "refused" ? credential : "baseUrl";
}
