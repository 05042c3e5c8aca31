import type { Drawing, Surface } from "../../../src/actions/keys/surface";
import type { Face } from "../../../src/key-face/face";
import type { Clock } from "../../../src/state/time/clock";

/** A picture and its arrival time. */
export type ShownImage = { readonly value: string; readonly atMs: number };

type Fault = "none" | "drawing" | "sending";

/** A key that records what it received; a face's value is its picture. */
export class FakeSurface implements Surface {
	readonly kind: Surface["kind"];
	readonly shown: ShownImage[] = [];
	readonly #clock: Clock;
	#fault: Fault = "none";

	constructor(clock: Clock, kind: Surface["kind"] = "key") {
		this.#clock = clock;
		this.kind = kind;
	}

	get values(): readonly string[] {
		return this.shown.map(({ value }) => value);
	}

	setFault(fault: Exclude<Fault, "none">): void {
		this.#fault = fault;
	}

	clearFault(): void {
		this.#fault = "none";
	}

	draw(face: Face): Drawing | undefined {
		if (this.#fault === "drawing") throw new Error("cannot draw");
		if (this.kind === "step") return undefined;
		return { content: face.value, send: () => this.#send(face.value) };
	}

	async showOk(): Promise<void> {
		await this.#send("ok");
	}

	async showAlert(): Promise<void> {
		await this.#send("alert");
	}

	async showHints(): Promise<void> {
		// No key has hints.
	}

	async #send(value: string): Promise<void> {
		if (this.#fault === "sending") throw new Error("the app does not listen");
		this.shown.push({ value, atMs: this.#clock.elapsedMs() });
	}
}

/** Returns a face with this text, which can change over time. */
export function faceOf(value: string, nextChangeAtMs?: number): Face {
	const line = { variants: [value], tone: "text" } as const;
	return {
		kind: "notice",
		label: "Label",
		value,
		state: "live",
		icon: "clock",
		tone: "text",
		lines: [line, line],
		nextChangeAtMs,
	};
}
