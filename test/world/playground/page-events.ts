import { moneyDigits } from "../../../src/state/money";
import type { Deck } from "../deck/deck";
import type { Disposer } from "../deck/frame";
import type { StoredEvent } from "../service/data/store";
import type { StandInService } from "../service/stand-in";

/** An event that the page displays once. */
export type PageEvent =
	| { readonly kind: "mark"; readonly key: string; readonly mark: "ok" | "alert"; readonly text: string }
	| { readonly kind: "command"; readonly item: unknown; readonly action: unknown; readonly text: string }
	| { readonly kind: "event"; readonly type: string; readonly person: string; readonly text: string }
	| { readonly kind: "line"; readonly about: "face" | "link"; readonly text: string }
	| { readonly kind: "problem"; readonly text: string };

export type PageEventListener = {
	send(item: PageEvent): void;
	/** The next snapshot differs. */
	changed(): void;
	/** One line for a face with a new text. */
	log(line: string): void;
};

/** Subscribes to deck and service. @returns Function that unsubscribes. */
export function forwardEvents(deck: Deck, service: StandInService, listener: PageEventListener): Disposer[] {
	const lastTexts = new Map<string, string>();
	const face = (context: string, text: string | undefined) => {
		listener.changed();
		if (!text || lastTexts.get(context) === text) return;
		lastTexts.set(context, text);
		listener.log(text);
		listener.send({ kind: "line", about: "face", text });
	};
	const line = (text: string) => {
		listener.changed();
		listener.send({ kind: "line", about: "link", text });
	};
	return [
		deck.on("face", ({ key, face: { title } }) => face(key.context, title)),
		deck.on("strip", ({ dial, strip: { title, value, state } }) =>
			face(dial.context, [title, value, state].filter(Boolean).join(" · ")),
		),
		deck.on("board", () => listener.changed()),
		deck.on("exit", ({ requested }) =>
			line(requested === "yes" ? "The plugin was stopped" : "The plugin ended"),
		),
		deck.on("mark", ({ key: { context, action }, mark }) =>
			listener.send({ kind: "mark", key: context, mark, text: markText(action.Name, mark) }),
		),
		deck.on("complaint", ({ kind, reason }) =>
			listener.send({ kind: "problem", text: `The app would refuse this (${kind}): ${reason}` }),
		),
		service.on("command", ({ action, targetId, isCounted }) => {
			const name = service.scenes.itemOf(targetId)?.name ?? `item ${String(targetId)}`;
			const text = `${name}: ${String(action)}${isCounted ? " was sent" : " was refused"}`;
			listener.changed();
			if (isCounted) listener.send({ kind: "command", item: targetId, action, text });
			else listener.send({ kind: "problem", text });
		}),
		service.on("event", (event) => {
			listener.changed();
			const person = event.username ?? event.hostname ?? "Someone";
			listener.send({ kind: "event", type: event.type, person, text: describeEvent(event) });
		}),
		service.on("join", ({ channel }) => line(`A client joined the ${channel} channel`)),
		service.on("request", () => listener.changed()),
	];
}

function markText(action: string, mark: "ok" | "alert"): string {
	return mark === "ok" ? `${action} shows a check mark` : `${action} shows a warning sign`;
}

function describeEvent({ type, username, hostname, amount, resub, viewers, message }: StoredEvent): string {
	switch (type) {
		case "follow":
			return `${username ?? "Someone"} follows`;
		case "subscription":
			return resub ? `${username ?? "Someone"} resubs ×${resub}` : `${username ?? "Someone"} subscribes`;
		case "donation": {
			const given = amount ? `${moneyDigits(amount)} ${amount.currency}` : "something";
			return `${username ?? "Someone"} donates ${given}${message ? `: ${message}` : ""}`;
		}
		case "hosting":
			return `${hostname ?? "Someone"} hosts with ${viewers ?? 0} viewers`;
		default:
			return type;
	}
}
