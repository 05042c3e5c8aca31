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
	const createdAt = time(event.createdAtMs);
	const isSameSecond = Math.floor(event.insertedAtMs / 1000) === event.createdAtMs / 1000;
	const parameters =
		context === "socket" && shapes.socketParameters === "union"
			? unionParameters(event, account, shapes)
			: ownParameters(event, shapes);
	const { type, origin, ref, amount, deletedAtMs } = event;
	// One literal, because a year has 100,000 events: spreads and added fields are slow. JSON omits undefined fields.
	return {
		id: renderId(event.id, shapes),
		type,
		origin: shapes.origin === "present" ? origin : undefined,
		user: owner,
		ref,
		inserted_at: isSameSecond ? createdAt : time(event.insertedAtMs),
		deleted_at: context === "list" ? undefined : deletedAtMs === undefined ? null : time(deletedAtMs),
		created_at: createdAt,
		parameters: renderObject(parameters, shapes),
		"parameters.amount": event.amountText ?? (amount ? decimal(amount, shapes) : scalar(0, shapes)),
		display: shapes.display === "present" ? true : undefined,
		formattedAmount:
			context === "socket" || shapes.formattedAmount === "everywhere"
				? formatAmount(amount ?? noAmount(account))
				: undefined,
	};
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
	const parameters: Json = {};
	if (event.type === "hosting") {
		parameters["viewers"] = scalar(viewers ?? 0, shapes);
		parameters["hostname"] = hostname;
		if (shapes.hostingUsername === "present") parameters["username"] = hostname;
		return parameters;
	}
	if (username !== undefined) parameters["username"] = username;
	if (event.type === "subscription") parameters["resub"] = scalar(resub ?? 0, shapes);
	if (event.type === "donation") addDonation(parameters, event, shapes);
	return parameters;
}

function unionParameters(event: StoredEvent, account: StreamerAccount, shapes: Shapes): Json {
	const donation: Json = {};
	if (event.type === "donation") addDonation(donation, event, shapes);
	else
		Object.assign(donation, {
			currency: account.currency.code,
			amount: scalar(0, shapes),
			message: "",
			formattedMessage: "",
		});
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

function addDonation(
	parameters: Json,
	{ id, amount, amountText, message }: StoredEvent,
	shapes: Shapes,
): void {
	if (shapes.fees === "present") {
		parameters["fees"] = scalar(0, shapes);
		parameters["campaignId"] = scalar(77, shapes);
		parameters["identifier"] = `payment-${id.toString(36)}`;
	}
	if (amount && shapes.amounts === "everywhere") {
		parameters["amount"] = decimal(amount, shapes);
		parameters["currency"] = amount.currency;
	}
	if (amountText !== undefined) parameters["amount"] = amountText;
	if (message === undefined && shapes.noMessage === "absent") return;
	parameters["message"] = message ?? "";
	parameters["formattedMessage"] = escapeHtml(message ?? "");
}

function escapeHtml(text: string): string {
	return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\n/g, "<br />");
}

function noAmount(account: StreamerAccount): Money {
	return { minorUnits: 0, currency: account.currency.code };
}
