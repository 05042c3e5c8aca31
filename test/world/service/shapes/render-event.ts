import type { Money } from "../../../../src/state/money";

import type { StreamerAccount } from "../data/account";
import { formatAmount } from "../data/currency";
import type { OmittableField } from "../faults";
import { formatTimestamp } from "../data/local-time";
import { renderOwner } from "./render-user";
import { decimal, renderObject, scalar, type Json } from "./render-values";
import type { Shapes } from "./shapes";
import type { StoredEvent } from "../data/store";

/** The endpoint or channel, which determines the fields of an event. */
export type RenderContext = "list" | "created" | "socket";

/**
 * Renders an event for one endpoint or channel. Source: docs/service.md, Shapes.
 * @param owner The rendered user, the same for all events.
 */
export function renderEvent(
	event: StoredEvent,
	context: RenderContext,
	account: StreamerAccount,
	shapes: Shapes,
	owner: Json = renderOwner(account, shapes),
): Json {
	const time = (atMs: number): string | number => formatTimestamp(atMs, account.timeZone, shapes.timestamps);
	const parameters =
		context === "socket" && shapes.socketParameters === "union"
			? unionParameters(event, account, shapes)
			: ownParameters(event, shapes);
	const { origin, amount, deletedAtMs } = event;
	// Fields are assigned one by one, because a year has 100,000 events and spreads are slow.
	const json: Json = {};
	const id = renderId(event.id, shapes);
	if (id !== undefined) json["id"] = id;
	json["type"] = event.type;
	if (shapes.origin === "present" && origin !== undefined) json["origin"] = origin;
	json["user"] = owner;
	json["ref"] = event.ref;
	json["inserted_at"] = time(event.insertedAtMs);
	if (context !== "list") json["deleted_at"] = deletedAtMs === undefined ? null : time(deletedAtMs);
	json["created_at"] = time(event.createdAtMs);
	json["parameters"] = renderObject(parameters, shapes);
	json["parameters.amount"] = event.amountText ?? (amount ? decimal(amount, shapes) : scalar(0, shapes));
	if (shapes.display === "present") json["display"] = true;
	if (context === "socket" || shapes.formattedAmount === "everywhere")
		json["formattedAmount"] = formatAmount(amount ?? noAmount(account));
	return json;
}

function renderId(id: number, { eventIds }: Shapes): number | string | undefined {
	switch (eventIds) {
		case "absent":
			return undefined;
		case "string":
			return String(id);
		case "19-digits":
			return Number(`7${String(id).padStart(18, "0")}`);
		case "number":
			return id;
	}
}

/**
 * Renders a `new-event` frame. Source: docs/service.md, Sockets.
 * @param owner As for {@link renderEvent}.
 */
export function renderFrame(
	event: StoredEvent,
	account: StreamerAccount,
	shapes: Shapes,
	owner?: Json,
): Json {
	return {
		...(shapes.roomKey === "absent" ? {} : { [shapes.roomKey]: account.apiKey }),
		event: renderEvent(event, "socket", account, shapes, owner),
	};
}

/** Removes members of the event, or of its parameters, from a frame. */
export function omitFromFrame(frame: Json, omitted: readonly OmittableField[]): Json {
	return isJson(frame["event"]) ? { ...frame, event: omitFromEvent(frame["event"], omitted) } : frame;
}

/** Removes members of an event, or of its parameters. */
export function omitFromEvent(event: Json, omitted: readonly OmittableField[]): Json {
	if (omitted.length === 0) return event;
	const without = (json: Json): Json =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !omitted.some((field) => field === name)));
	const { parameters } = event;
	return without({ ...event, parameters: isJson(parameters) ? without(parameters) : parameters });
}

function isJson(value: unknown): value is Json {
	return typeof value === "object" && value !== null && !Array.isArray(value);
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
			return {
				viewers: scalar(viewers ?? 0, shapes),
				hostname,
				...(shapes.hostingUsername === "present" ? { username: hostname } : {}),
			};
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
		...namedPerson(event, shapes),
		...(event.hostname === undefined ? {} : { hostname: event.hostname }),
		...donation,
		resub: scalar(event.resub ?? 0, shapes),
		viewers: scalar(event.viewers ?? 0, shapes),
	};
}

function namedPerson({ type, username, hostname }: StoredEvent, shapes: Shapes): Json {
	const named =
		type === "hosting" && shapes.hostingUsername === "present" ? (username ?? hostname) : username;
	return named === undefined ? {} : { username: named };
}

function donationParameters({ id, amount, amountText, message }: StoredEvent, shapes: Shapes): Json {
	const payment =
		shapes.fees === "present"
			? { fees: scalar(0, shapes), campaignId: scalar(77, shapes), identifier: `payment-${id.toString(36)}` }
			: {};
	const given = {
		...payment,
		...(amount && shapes.amounts === "everywhere"
			? { amount: decimal(amount, shapes), currency: amount.currency }
			: {}),
		...(amountText === undefined ? {} : { amount: amountText }),
	};
	if (message === undefined && shapes.noMessage === "absent") return given;
	const text = message ?? "";
	return { ...given, message: text, formattedMessage: escapeHtml(text) };
}

function escapeHtml(text: string): string {
	return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\n/g, "<br />");
}

function noAmount(account: StreamerAccount): Money {
	return { minorUnits: 0, currency: account.currency.code };
}
