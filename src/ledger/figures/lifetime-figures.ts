import { eventTypeOf, isCounted } from "./counter";
import type { CounterValue } from "../../state/counters/counter-query";
import { LifetimeFigure, type FigureSnapshot } from "./lifetime-figure";
import type { Snapshot } from "../snapshot";
import type { StreamEvent } from "../../state/events/stream-event";
import type { ProviderTotals, Totals } from "../../state/totals";

type FigureName = "followers" | "subscriptions" | "donations" | "hostings";

/** All lifetime figures, including those of each platform. Invariant: every change is applied to all figures. */
export class LifetimeFigures {
	readonly #figures = new Map<string, { readonly name: FigureName; readonly figure: LifetimeFigure }>();

	value(name: FigureName, provider?: string): CounterValue {
		const figure = this.#figures.get(figureKey(name, provider))?.figure;
		if (figure?.value === undefined) return { kind: "unknown" };
		const { value, isWithdrawn } = figure;
		const flags = isWithdrawn && { isIncomplete: true };
		return name === "donations"
			? { kind: "figure", value, ...flags }
			: { kind: "count", count: value, ...flags };
	}

	get needsConfirmation(): boolean {
		return [...this.#figures.values()].some(({ figure }) => figure.needsConfirmation);
	}

	/** When the totals were first lower than the figures, on the monotonic clock, for each figure that waits for confirmation. */
	get lowerSinceMs(): readonly number[] {
		return [...this.#figures.values()].flatMap(({ figure: { lowerSinceMs = [] } }) => lowerSinceMs);
	}

	/** Applies a change to all figures. */
	forEach(change: (figure: LifetimeFigure) => void): void {
		for (const { figure } of this.#figures.values()) change(figure);
	}

	/** @param outstanding Stored events that the snapshot's totals may not include yet. */
	applySnapshot(
		snapshot: Snapshot,
		{ outstanding, isBehind = false }: Pick<FigureSnapshot, "outstanding" | "isBehind">,
	): void {
		const { types, totals, hostings, isExact } = snapshot;
		if (!totals && !hostings) return;
		const receivedTotals = new Map<LifetimeFigure, number>();
		// Only a list of the same event type shows which events a total includes. Hosts may have been read before, by themselves.
		const isRead = (name: FigureName) =>
			name === "hostings"
				? hostings !== undefined
				: totals !== undefined && types.includes(eventTypeOf(name));
		const addTotal = (name: FigureName, total: number | undefined, provider?: string) => {
			if (total !== undefined && isRead(name)) receivedTotals.set(this.#figure(name, provider), total);
		};
		addTotal("hostings", hostings?.count);
		if (totals) forEachTotal(totals, addTotal);
		for (const { name, figure } of this.#figures.values()) {
			if (!isRead(name)) {
				figure.applyNotRequested();
				continue;
			}
			// Events add nothing to this figure, so it does not matter which of them the total includes.
			const isMoney = name === "donations";
			figure.applySnapshot({
				...snapshot,
				total: receivedTotals.get(figure),
				outstanding,
				isExact: isExact || isMoney,
				isBehind: isBehind && !isMoney,
			});
		}
	}

	#figure(name: FigureName, provider?: string): LifetimeFigure {
		const key = figureKey(name, provider);
		const existing = this.#figures.get(key);
		if (existing) return existing.figure;
		const figure = new LifetimeFigure((event) => weightOf(event, name, provider));
		this.#figures.set(key, { name, figure });
		return figure;
	}
}

function forEachTotal(
	totals: Totals,
	addTotal: (name: FigureName, total: number | undefined, provider?: string) => void,
): void {
	const addShare = (share: ProviderTotals, provider?: string) => {
		addTotal("followers", share.followers, provider);
		addTotal("subscriptions", share.subscribers, provider);
	};
	addShare(totals);
	addTotal("donations", totals.donations);
	for (const [provider, share] of Object.entries(totals.byProvider)) addShare(share, provider);
}

function figureKey(name: FigureName, provider: string | undefined): string {
	return provider === undefined ? name : `${name}/${provider}`;
}

function weightOf(event: StreamEvent, name: FigureName, provider: string | undefined): number {
	// The unit of the service's figure of donations is undocumented, so it changes only when it is fetched again.
	if (name === "donations") return 0;
	const query = { metric: name, scope: "lifetime", provider, newOnly: false, uniqueOnly: false } as const;
	return isCounted(event, query) ? 1 : 0;
}
