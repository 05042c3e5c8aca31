import type { ChartLine } from "./chart";
import type { KnownValue } from "./counter-query";

/** Number that a key displayed while it was live. */
export type RememberedNumber =
	| { readonly kind: "counter"; readonly value: KnownValue }
	| { readonly kind: "chart"; readonly line: ChartLine };

/** Numbers of the current account that earlier runs displayed. They are displayed again until the service has answered. */
export interface RememberedNumbers {
	/** The account's currency when the numbers were stored. */
	readonly currency: string | undefined;
	/**
	 * Returns the number that was stored last.
	 * @param identity Equal for keys that display the same number.
	 */
	recall(
		identity: string,
		nowMs: number,
	): { readonly number: RememberedNumber; readonly atMs: number } | undefined;
	/** Records a confirmed number. It is stored with the next write. */
	record(identity: string, number: RememberedNumber, atMs: number): void;
}
