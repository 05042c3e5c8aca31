import type { AccountView } from "../../src/inspector/message-parts";
import type { Host } from "../host";

type AccountListener = (account: AccountView, previous: AccountView | undefined) => void;

/** The last account data received from the plugin. Requested again after each start of the plugin. */
export class AccountState {
	readonly #listeners: AccountListener[] = [];
	#current: AccountView | undefined;

	constructor(host: Host) {
		host.onReply("getAccount", ({ account }) => {
			const previous = this.#current;
			this.#current = account;
			for (const listener of this.#listeners) listener(account, previous);
		});
		host.plugin.onStart(() => void host.request({ event: "getAccount" }));
	}

	/** Undefined until received from the plugin. */
	get current(): AccountView | undefined {
		return this.#current;
	}

	onChange(listener: AccountListener): void {
		this.#listeners.push(listener);
	}
}

export function isSetUp({ baseUrl, hasKey }: AccountView): boolean {
	return baseUrl !== undefined && hasKey;
}

/** Returns whether address or key differ, so that data loaded with one account is not valid for the other. */
export function isDifferentAccount(first: AccountView, second: AccountView): boolean {
	const fingerprintOf = ({ baseUrl, hasKey, keyEnding }: AccountView) =>
		JSON.stringify([baseUrl, hasKey, keyEnding]);
	return fingerprintOf(first) !== fingerprintOf(second);
}
