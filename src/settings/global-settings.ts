import type { Clock, Dispose } from "../state/time/clock";
import { parseGlobalSettings, type GlobalSettings } from "./schemas/global";
import { lateAnswerMs, readTimeoutMs } from "./timing";

export interface GlobalSettingsHost {
	/** Requests the settings. The promise may never settle. */
	read(): Promise<unknown>;
	write(settings: GlobalSettings): Promise<void>;
}

type SettingsPatch = Partial<GlobalSettings> | ((current: GlobalSettings) => Partial<GlobalSettings>);

/** Size limit of the settings. Some hosts store them where space is limited. */
const maxBytes = 1_000;
/** Space that all other fields leave for those that the plugin has to store at any time. */
export const reservedBytes = 300;
const emptyReserve = { sessionStartedAt: undefined, thanked: undefined, hideNumbers: undefined };

/**
 * Global settings with the account. Invariant: this store is the only writer, and changes are applied one after
 * another, each to the result of the last one. None is applied before the first read, because an empty answer must not
 * erase stored settings.
 */
export class GlobalSettingsStore {
	readonly #host: GlobalSettingsHost;
	readonly #clock: Clock;
	readonly #onChange: (settings: GlobalSettings) => void;
	#settings: GlobalSettings | undefined;
	/** The settings as they were read first. */
	#first: { readonly json: string; readonly atElapsedMs: number } | undefined;
	#hasChanged = false;
	#queue: Promise<unknown> = Promise.resolve();
	#cancelRetry: Dispose | undefined;

	constructor(host: GlobalSettingsHost, clock: Clock, onChange: (settings: GlobalSettings) => void) {
		this.#host = host;
		this.#clock = clock;
		this.#onChange = onChange;
	}

	/** Undefined before the settings are loaded. */
	get current(): GlobalSettings | undefined {
		return this.#settings;
	}

	/** Requests the settings repeatedly until the host sends them. */
	async load(): Promise<void> {
		this.#cancelRetry?.();
		this.#cancelRetry = this.#clock.schedule(() => void this.load(), readTimeoutMs);
		try {
			const raw = await this.#host.read();
			if (this.#settings === undefined) this.applyRaw(raw);
		} catch {
			// The timer retries.
		}
	}

	/** Applies settings from the host, whether or not they were requested. Later ones that are no object are ignored. */
	applyRaw(raw: unknown): void {
		this.#cancelRetry?.();
		const isUnreadable = typeof raw !== "object" || raw === null || Array.isArray(raw);
		if (isUnreadable && this.#settings !== undefined) return;
		const settings = parseGlobalSettings(raw);
		if (this.#isLateAnswer(settings)) return;
		this.#settings = settings;
		this.#onChange(settings);
	}

	/**
	 * Returns whether these are the first settings once more, after own changes. OpenDeck sends each answer to a
	 * request as if the settings had changed.
	 */
	#isLateAnswer(settings: GlobalSettings): boolean {
		const json = JSON.stringify(settings);
		this.#first ??= { json, atElapsedMs: this.#clock.elapsedMs() };
		const isEarly = this.#clock.elapsedMs() - this.#first.atElapsedMs <= lateAnswerMs;
		return this.#hasChanged && isEarly && json === this.#first.json;
	}

	/**
	 * Changes some fields and keeps all others, including unknown ones.
	 * @param patch The fields, or a function that creates them from the settings that are current when it is applied.
	 * @throws RangeError when the result exceeds the host's limit, or leaves no space for session and thank-you marks.
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
		if (!canStore(settings, current)) {
			throw new RangeError("the global settings would grow beyond what the host can keep");
		}
		this.#settings = settings;
		this.#hasChanged = true;
		this.#onChange(settings);
		await this.#host.write(settings);
	}
}

/** Whether a host that stores the current settings can store the changed ones. One that stores more already has no limit. */
function canStore(settings: GlobalSettings, current: GlobalSettings): boolean {
	const fitsTotal = bytesOf(settings) <= maxBytes || bytesOf(current) > maxBytes;
	return fitsTotal && bytesWithReserve(settings) <= Math.max(maxBytes, bytesWithReserve(current));
}

function bytesWithReserve(settings: GlobalSettings): number {
	return bytesOf({ ...settings, ...emptyReserve }) + reservedBytes;
}

function bytesOf(settings: object): number {
	return Buffer.byteLength(JSON.stringify(settings));
}
