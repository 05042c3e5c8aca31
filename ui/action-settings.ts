import type { Host, RawSettings } from "./host";
import { saveIntervalMs } from "./timing";

/** Changed fields. An undefined or empty field is removed, so that its default applies. */
export type SettingsPatch = Readonly<Record<string, unknown>>;

/** Origin of a change: this page, or another writer through the host. */
export type Writer = "page" | "host";

/**
 * This key's settings. The page is their only writer. The host replaces the whole object at every write, so each change
 * is merged into the latest one, and unknown fields are kept.
 *
 * Invariant: `#current` contains the unsaved changes, which settings from the host do not replace.
 */
export class ActionSettings {
	readonly #host: Pick<Host, "saveSettings">;
	readonly #listeners: ((writer: Writer) => void)[] = [];
	#current: RawSettings;
	#unsaved: SettingsPatch | undefined;
	#timer: number | undefined;

	constructor(host: Pick<Host, "saveSettings" | "onSettings" | "initialSettings">) {
		this.#host = host;
		this.#current = host.initialSettings;
		host.onSettings((settings) => {
			this.#current = merge(settings, this.#unsaved ?? {});
			this.#notify("host");
		});
	}

	get current(): RawSettings {
		return this.#current;
	}

	/** Changes some fields and saves within `saveIntervalMs`. */
	change(patch: SettingsPatch): void {
		this.#current = merge(this.#current, patch);
		this.#unsaved = { ...this.#unsaved, ...patch };
		if (this.#timer === undefined) this.flush();
		this.#notify("page");
	}

	/** Saves pending changes immediately. */
	flush(): void {
		if (!this.#unsaved) return;
		this.#unsaved = undefined;
		this.#host.saveSettings(this.#current);
		window.clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			this.#timer = undefined;
			this.flush();
		}, saveIntervalMs);
	}

	/** Subscribes to every change of any origin. */
	onChange(listener: (writer: Writer) => void): void {
		this.#listeners.push(listener);
	}

	/** Saves pending changes when the page ends or loses focus. The app fires no `beforeunload`. */
	flushOnLeave(page: Window): void {
		const flush = (): void => {
			this.flush();
		};
		page.addEventListener("pagehide", flush);
		page.addEventListener("blur", flush);
		page.document.addEventListener("focusout", flush);
		page.document.addEventListener("visibilitychange", flush);
	}

	#notify(writer: Writer): void {
		for (const listener of this.#listeners) listener(writer);
	}
}

function merge(settings: RawSettings, patch: SettingsPatch): RawSettings {
	const merged = Object.entries({ ...settings, ...patch });
	return Object.fromEntries(merged.filter(([name, value]) => !(name in patch) || !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
