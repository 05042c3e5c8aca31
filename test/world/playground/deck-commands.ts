import { z } from "zod";

import { languages } from "../../../src/state/language";
import type { Deck } from "../deck/deck";
import type { Device } from "../deck/devices";
import type { AnyKey, Dial, Key } from "../deck/keys";

const key = z.string();

/** Commands of the page for the deck and the plugin. Keys are identified by their context. */
export const DeckCommandSchema = z.discriminatedUnion("do", [
	z.strictObject({ do: z.literal("down"), key }),
	z.strictObject({ do: z.literal("up"), key }),
	z.strictObject({ do: z.literal("rotate"), key, ticks: z.int().min(-50).max(50) }),
	z.strictObject({ do: z.literal("tap"), key, length: z.enum(["short", "long"]) }),
	z.strictObject({ do: z.literal("inspect"), key }),
	z.strictObject({ do: z.literal("remove"), key }),
	z.strictObject({
		do: z.literal("place"),
		action: z.string(),
		device: z.string(),
		controller: z.enum(["Keypad", "Encoder"]),
		column: z.int(),
		row: z.int(),
	}),
	z.strictObject({ do: z.literal("page"), name: z.string().max(40) }),
	z.strictObject({ do: z.literal("sleep") }),
	z.strictObject({ do: z.literal("wake") }),
	z.strictObject({ do: z.literal("plug"), device: z.string(), state: z.enum(["in", "out"]) }),
	z.strictObject({ do: z.literal("language"), language: z.enum(languages) }),
	z.strictObject({ do: z.literal("restartPlugin") }),
	z.strictObject({ do: z.literal("crashPlugin") }),
]);

export type DeckCommand = z.infer<typeof DeckCommandSchema>;

/**
 * Runs a command of the page on the deck.
 * @throws Error when it is not possible: a removed key, an occupied position, a deck in system sleep.
 */
export async function runDeckCommand(command: DeckCommand, deck: Deck): Promise<void> {
	switch (command.do) {
		case "down":
			return deck.down(findPressable(deck, command.key));
		case "up":
			return deck.up(findPressable(deck, command.key));
		case "rotate":
			return deck.rotate(findDial(deck, command.key), command.ticks);
		case "tap":
			return deck.tap(findDial(deck, command.key), { hold: command.length === "long" });
		case "inspect":
			deck.openInspector(findKey(deck, command.key), { by: "page" });
			return;
		case "remove":
			return deck.remove(findKey(deck, command.key));
		case "place": {
			const { action, column, row } = command;
			const device = findDevice(deck, command.device);
			const { profile } = device;
			const placed =
				command.controller === "Encoder"
					? deck.placeDial({ action, device, profile, column })
					: deck.place({ action, device, profile, at: { column, row } });
			// As in the app: the key that was just placed is the one to set up next.
			deck.openInspector(placed, { by: "page" });
			return;
		}
		case "page":
			return deck.showProfile(command.name);
		case "sleep":
			return deck.sleep();
		case "wake":
			return deck.wake();
		case "plug": {
			const device = findDevice(deck, command.device);
			return command.state === "in" ? deck.connect(device) : deck.disconnect(device);
		}
		case "language": {
			await deck.switchLanguage(command.language);
			const [inspector] = deck.inspectors;
			if (inspector) deck.openInspector(inspector.key, { by: "page" });
			return;
		}
		case "restartPlugin":
			return deck.restartPlugin();
		case "crashPlugin":
			return deck.crashPlugin();
	}
}

function findKey(deck: Deck, context: string): AnyKey {
	const key = deck.keys.find((candidate) => candidate.context === context);
	if (!key) throw new Error("This key is gone");
	return key;
}

function findPressable(deck: Deck, context: string): Key | Dial {
	const key = findKey(deck, context);
	if (key.kind === "step") throw new Error("A multi-action's step has no key");
	return key;
}

function findDial(deck: Deck, context: string): Dial {
	const key = findKey(deck, context);
	if (key.kind !== "dial") throw new Error("This is no dial");
	return key;
}

function findDevice(deck: Deck, id: string): Device {
	const device = deck.devices.find((candidate) => candidate.id === id);
	if (!device) throw new Error("This device is gone");
	return device;
}
