import type { Clock, Dispose } from "../state/clock";
import { parseGlobalSettings, type GlobalSettings } from "./schemas";

/** The host's side of the global settings. */
export interface GlobalSettingsHost {
	/** May never answer. */
	read(): Promise<unknown>;
	write(settings: GlobalSettings): Promise<void>;
}

type SettingsPatch = Partial<GlobalSettings> | ((current: GlobalSettings) => Partial<GlobalSettings>);

/** The host may keep them where little fits. */
const maxBytes = 1_000;
const readTimeoutMs = 3_000;

/**
 * The account and what goes with it: read from the host, written by nobody else. Changes are made one after another,
 * each on top of the last, and never before the first reading: an empty answer must not erase what is there.
 */
export class GlobalSettingsStore {
	readonly #host: GlobalSettingsHost;
	readonly #clock: Clock;
	readonly #onChange: (settings: GlobalSettings) => void;
	#settings: GlobalSettings | undefined;
	#queue: Promise<unknown> = Promise.resolve();
	#cancelRetry: Dispose | undefined;

	constructor(host: GlobalSettingsHost, clock: Clock, onChange: (settings: GlobalSettings) => void) {
		this.#host = host;
		this.#clock = clock;
		this.#onChange = onChange;
	}

	/** Undefined before the host has told them. */
	get current(): GlobalSettings | undefined {
		return this.#settings;
	}

	/** Asks the host, again and again until it answers or tells by itself. */
	async load(): Promise<void> {
		this.#cancelRetry?.();
		this.#cancelRetry = this.#clock.schedule(() => void this.load(), readTimeoutMs);
		try {
			const raw = await this.#host.read();
			if (this.#settings === undefined) this.applyRaw(raw);
		} catch {
			// The timer asks again.
		}
	}

	/** The host told the settings, asked or not. */
	applyRaw(raw: unknown): void {
		this.#cancelRetry?.();
		this.#settings = parseGlobalSettings(raw);
		this.#onChange(this.#settings);
	}

	/**
	 * Changes some fields and keeps the rest, fields that are not ours included.
	 * @param patch The fields, or how to make them of the settings as they are when the changes before it are made.
	 * @throws RangeError when the whole would no longer fit the host's store.
	 */
	async change(patch: SettingsPatch): Promise<void> {
		const changed = this.#queue.then(() => this.#write(patch));
		this.#queue = changed.catch(() => undefined);
		await changed;
	}

	async #write(patch: SettingsPatch): Promise<void> {
		const current = this.#settings;
		if (current === undefined) throw new Error("the global settings have not been read yet");
		const settings = { ...current, ...(typeof patch === "function" ? patch(current) : patch) };
		if (Buffer.byteLength(JSON.stringify(settings)) > maxBytes) {
			throw new RangeError("the global settings would grow beyond what the host can keep");
		}
		this.#settings = settings;
		this.#onChange(settings);
		await this.#host.write(settings);
	}
}
