import { moneyFromDecimal } from "../../../src/state/money";

import type { EventDraft } from "./store";

/** @returns The event a posted form describes, or what is wrong with the form. Source: interface §4.3. */
export function readPostedEvent(form: URLSearchParams): EventDraft | { readonly problem: string } {
	const missing = (name: string) => ({ problem: `${name} is required` });
	const param = (name: string): string | undefined => form.get(`params[${name}]`)?.trim() || undefined;
	const type = form.get("type");
	const username = param("username");
	switch (type) {
		case "follow":
			return username ? { type, username } : missing("params[username]");
		case "subscription": {
			const resub = readCount(param("resub"));
			if (!username) return missing("params[username]");
			return resub === undefined ? missing("params[resub]") : { type, username, resub };
		}
		case "donation": {
			const currency = param("currency");
			const amount = currency && moneyFromDecimal(param("amount") ?? "", currency);
			if (!username) return missing("params[username]");
			if (!currency) return missing("params[currency]");
			return amount ? { type, username, amount, message: param("message") } : missing("params[amount]");
		}
		case "hosting": {
			const hostname = param("hostname");
			const viewers = readCount(param("viewers"));
			if (!hostname) return missing("params[hostname]");
			return viewers === undefined ? missing("params[viewers]") : { type, hostname, viewers };
		}
		default:
			return { problem: "type must be follow, subscription, donation or hosting" };
	}
}

function readCount(text: string | undefined): number | undefined {
	return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
