import { LifetimeFigure } from "./lifetime-figure";
import type { Reading } from "./reading";
import { isRenewal, type StreamEvent } from "./stream-event";

type FigureName = "followers" | "subscriptions" | "donations" | "hostings";

/** All lifetime numbers, the platforms' shares among them. */
export class LifetimeFigures {
	readonly #figures = new Map<string, LifetimeFigure>();

	value(name: FigureName, provider?: string): number | undefined {
		return this.#figures.get(figureKey(name, provider))?.value;
	}

	get isDisputed(): boolean {
		return [...this.#figures.values()].some((figure) => figure.isDisputed);
	}

	applyEvent(event: StreamEvent): void {
		for (const figure of this.#figures.values()) figure.applyEvent(event);
	}

	revokeEvent(event: StreamEvent): void {
		for (const figure of this.#figures.values()) figure.revokeEvent(event);
	}

	/** @param outstanding Events known by now that the reading's totals cannot contain yet. */
	applyReading({ totals, hostings, isExact, atMs }: Reading, outstanding: readonly StreamEvent[]): void {
		if (!totals) return;
		const told = new Map<LifetimeFigure, number>();
		const hear = (name: FigureName, total: number | undefined, provider?: string) => {
			if (total !== undefined) told.set(this.#figure(name, provider), total);
		};
		hear("hostings", hostings);
		hear("followers", totals.followers);
		hear("subscriptions", totals.subscribers);
		hear("donations", totals.donations);
		for (const [provider, share] of Object.entries(totals.byProvider)) {
			hear("followers", share.followers, provider);
			hear("subscriptions", share.subscribers, provider);
		}
		const donations = this.#figures.get("donations");
		for (const figure of this.#figures.values()) {
			// No event weighs in this one, so it does not matter which events the total contains.
			const isFigureExact = isExact || figure === donations;
			figure.applyReading({ total: told.get(figure), outstanding, isExact: isFigureExact, atMs });
		}
	}

	#figure(name: FigureName, provider?: string): LifetimeFigure {
		const key = figureKey(name, provider);
		let figure = this.#figures.get(key);
		if (!figure) {
			figure = new LifetimeFigure((event) => weightOf(event, name, provider));
			this.#figures.set(key, figure);
		}
		return figure;
	}
}

function figureKey(name: FigureName, provider: string | undefined): string {
	return provider === undefined ? name : `${name}/${provider}`;
}

function weightOf(event: StreamEvent, name: FigureName, provider: string | undefined): number {
	if (event.isDeleted || event.isTest) return 0;
	if (provider !== undefined && event.provider !== provider) return 0;
	switch (name) {
		case "followers":
			return event.type === "follow" ? 1 : 0;
		case "subscriptions":
			return event.type === "subscription" && !isRenewal(event) ? 1 : 0;
		case "hostings":
			return event.type === "hosting" ? 1 : 0;
		case "donations":
			// The unit of the service's figure is unknown, so it moves only by being read again.
			return 0;
	}
}
