import { z } from "zod";

import { actionTable } from "../../../scripts/plugin-folder/action-table";
import { starterLayouts } from "../../../scripts/plugin-folder/starter-layouts";
import type { Deck } from "../deck/deck";
import type { Settings } from "../deck/frame";
import type { StandInService } from "../service/stand-in";

const RemoteActionsSchema = z.array(z.object({ code: z.string(), name: z.string() })).catch([]);

/**
 * Lays out a deck for a stream with the actions the plugin has, in reading order.
 * @param textPath The text file of the counter with a goal.
 */
export function layOutDeck(deck: Deck, service: StandInService, textPath: string): void {
	const [keys, dials] = deck.devices;
	if (!keys || !dials) throw new Error("The playground's deck has two devices");
	const place = (name: string, settings: Settings | undefined) => {
		const action = findAction(deck, name, "Keypad");
		if (action && settings) deck.place({ action, settings, device: keys });
	};
	const placeOnPlus = (name: string, settings: Settings | undefined) => {
		const action = findAction(deck, name, "Keypad");
		if (action && settings) deck.place({ action, settings, device: dials });
	};
	const placeDial = (name: string, settings: Settings | undefined) => {
		const action = findAction(deck, name, "Encoder");
		if (action && settings) deck.placeDial({ action, settings, device: dials });
	};

	place("counter", {
		metric: "followers",
		goal: service.truth().followers + 5,
		goalStep: 5,
		goalAction: remote(service, "Confetti", "trigger"),
		file: textPath,
		fileText: "Followers: {value} / {goal}",
	});
	place("counter", { metric: "subscriptions", scope: "month", newOnly: true });
	place("counter", { metric: "donationAmount", scope: "today" });
	place("counter", { metric: "hostings", scope: "week" });
	place("connection", {});
	place("latest-event", {});
	place("chart", { series: "followers", range: "week" });
	place("counter", { metric: "followers", scope: "session", onHold: "resetSession" });
	place("counter", { metric: "donationAmount", scope: "month" });
	place("remote-action", remote(service, "Follower goal", "reset"));
	place("remote-action", remote(service, "Confetti", "trigger"));
	place("remote-action", remote(service, "Donation goal", "trigger", "reset"));
	place("remote-action", remote(service, "Countdown", "start", "reset"));
	place("send-event", { type: "follow", username: "ada" });
	place("top-supporter", {});

	placeOnPlus("remote-action", remote(service, "Chat", "toggle"));
	placeOnPlus("remote-action", remote(service, "Poll", "start", "reset"));
	placeOnPlus("send-event", {
		type: "donation",
		username: "Chloé",
		amount: "5",
		currency: "EUR",
		message: "Merci !",
	});
	placeOnPlus("counter", { metric: "viewers", scope: "today" });
	placeOnPlus("control", { command: "newSession" });
	placeOnPlus("control", { command: "thankNext" });
	placeDial("counter", { metric: "followers" });
	placeDial("latest-event", {});
	placeDial("chart", { series: "donationAmount", range: "month" });
	placeDial("remote-action", remote(service, "Confetti", "trigger"));

	const placed = deck.keys.map(({ action }) => action.UUID);
	for (const slug of Object.keys(actionTable))
		if (!placed.some((uuid) => uuid.endsWith(`.${slug}`))) placeOnPlus(slug, {});
}

/**
 * Lays out the starter layout of each device that shows its bundled profile for the first time, as the app does when the
 * user has confirmed it.
 */
export function layOutStarters(deck: Deck): void {
	for (const device of deck.devices) {
		const { profile } = device;
		const layout = starterLayouts.find(({ file }) => profile === `profiles/${file}`);
		if (!layout || deck.keys.some((key) => key.device === device && key.profile === profile)) continue;
		for (const [row, placed] of layout.keys.entries())
			for (const [column, key] of placed.entries()) {
				const action = key && findAction(deck, key.action, "Keypad");
				if (action)
					deck.place({ action, settings: { ...key.settings }, device, profile, at: { column, row } });
			}
		for (const [column, dial] of (layout.dials ?? []).entries()) {
			const action = findAction(deck, dial.action, "Encoder");
			if (action) deck.placeDial({ action, settings: { ...dial.settings }, device, profile, column });
		}
	}
}

function findAction(deck: Deck, name: string, controller: string): string | undefined {
	return deck.manifest.Actions.find(
		({ UUID, Controllers }) => UUID.endsWith(`.${name}`) && Controllers.includes(controller),
	)?.UUID;
}

function remote(
	service: StandInService,
	itemName: string,
	code: string,
	holdCode?: string,
): Settings | undefined {
	for (const { token, name: sceneName, items } of service.scenes.all) {
		const item = items.find(({ name }) => name === itemName);
		const actions = RemoteActionsSchema.parse(item?.remoteActions);
		const action = actions.find((candidate) => candidate.code === code);
		const hold = actions.find((candidate) => candidate.code === holdCode);
		if (!item || !action) continue;
		return {
			sceneToken: token,
			sceneName,
			itemId: item.id,
			itemName,
			actionCode: action.code,
			actionName: action.name,
			...(hold ? { holdActionCode: hold.code, holdActionName: hold.name } : {}),
		};
	}
	return undefined;
}
