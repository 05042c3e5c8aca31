import type { Money } from "../../../src/state/money";

import type { StreamerAccount } from "./account";
import { formatAmount } from "./currency";
import { formatTimestamp } from "./local-time";
import { renderOwner } from "./render-user";
import { decimal, objectOrPhp, scalar, type Json } from "./render-values";
import type { Shapes } from "./shapes";
import type { StoredEvent } from "./store";

/** Where an event is told decides which fields it has. */
export type Telling = "list" | "created" | "socket";

/** An event as one endpoint or channel tells it. Source: interface §2, Event. */
export function renderEvent(
	event: StoredEvent,
	told: Telling,
	account: StreamerAccount,
	shapes: Shapes,
): Json {
	const time = (atMs: number): string => formatTimestamp(atMs, account.timeZone, shapes.timestamps);
	const parameters =
		told === "socket" && shapes.socketParameters === "union"
			? unionParameters(event, account, shapes)
			: ownParameters(event, shapes);
	const { origin, amount, deletedAtMs } = event;
	return {
		id: shapes.eventIds === "string" ? String(event.id) : event.id,
		type: event.type,
		...(shapes.origin === "present" && origin !== undefined ? { origin } : {}),
		user: renderOwner(account, shapes),
		ref: event.ref,
		inserted_at: time(event.insertedAtMs),
		...(told === "list" ? {} : { deleted_at: deletedAtMs === undefined ? null : time(deletedAtMs) }),
		created_at: time(event.createdAtMs),
		parameters: objectOrPhp(parameters, shapes),
		"parameters.amount": amount ? decimal(amount, shapes) : scalar(0, shapes),
		...(told === "socket" ? { formattedAmount: formatAmount(amount ?? noAmount(account)) } : {}),
	};
}

/** A `new-event` frame. Source: interface §6.1. */
export function renderFrame(event: StoredEvent, account: StreamerAccount, shapes: Shapes): Json {
	return {
		...(shapes.roomKey === "absent" ? {} : { [shapes.roomKey]: account.apiKey }),
		event: renderEvent(event, "socket", account, shapes),
	};
}

function ownParameters(event: StoredEvent, shapes: Shapes): Json {
	const { username, hostname, resub, viewers } = event;
	const named = username === undefined ? {} : { username };
	switch (event.type) {
		case "subscription":
			return { ...named, resub: scalar(resub ?? 0, shapes) };
		case "donation":
			return { ...named, ...donationParameters(event, shapes) };
		case "hosting":
			return { viewers: scalar(viewers ?? 0, shapes), hostname };
		default:
			return named;
	}
}

function unionParameters(event: StoredEvent, account: StreamerAccount, shapes: Shapes): Json {
	const donation =
		event.type === "donation"
			? donationParameters(event, shapes)
			: { currency: account.currency.code, amount: scalar(0, shapes), message: "", formattedMessage: "" };
	return {
		...(event.username === undefined ? {} : { username: event.username }),
		...(event.hostname === undefined ? {} : { hostname: event.hostname }),
		...donation,
		resub: scalar(event.resub ?? 0, shapes),
		viewers: scalar(event.viewers ?? 0, shapes),
	};
}

function donationParameters({ amount, message }: StoredEvent, shapes: Shapes): Json {
	const given =
		amount && shapes.amounts === "everywhere"
			? { amount: decimal(amount, shapes), currency: amount.currency }
			: {};
	if (message === undefined && shapes.noMessage === "absent") return given;
	const words = message ?? "";
	return { ...given, message: words, formattedMessage: escapeHtml(words) };
}

function escapeHtml(words: string): string {
	return words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\n/g, "<br />");
}

function noAmount(account: StreamerAccount): Money {
	return { minorUnits: 0, currency: account.currency.code };
}
