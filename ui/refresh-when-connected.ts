import type { AccountView } from "../src/inspector/messages";
import type { DataSource } from "./data-source";
import type { Host } from "./host";

/** Asks for a list again that could not be had, as soon as the account is set up or the service is back. */
export function refreshWhenConnected(host: Host, source: DataSource<unknown>): void {
	let last: AccountView | undefined;
	host.onReply((reply) => {
		if (reply.event !== "getAccount") return;
		const { account } = reply;
		const isOther = last !== undefined && identityOf(last) !== identityOf(account);
		const isBack = account.link.phase === "live" && last?.link.phase !== "live";
		last = account;
		if (isOther) source.forget();
		if (isOther || (isBack && source.state !== "ready" && source.state !== "loading")) source.ask();
	});
}

function identityOf({ baseUrl, hasKey, keyEnding }: AccountView): string {
	return JSON.stringify([baseUrl, hasKey, keyEnding]);
}
