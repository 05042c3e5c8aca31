import { EventEmitter } from "node:events";

import type { Face } from "./drawing/face";
import { nowMs, type Disposer, type Frame } from "./frame";
import { Journal } from "./journal";
import type { AnyKey, Dial, Key, Strip } from "./keys";
import type { Exit } from "./plugin/plugin-process";

/** A message and its direction. */
export type LoggedFrame = {
	/** Epoch milliseconds, with a fraction. */
	readonly at: number;
	readonly direction: "to-plugin" | "from-plugin" | "to-inspector" | "from-inspector";
	readonly frame: Frame;
};

/** Something sent that the app would refuse, ignore or fail to draw. */
export type Complaint = {
	readonly at: number;
	readonly from: "plugin" | "inspector";
	readonly kind:
		| "unknown-event"
		| "malformed"
		| "unsupported"
		| "wrong-context"
		| "hidden-key"
		| "wrong-kind-of-key"
		| "feedback"
		| "layout"
		| "image"
		| "state"
		| "too-large"
		| "profile";
	readonly reason: string;
	readonly frame: unknown;
};

export type DeckEvents = {
	face: [{ readonly key: Key; readonly face: Face }];
	strip: [{ readonly dial: Dial; readonly strip: Strip }];
	mark: [{ readonly key: AnyKey; readonly mark: "ok" | "alert" }];
	/** Keys, devices, profiles or inspectors changed. */
	board: [];
	frame: [LoggedFrame];
	complaint: [Complaint];
	/** The plugin's process ended, requested or not. */
	exit: [Exit];
};

/** Everything that happened, for tests to read. */
export class Recording {
	readonly log = new Journal<LoggedFrame>();
	readonly complaints = new Journal<Complaint>();
	/** Addresses that the plugin or an inspector requested to open. */
	readonly openedUrls: string[] = [];
	readonly messages: string[] = [];
	readonly #events = new EventEmitter<DeckEvents>();

	on<E extends keyof DeckEvents>(event: E, listener: (...args: DeckEvents[E]) => void): Disposer {
		const emitter: EventEmitter = this.#events;
		emitter.on(event, listener);
		return () => emitter.off(event, listener);
	}

	emit<E extends keyof DeckEvents>(event: E, ...args: DeckEvents[E]): void {
		const emitter: EventEmitter = this.#events;
		emitter.emit(event, ...args);
	}

	frame(direction: LoggedFrame["direction"], frame: Frame): void {
		const logged = { at: nowMs(), direction, frame };
		this.log.add(logged);
		this.emit("frame", logged);
	}

	complain(complaint: Omit<Complaint, "at">): void {
		const complaintWithTime = { at: nowMs(), ...complaint };
		this.complaints.add(complaintWithTime);
		this.emit("complaint", complaintWithTime);
	}
}
