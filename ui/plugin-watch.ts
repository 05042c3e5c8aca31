/** Intervals of the check without and with a running plugin. */
const pingIntervalMs = { absent: 500, present: 2_000 };
/** A plugin that starts takes most of a second, one at work a few milliseconds. */
const pongTimeoutMs = 2_500;

/** Not checked yet, responding, or not responding. */
export type PluginState = "unknown" | "there" | "absent";

/**
 * Checks whether the plugin runs, and whether it was restarted. The app does not report either to an open page, so the
 * page polls while it is visible.
 */
export class PluginWatch {
	readonly #ping: () => void;
	readonly #stateListeners: ((state: PluginState) => void)[] = [];
	readonly #startListeners: (() => void)[] = [];
	#state: PluginState = "unknown";
	#run: string | undefined;
	#unansweredSinceMs: number | undefined;
	#lastPingAtMs = -Infinity;

	constructor(ping: () => void) {
		this.#ping = ping;
		window.setInterval(() => {
			this.#tick();
		}, 250);
		// A hidden page may have missed messages.
		for (const name of ["resize", "focus"]) {
			window.addEventListener(name, () => {
				this.#lastPingAtMs = -Infinity;
			});
		}
		queueMicrotask(() => {
			this.#tick();
		});
	}

	get isPresent(): boolean {
		return this.#state === "there";
	}

	onState(listener: (state: PluginState) => void): void {
		this.#stateListeners.push(listener);
		listener(this.#state);
	}

	/** Called for a plugin that has received no message yet: the first time, and after a restart. */
	onStart(listener: () => void): void {
		this.#startListeners.push(listener);
	}

	/** @param run Names the run of the plugin that answers. */
	handlePong(run: string): void {
		this.#unansweredSinceMs = undefined;
		const isNewRun = this.#run !== run;
		this.#run = run;
		const wasPresent = this.isPresent;
		this.#setState("there");
		if (isNewRun || !wasPresent) for (const listener of this.#startListeners) listener();
	}

	#tick(): void {
		const nowMs = performance.now();
		if (this.#unansweredSinceMs !== undefined && nowMs - this.#unansweredSinceMs >= pongTimeoutMs)
			this.#setState("absent");
		const isHidden = document.hidden || window.innerWidth === 0;
		const dueMs = this.#lastPingAtMs + (this.isPresent ? pingIntervalMs.present : pingIntervalMs.absent);
		if (nowMs < dueMs || (isHidden && this.isPresent)) return;
		this.#lastPingAtMs = nowMs;
		this.#unansweredSinceMs ??= nowMs;
		this.#ping();
	}

	#setState(state: PluginState): void {
		if (this.#state === state) return;
		this.#state = state;
		for (const listener of this.#stateListeners) listener(state);
	}
}
