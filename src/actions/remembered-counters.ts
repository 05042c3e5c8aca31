import { counterFace } from "../key-face/counter-face";
import type { Face } from "../key-face/face";
import { stringsFor } from "../key-face/language";
import { parseCounterSettings, type CounterSettings } from "../settings/schemas/counter";
import { scopeSettings, type GlobalSettings } from "../settings/schemas/global";
import { accountSecret } from "../state/account";
import { withOffset } from "../state/counters/counter-offset";
import type { RememberedNumbers } from "../state/counters/remembered-numbers";
import type { Totals } from "../state/totals";
import { numberIdentity, queryFrom, rememberedNumber, totalFieldOf, totalFrom } from "./counter-number";
import type { KeyPainter } from "./keys/key-painter";
import type { Surface } from "./keys/surface";
import { maxTotalsDelayMs } from "./timing";

export type RememberedCountersOptions = {
	readonly numbers: RememberedNumbers & { selectAccount(secret: string | undefined): void };
	readonly painter: Pick<KeyPainter, "addPreliminary" | "endDelay" | "remove">;
	readonly now: () => number;
	/** Language code of the app. */
	readonly language: string;
};

type AppearedKey = { readonly surface: Surface; readonly settings: CounterSettings };

/**
 * Displays the numbers of an earlier run, or the service's totals, on counters while the rest of the plugin is loading.
 * Invariant: a key displays what its controller displays first, or nothing.
 */
export class RememberedCounters {
	readonly #options: RememberedCountersOptions;
	readonly #keys = new Map<string, AppearedKey>();
	#settings: GlobalSettings | undefined;
	#hasEnded = false;

	constructor(options: RememberedCountersOptions) {
		this.#options = options;
	}

	/** Displays the numbers of all keys that have appeared. */
	applySettings(settings: GlobalSettings): void {
		this.#settings = settings;
		this.#options.numbers.selectAccount(accountSecret(settings));
		for (const [id, key] of this.#keys) this.#display(id, key);
	}

	appear(id: string, surface: Surface, settings: unknown): void {
		const key = { surface, settings: parseCounterSettings(settings) };
		// A choice on a dial or by pressing is stored, too: the number may be another one than that of the settings.
		if (surface.kind !== "key" || key.settings.onPress === "next") return;
		this.#keys.set(id, key);
		this.#display(id, key);
	}

	disappear(id: string): void {
		this.#keys.delete(id);
		this.#options.painter.remove(id);
	}

	/** Called before the controllers display the keys. From then on, they display the totals that are recorded here. */
	end(): void {
		this.#hasEnded = true;
	}

	/**
	 * Delays the first picture of keys whose number was not stored by an earlier run and may be one of the service's totals.
	 * @returns Whether there are any.
	 */
	expectTotals(): boolean {
		const hasAccount = this.#settings && accountSecret(this.#settings) !== undefined;
		const expecting = hasAccount ? this.#unknown().filter(([, { settings }]) => totalFieldOf(settings)) : [];
		for (const [id, key] of expecting) this.#add(id, key, maxTotalsDelayMs);
		return expecting.length > 0;
	}

	/** Displays the service's totals on keys whose number was not stored by an earlier run. */
	applyTotals(totals: Totals): void {
		const { numbers, now } = this.#options;
		for (const [id, key] of this.#unknown()) {
			const query = queryFrom(key.settings);
			const count = totalFrom(totals, query);
			if (count === undefined) continue;
			const identity = numberIdentity(query, { nowMs: now() });
			numbers.record(identity, { kind: "counter", value: { kind: "count", count } }, now());
			if (this.#hasEnded) this.#options.painter.endDelay(id);
			else this.#display(id, key);
		}
	}

	#unknown(): readonly (readonly [string, AppearedKey])[] {
		return [...this.#keys].filter(([, { settings }]) => !this.#numberOf(settings, this.#options.now()));
	}

	#display(id: string, key: AppearedKey): void {
		if (this.#numberOf(key.settings, this.#options.now())) this.#add(id, key);
	}

	#add(id: string, { surface, settings }: AppearedKey, delayMs?: number): void {
		const { painter } = this.#options;
		painter.addPreliminary(id, { surface, face: (nowMs) => this.#faceOf(settings, nowMs) }, delayMs);
	}

	/** Returns a counter's number of an earlier run, or its total; undefined if there is none. */
	#numberOf(counter: CounterSettings, nowMs: number): ReturnType<typeof rememberedNumber> {
		if (!this.#settings) return undefined;
		return rememberedNumber(this.#options.numbers, queryFrom(counter), {
			nowMs,
			...scopeSettings(this.#settings),
		});
	}

	/** Returns the face of a counter while the plugin is connecting. */
	#faceOf(counter: CounterSettings, nowMs: number): Face {
		const number = this.#numberOf(counter, nowMs) ?? { value: { kind: "unknown" } as const };
		const input = {
			...number,
			value: withOffset(number.value, counter.offset ?? 0, number.accountCurrency),
			link: { phase: "connecting" },
			isConfirming: true,
			isHidden: this.#settings?.hideNumbers ?? false,
			calendar: this.#settings && scopeSettings(this.#settings).calendar,
		} as const;
		return counterFace(input, counter, nowMs, stringsFor(this.#options.language));
	}
}
