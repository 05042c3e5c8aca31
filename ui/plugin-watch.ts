/** While nobody answers, and while somebody does. */
const pauseMs = { absent: 500, there: 2_000 };
/** A plugin that starts takes most of a second, one at work a few milliseconds. */
const silenceMs = 2_500;

/** Nobody knows yet, it answers, or it doesn't. */
export type PluginState = "unknown" | "there" | "absent";

/**
 * Whether the plugin is there, and the same one as before. The app says nothing when it isn't, nor when it starts anew
 * behind a page that is open; so the page asks now and then, as long as it can be seen.
 */
export class PluginWatch {
	readonly #ping: () => void;
	readonly #stateListeners: ((state: PluginState) => void)[] = [];
	readonly #startListeners: (() => void)[] = [];
	#state: PluginState = "unknown";
	#run: string | undefined;
	#askedAtMs: number | undefined;
	#checkedAtMs = -Infinity;

	constructor(ping: () => void) {
		this.#ping = ping;
		window.setInterval(() => {
			this.#tick();
		}, 250);
		// A page that was hidden may have missed what was said meanwhile.
		for (const name of ["resize", "focus"]) {
			window.addEventListener(name, () => {
				this.#checkedAtMs = -Infinity;
			});
		}
		queueMicrotask(() => {
			this.#tick();
		});
	}

	get isThere(): boolean {
		return this.#state === "there";
	}

	onState(listener: (state: PluginState) => void): void {
		this.#stateListeners.push(listener);
		listener(this.#state);
	}

	/** A plugin answers that has been told nothing yet: the first time, and after it was started anew. */
	onStart(listener: () => void): void {
		this.#startListeners.push(listener);
	}

	/** @param run Names the run of the plugin that answers. */
	heard(run: string): void {
		this.#askedAtMs = undefined;
		const isOther = this.#run !== run;
		this.#run = run;
		const wasThere = this.isThere;
		this.#become("there");
		if (isOther || !wasThere) for (const listener of this.#startListeners) listener();
	}

	#tick(): void {
		const nowMs = performance.now();
		if (this.#askedAtMs !== undefined && nowMs - this.#askedAtMs >= silenceMs) this.#become("absent");
		const isHidden = document.hidden || window.innerWidth === 0;
		const dueMs = this.#checkedAtMs + (this.isThere ? pauseMs.there : pauseMs.absent);
		if (nowMs < dueMs || (isHidden && this.isThere)) return;
		this.#checkedAtMs = nowMs;
		this.#askedAtMs ??= nowMs;
		this.#ping();
	}

	#become(state: PluginState): void {
		if (this.#state === state) return;
		this.#state = state;
		for (const listener of this.#stateListeners) listener(state);
	}
}
