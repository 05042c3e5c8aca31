import type { GlobalSettingsStore } from "./global-settings";
import { changeWithinLimit } from "./change-within-limit";

/** The newest ones; older goals are long passed. */
const maxGoals = 12;

/**
 * Remembers beyond a restart which goals were reached, so that none goes a second time when the number has fallen
 * meanwhile. A goal in its period is known by a short digest: the host keeps little.
 */
export class ReachedGoals {
	readonly #settings: Pick<GlobalSettingsStore, "current" | "change">;
	readonly #currentRun = new Map<string, number>();

	constructor(settings: Pick<GlobalSettingsStore, "current" | "change">) {
		this.#settings = settings;
	}

	/** The highest goal that was reached; undefined when none is remembered. */
	highest(goalKey: string): number | undefined {
		const digest = digestOf(goalKey);
		const stored = this.#settings.current?.reachedGoals?.find(([other]) => other === digest);
		return this.#currentRun.get(digest) ?? stored?.[1];
	}

	async record(goalKey: string, goal: number): Promise<void> {
		const digest = digestOf(goalKey);
		this.#currentRun.set(digest, goal);
		await changeWithinLimit(this.#settings, maxGoals, ({ reachedGoals = [] }, count) => {
			const others = reachedGoals.filter(([other]) => other !== digest);
			const newest: typeof reachedGoals = [[digest, goal], ...others];
			return { reachedGoals: newest.slice(0, count) };
		});
	}
}

/** Fifty-odd bits that tell names apart, in few characters. Source: cyrb53, public domain. */
function digestOf(goalKey: string): string {
	let [a, b] = [0xdeadbeef, 0x41c6ce57];
	for (const character of goalKey) {
		const code = character.codePointAt(0) ?? 0;
		a = Math.imul(a ^ code, 2_654_435_761);
		b = Math.imul(b ^ code, 1_597_334_677);
	}
	a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
	b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
	return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36);
}
