import type { CounterMetric, CounterQuery, CounterScope } from "../../src/state/counters/counter-query";
import { expectedValue } from "../world/chaos/checks/expected-value";
import type { Deck } from "../world/deck/deck";
import type { Face } from "../world/deck/drawing/face";
import type { Key } from "../world/deck/keys";
import { waitUntil, type WaitOptions } from "../world/deck/wait-until";
import type { StandInService } from "../world/service/stand-in";

/** The settings of a counter that determine its number. */
export type CounterChoice = Partial<CounterQuery> & {
	readonly metric?: CounterMetric;
	readonly scope?: CounterScope;
};

/** Returns the value that the key should display according to the service's data, in the format of a title. */
export function expectedTextOf(key: Key, service: StandInService, deck: Deck): string {
	const {
		metric = "followers",
		scope = "lifetime",
		from,
		to,
		provider,
		newOnly = false,
		uniqueOnly = false,
	} = key.settings as CounterChoice;
	const query = { metric, scope, from, to, provider, newOnly, uniqueOnly };
	const { sessionStartedAt } = deck.globalSettings;
	const sessionStartedAtMs = typeof sessionStartedAt === "string" ? Date.parse(sessionStartedAt) : undefined;
	return expectedValue(query, { store: service.store, nowMs: Date.now(), sessionStartedAtMs });
}

/** Waits until every key displays its expected value with the state `live`. */
export async function waitForExpectedValues(
	keys: readonly Key[],
	{ service, deck }: { readonly service: StandInService; readonly deck: Deck },
	options: WaitOptions = {},
): Promise<void> {
	const isRight = (key: Key) => {
		const face = deck.currentFace(key);
		return face?.state === "live" && sortedValue(face) === expectedTextOf(key, service, deck);
	};
	const describeMismatch = (key: Key) =>
		`${deck.currentFace(key)?.title ?? "nothing"} instead of ${expectedTextOf(key, service, deck)}`;
	const mismatches = () => keys.filter((key) => !isRight(key)).map(describeMismatch);
	await waitUntil(() => keys.every(isRight), {
		message: () => `the truth on every key; there is ${mismatches().join("; ")}`,
		...options,
	});
}

/** Sorts the currencies, because their order is irrelevant here. */
function sortedValue({ value }: Face): string | undefined {
	return value?.split(" + ").sort().join(" + ");
}
