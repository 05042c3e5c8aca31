import type { CounterQuery } from "../../../src/state/counters/counter-query";
import { noDemand, type ServiceDemand } from "../../../src/state/service-demand";
import type { SyncLimits } from "../../../src/sync/sync-limits";
import { InMemoryListStore } from "../fakes/in-memory-list-store";
import { VirtualClock } from "../fakes/virtual-clock";
import { toMoney } from "../service/data/currency";
import { shapePresets } from "../service/shapes/shapes";
import type { EventDraft } from "../service/data/store";
import { formatValue } from "./checks/expected-value";
import { ownLimits } from "./limits";
import { PluginModel } from "./plugin-model";
import { Random } from "./random";
import { ServiceModel, type ServiceModelOptions } from "./service/service-model";

/** A query for today's followers, for tests to vary. */
export const followersToday: CounterQuery = {
	metric: "followers",
	scope: "today",
	newOnly: false,
	uniqueOnly: false,
};

export type QuietStreamOptions = Partial<ServiceModelOptions> & {
	/** Past events, the oldest first, with their age in milliseconds. */
	readonly past?: readonly (EventDraft & { readonly agoMs: number })[];
	readonly memory?: InMemoryListStore;
	readonly sessionAgoMs?: number;
	/** Limits for reading that differ from those of the plugin. */
	readonly limits?: Partial<SyncLimits>;
	/** Number of the newest events of each type that are always kept, if it differs from the plugin's. */
	readonly minRetainedCount?: number;
};

/** A service without faults and the plugin's modules on virtual time, for one small input each. */
export function createQuietStream(options: QuietStreamOptions = {}) {
	const { past = [], memory = new InMemoryListStore(), sessionAgoMs, limits, ...others } = options;
	const { minRetainedCount = ownLimits.ledger.minRetainedCount, ...serviceOptions } = others;
	const clock = new VirtualClock(Date.UTC(2026, 10, 18, 12, 0, 0, 400));
	const service = new ServiceModel(clock, new Random(1), {
		shapes: shapePresets.documented,
		echo: "on",
		limitCap: 1_000,
		overCapBehaviour: "capped",
		typeFilter: "honoured",
		listCount: "exact",
		missingInFrames: undefined,
		missingInList: undefined,
		totalsBefore: {
			followers: 100,
			subscribers: 10,
			donations: { minorUnits: 0, currency: "EUR" },
			byProvider: {},
		},
		...serviceOptions,
	});
	for (const { agoMs, ...draft } of past) service.store.add({ ...draft, createdAtMs: clock.now() - agoMs });
	const sessionStartedAtMs = sessionAgoMs === undefined ? undefined : clock.now() - sessionAgoMs;
	const plugin = new PluginModel(service, {
		memory,
		sessionStartedAtMs,
		limits: {
			...ownLimits,
			ledger: { ...ownLimits.ledger, minRetainedCount },
			sync: { ...ownLimits.sync, ...limits },
		},
	});
	const { store, manager } = plugin;
	return {
		clock,
		service,
		plugin,
		store,
		memory,
		ledger: store.ledger,
		show: (demand: Partial<ServiceDemand>) => {
			manager.setDemand({ ...noDemand, ...demand });
		},
		value: (query: CounterQuery) =>
			formatValue(store.ledger.value(query, store.ledgerContext(plugin.clock.now()))),
		requestsFor: async (durationMs: number) => {
			const before = service.requests.length;
			await clock.advance(durationMs);
			return service.requests.slice(before).filter(({ endpoint }) => endpoint === "events").length;
		},
	};
}

/** Creates follows at equal intervals, oldest first. */
export function pastFollows(count: number, spanMs: number) {
	return Array.from({ length: count }, (_, index) => ({
		type: "follow" as const,
		username: `viewer ${index}`,
		agoMs: spanMs - (index * spanMs) / count + 60_000,
	}));
}

/** Creates donations of one euro at equal intervals, oldest first. */
export function pastDonations(count: number, spanMs: number) {
	const amount = toMoney("1", "EUR");
	return pastFollows(count, spanMs).map((follow) => ({ ...follow, type: "donation" as const, amount }));
}
