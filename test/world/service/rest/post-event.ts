import { moneyFromDecimal, type Money } from "../../../../src/state/money";

import type { EventDraft } from "../data/store";

type Problem = { readonly problem: string };

const missingField = (name: string): Problem => ({ problem: `${name} is required` });

/**
 * Parses a posted event. Source: docs/service.md, Requests.
 * @param field Returns the client's value of a field; null if there is none.
 * @returns The event, or the error.
 */
export function readPostedEvent(field: (name: string) => string | null): EventDraft | Problem {
	const param = (name: string): string | undefined => field(`params[${name}]`)?.trim() || undefined;
	const type = field("type");
	const username = param("username");
	switch (type) {
		case "follow":
			return username ? { type, username } : missingField("params[username]");
		case "subscription": {
			if (!username) return missingField("params[username]");
			const resub = readCount("params[resub]", param("resub"));
			return typeof resub === "number" ? { type, username, resub } : resub;
		}
		case "donation": {
			if (!username) return missingField("params[username]");
			const currency = param("currency");
			if (!currency) return missingField("params[currency]");
			const amount = readAmount("params[amount]", param("amount"), currency);
			return "problem" in amount ? amount : { type, username, amount, message: param("message") };
		}
		case "hosting": {
			const hostname = param("hostname");
			if (!hostname) return missingField("params[hostname]");
			const viewers = readCount("params[viewers]", param("viewers"));
			return typeof viewers === "number" ? { type, hostname, viewers } : viewers;
		}
		default:
			return { problem: "type must be follow, subscription, donation or hosting" };
	}
}

function readCount(name: string, text: string | undefined): number | Problem {
	if (text === undefined) return missingField(name);
	if (/^-\d/.test(text)) return { problem: `${name} must not be negative: ${text}` };
	return /^\d{1,15}$/.test(text) ? Number(text) : { problem: `${name} must be a whole number: ${text}` };
}

function readAmount(name: string, text: string | undefined, currency: string): Money | Problem {
	if (text === undefined) return missingField(name);
	if (/^-[\d.]/.test(text)) return { problem: `${name} must not be negative: ${text}` };
	if (/^\d[\d.]*,[\d,.]*$/.test(text))
		return {
			problem: `${name} must have a point before its decimals, and nothing between thousands: ${text}`,
		};
	if (!/^(\d+\.?\d*|\.\d+)$/.test(text))
		return { problem: `${name} must be digits, and a point before decimals: ${text}` };
	return moneyFromDecimal(text, currency) ?? { problem: `${name} is too large to be exact: ${text}` };
}
