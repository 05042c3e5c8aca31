import { counterFace } from "../key-face/counter-face";
import type { Face } from "../key-face/face";
import { stringsFor } from "../key-face/language";
import { parseCounterSettings, type CounterSettings } from "../settings/schemas/counter";
import { scopeSettings, type GlobalSettings } from "../settings/schemas/global";
import { accountSecret } from "../state/account";
import { withOffset } from "../state/counters/counter-offset";
import type { RememberedNumbers } from "../state/counters/remembered-numbers";
import type { Totals } from "../state/totals";
import { numberIdentity, queryFrom, rememberedNumber, totalFrom } from "./counter-number";
import type { KeyPainter } from "./keys/key-painter";
import type { Surface } from "./keys/surface";

export type RememberedCountersOptions = {
	readonly numbers: RememberedNumbers & { selectAccount(secret: string | undefined): void };
	readonly painter: Pick<KeyPainter, "addPreliminary" | "remove">;
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

	/** Ignores all keys from now on, which stay as they are. */
	forgetAll(): void {
		this.#keys.clear();
	}

	/** Whether a key's number was not stored by an earlier run, and may be one of the service's totals. */
	get needsTotals(): boolean {
		return this.#unknown().some(([, { settings }]) => settings.scope === "lifetime");
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
			this.#display(id, key);
		}
	}

	#unknown(): readonly (readonly [string, AppearedKey])[] {
		return [...this.#keys].filter(([, { settings }]) => !this.#faceOf(settings, this.#options.now()));
	}

	#display(id: string, { surface, settings }: AppearedKey): void {
		const { painter, now } = this.#options;
		const first = this.#faceOf(settings, now());
		if (first)
			painter.addPreliminary(id, { surface, face: (nowMs) => this.#faceOf(settings, nowMs) ?? first });
	}

	/** Returns the face of a counter while the plugin is connecting; undefined if no number is remembered. */
	#faceOf(counter: CounterSettings, nowMs: number): Face | undefined {
		if (!this.#settings) return undefined;
		const { numbers, language } = this.#options;
		const scope = scopeSettings(this.#settings);
		const number = rememberedNumber(numbers, queryFrom(counter), { nowMs, ...scope });
		if (!number) return undefined;
		const input = {
			...number,
			value: withOffset(number.value, counter.offset ?? 0, number.accountCurrency),
			link: { phase: "connecting" },
			isConfirming: true,
			isHidden: this.#settings.hideNumbers,
			calendar: scope.calendar,
		} as const;
		return counterFace(input, counter, nowMs, stringsFor(language));
	}
}
