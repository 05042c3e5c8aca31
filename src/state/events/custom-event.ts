import { accountCurrency, moneyDigits, moneyFromDecimal } from "../money";
import type { StreamEventType } from "./stream-event";
import { decimalFromTyped, numberFromTyped } from "../typed-number";

/** A custom event with the parameters its type needs. Source: docs/service.md, Requests. */
export type CustomEvent =
	| { readonly type: "follow"; readonly username: string }
	| { readonly type: "subscription"; readonly username: string; readonly resub: number }
	| {
			readonly type: "donation";
			readonly username: string;
			/** A plain decimal: `12.50`. */
			readonly amount: string;
			/** {@link accountCurrency} for the account's, until {@link inCurrency} replaces it. */
			readonly currency: string;
			readonly message?: string | undefined;
	  }
	| { readonly type: "hosting"; readonly viewers: number; readonly hostname: string };

/** Text typed by the user for each parameter, not validated. */
export type CustomEventFields = {
	readonly type: StreamEventType;
} & { readonly [name in CustomEventField]?: string | undefined };

export type CustomEventField =
	"username" | "amount" | "currency" | "resub" | "viewers" | "hostname" | "message";

/** The first invalid field. */
export type CustomEventProblem = {
	readonly field: CustomEventField;
	readonly fault: "missing" | "not-a-count" | "not-an-amount" | "not-a-currency";
};

export type CustomEventDraft =
	| { readonly kind: "complete"; readonly event: CustomEvent }
	| { readonly kind: "incomplete"; readonly problem: CustomEventProblem };

/**
 * Parses the typed fields into a custom event. A subscription without `resub` is a new one. The host of a hosting may be in
 * `username`. Numbers may use local separators, and amounts are rounded to the decimals of their currency. Without a
 * currency, it is the account's.
 */
export function customEventOf(fields: CustomEventFields): CustomEventDraft {
	const { type, resub = "0", viewers, amount, currency, message } = fields;
	const username = fields.username?.trim();
	switch (type) {
		case "follow":
			return username ? complete({ type, username }) : incomplete("username", "missing");
		case "subscription": {
			const renewals = parseCount(resub.trim() || "0");
			if (!username) return incomplete("username", "missing");
			return renewals === undefined
				? incomplete("resub", "not-a-count")
				: complete({ type, username, resub: renewals });
		}
		case "donation": {
			const code = currency?.trim().toUpperCase() ?? accountCurrency;
			if (!username) return incomplete("username", "missing");
			if (!amount?.trim()) return incomplete("amount", "missing");
			if (code !== accountCurrency && !/^[A-Z]{3}$/.test(code))
				return incomplete("currency", "not-a-currency");
			const money = moneyFromDecimal(decimalFromTyped(amount) ?? "", code);
			if (!money || money.minorUnits <= 0) return incomplete("amount", "not-an-amount");
			const messageText = message?.trim() || undefined;
			return complete({ type, username, amount: moneyDigits(money), currency: code, message: messageText });
		}
		case "hosting": {
			const hostname = fields.hostname?.trim() || username;
			if (!hostname) return incomplete("hostname", "missing");
			if (!viewers?.trim()) return incomplete("viewers", "missing");
			const count = parseCount(viewers.trim());
			return count === undefined
				? incomplete("viewers", "not-a-count")
				: complete({ type, viewers: count, hostname });
		}
	}
}

/**
 * Returns the event in the account's currency, unless it has its own. Undefined if that currency is not known, or has no
 * such small amount.
 */
export function inCurrency(event: CustomEvent, currency: string | undefined): CustomEvent | undefined {
	if (event.type !== "donation" || event.currency !== accountCurrency) return event;
	const money = currency === undefined ? undefined : moneyFromDecimal(event.amount, currency);
	if (!money || money.minorUnits <= 0) return undefined;
	return { ...event, amount: moneyDigits(money), currency: money.currency };
}

function parseCount(typed: string): number | undefined {
	const count = numberFromTyped(typed);
	return count !== undefined && Number.isInteger(count) && count >= 0 && count < 1e9 ? count : undefined;
}

function complete(event: CustomEvent): CustomEventDraft {
	return { kind: "complete", event };
}

function incomplete(field: CustomEventField, fault: CustomEventProblem["fault"]): CustomEventDraft {
	return { kind: "incomplete", problem: { field, fault } };
}
