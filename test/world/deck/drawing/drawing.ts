import type { PluginCommand } from "../plugin/commands";
import { parseFace } from "./face";
import { nowMs } from "../frame";
import { faultOfImage, faultOfPixmap } from "./images";
import type { AnyKey, Dial, Key } from "../keys";
import { applyFeedback, loadLayout } from "./layouts";
import type { Complaint, Recording } from "../recording";

/** Commands that change what a key or dial displays. */
export type DrawCommand = Extract<
	PluginCommand,
	{
		event:
			| "setImage"
			| "setTitle"
			| "setState"
			| "showOk"
			| "setFeedback"
			| "setFeedbackLayout"
			| "setTriggerDescription";
	}
>;

/** A drawing that the app would refuse, and the reason. */
export type DrawFault = { readonly kind: Complaint["kind"]; readonly reason: string };

const softwareOnly = 2;
const defaultLayout = "$X1";

/** Draws keys and touch strips as the app would. */
export class Drawing {
	readonly #pluginDir: string;
	readonly #recording: Recording;

	constructor(pluginDir: string, recording: Recording) {
		this.#pluginDir = pluginDir;
		this.#recording = recording;
	}

	/** Restores the manifest's image, as before the first drawing and after the plugin ended. */
	reset(key: AnyKey): void {
		if (key.kind === "key" && key.faces.last?.image !== undefined) this.#showFace(key, undefined);
		if (key.kind === "key") key.pluginTitle = undefined;
		if (key.kind === "dial") this.#showLayout(key, key.action.Encoder?.layout ?? defaultLayout);
	}

	/** Draws, and returns what was wrong with the command. */
	draw(key: AnyKey, command: DrawCommand): DrawFault | undefined {
		if (key.kind === "key") return this.#onKey(key, command);
		if (key.kind === "dial") return this.#onDial(key, command);
		if (command.event === "setState") return this.#setState(key, command.payload.state);
		if (command.event === "showOk") return this.#showOk(key);
		return wrongKind(key, command);
	}

	#onKey(key: Key, command: DrawCommand): DrawFault | undefined {
		switch (command.event) {
			case "setImage": {
				const { image, state, target } = command.payload;
				const fault = image === undefined ? undefined : faultOfImage(image, this.#pluginDir);
				if (fault) return { kind: "image", reason: fault };
				if (!hasState(key, state)) return { kind: "state", reason: `no state ${state}` };
				if (target !== softwareOnly && (state ?? key.state) === key.state) this.#showFace(key, image);
				return undefined;
			}
			case "setTitle":
				if (!hasState(key, command.payload.state)) return { kind: "state", reason: "no such state" };
				key.pluginTitle = command.payload.title;
				this.#recording.emit("board");
				return undefined;
			case "setState":
				return this.#setState(key, command.payload.state);
			case "showOk":
				return this.#showOk(key);
			default:
				return wrongKind(key, command);
		}
	}

	#onDial(dial: Dial, command: DrawCommand): DrawFault | undefined {
		switch (command.event) {
			case "setImage":
				return this.#setFeedback(dial, { icon: command.payload.image ?? dial.action.Encoder?.Icon ?? "" });
			case "setTitle":
				return this.#setFeedback(dial, { title: command.payload.title ?? "" });
			case "setFeedback":
				return this.#setFeedback(dial, command.payload);
			case "setFeedbackLayout":
				return this.#showLayout(dial, command.payload.layout);
			case "setTriggerDescription":
				dial.triggerDescription = command.payload;
				this.#recording.emit("board");
				return undefined;
			default:
				return wrongKind(dial, command);
		}
	}

	#setFeedback(dial: Dial, feedback: Readonly<Record<string, unknown>>): DrawFault | undefined {
		const shown = dial.strips.last;
		if (!shown) return { kind: "layout", reason: "the dial has no layout" };
		const { items, problems } = applyFeedback(shown.items, feedback);
		const faults = [...problems];
		for (const { key, type, value } of items) {
			if (type !== "pixmap" || !(key in feedback) || typeof value !== "string" || value === "") continue;
			const fault = faultOfPixmap(value, this.#pluginDir);
			if (fault) faults.push(`Item "${key}": ${fault}`);
		}
		this.#showStrip(dial, { id: shown.layout, items: [...items] });
		return faults.length === 0 ? undefined : { kind: "feedback", reason: faults.join("; ") };
	}

	#showLayout(dial: Dial, name: string): DrawFault | undefined {
		try {
			this.#showStrip(dial, { ...loadLayout(this.#pluginDir, name), id: name });
			return undefined;
		} catch (error) {
			return { kind: "layout", reason: error instanceof Error ? error.message : String(error) };
		}
	}

	#setState(key: Exclude<AnyKey, Dial>, state: number): DrawFault | undefined {
		if (!hasState(key, state)) return { kind: "state", reason: `no state ${state}` };
		key.state = state;
		this.#recording.emit("board");
		return undefined;
	}

	#showOk(key: Exclude<AnyKey, Dial>): undefined {
		key.oks.add(nowMs());
		this.#recording.emit("mark", { key, mark: "ok" });
	}

	#showFace(key: Key, image: string | undefined): void {
		const face = parseFace(image);
		key.faces.add(face);
		this.#recording.emit("face", { key, face });
	}

	#showStrip(dial: Dial, layout: Parameters<Dial["show"]>[0]): void {
		const strip = dial.show(layout, nowMs());
		this.#recording.emit("strip", { dial, strip });
	}
}

function hasState({ action }: AnyKey, state: number | undefined): boolean {
	return state === undefined || state < action.States.length;
}

function wrongKind({ kind }: AnyKey, { event }: DrawCommand): DrawFault {
	return { kind: "wrong-kind-of-key", reason: `${event} has no meaning for a ${kind}` };
}
