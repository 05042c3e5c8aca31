import { pingIntervalMs, pongTimeoutMs } from "./timing";

/** See {@link PluginWatch}. */
export type PluginState = "unknown" | "there" | "absent";

/**
 * Checks whether the plugin runs, and whether it was restarted. The app does not report either to an open page, so the
 * page polls while it is visible.
 *
 * | State     | Meaning                         | Leaves on                             |
 * | --------- | ------------------------------- | ------------------------------------- |
 * | `unknown` | no response to the first ping   | response, `pongTimeoutMs`             |
 * | `there`   | the plugin responds             | no response within `pongTimeoutMs`    |
 * | `absent`  | the plugin does not respond     | response                              |
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

	/** Subscribes to plugin starts: the first response, and responses after a restart or an absence. */
	onStart(listener: () => void): void {
		this.#startListeners.push(listener);
	}

	/** Handles a response. @param run Id of the plugin's run, which differs after a restart. */
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
