import type { Face } from "./drawing/face";
import type { Journal } from "./journal";
import type { AnyKey, Dial, Key, Strip } from "./keys";
import type { WaitOptions } from "./wait-until";

const always = () => true;

/** Reads what the deck displays, and waits for it. */
export class DeckObserver {
	readonly #claimedCounts = new WeakMap<Journal<number>, number>();

	/** Returns the face when it satisfies the predicate: the current one, otherwise the first later one. */
	async face(
		key: Key,
		predicate: (face: Face) => boolean = isDrawn,
		options: WaitOptions = {},
	): Promise<Face> {
		const message = () => `${key.action.Name} to show it; it shows ${describe(key.faces.last)}`;
		return key.faces.waitFor(predicate, { from: key.faces.entries.length - 1, message, ...options });
	}

	/** Returns the first later face that satisfies the predicate. */
	async nextFace(
		key: Key,
		predicate: (face: Face) => boolean = isDrawn,
		options: WaitOptions = {},
	): Promise<Face> {
		const message = () => `${key.action.Name} to draw it; it shows ${describe(key.faces.last)}`;
		return key.faces.waitFor(predicate, { from: key.faces.entries.length, message, ...options });
	}

	currentFace(key: Key): Face | undefined {
		return key.faces.last;
	}

	/** All faces so far, oldest first. */
	faces(key: Key): readonly Face[] {
		return key.faces.entries;
	}

	/** Returns a dial's part of the touch strip when it satisfies the predicate. */
	async strip(
		dial: Dial,
		predicate: (strip: Strip) => boolean = always,
		options: WaitOptions = {},
	): Promise<Strip> {
		const message = () => `the strip to show it; it shows ${JSON.stringify(dial.strips.last?.values)}`;
		return dial.strips.waitFor(predicate, { from: dial.strips.entries.length - 1, message, ...options });
	}

	alerts(key: AnyKey): number {
		return key.alerts.entries.length;
	}

	oks(key: AnyKey): number {
		return key.oks.entries.length;
	}

	/** Returns the arrival time of the next alert that no earlier call has returned. */
	async alert(key: AnyKey, options: WaitOptions = {}): Promise<number> {
		return this.#nextMark(key.alerts, { message: `an alert on ${key.action.Name}`, ...options });
	}

	/** Returns the arrival time of the next check mark that no earlier call has returned. */
	async ok(key: AnyKey, options: WaitOptions = {}): Promise<number> {
		return this.#nextMark(key.oks, { message: `a check mark on ${key.action.Name}`, ...options });
	}

	async #nextMark(marks: Journal<number>, options: WaitOptions): Promise<number> {
		const from = this.#claimedCounts.get(marks) ?? 0;
		const at = await marks.waitFor(always, { from, ...options });
		this.#claimedCounts.set(marks, from + 1);
		return at;
	}
}

function isDrawn(face: Face): boolean {
	return face.image !== undefined;
}

function describe(face: Face | undefined): string {
	return face?.title ?? face?.image?.slice(0, 60) ?? "the manifest's image";
}
