import type { AccountContext } from "../../../src/sync/account-context";
import { defaultSyncLimits } from "../../../src/sync/sync-limits";
import { noDemand, type ServiceDemand } from "../../../src/state/service-demand";
import { fakeClient } from "./fake-client";
import { FakeLog } from "./fake-log";
import { VirtualClock } from "./virtual-clock";
import { createStore } from "./create-store";

/** The dependencies of an account's modules, on a virtual clock. `demand` can be changed at any time. */
export function fakeAccountContext(
	methods: Parameters<typeof fakeClient>[0],
	{ startMs, random = () => 1 }: { readonly startMs?: number; readonly random?: () => number } = {},
) {
	const parts = {
		client: fakeClient(methods),
		store: createStore(),
		clock: new VirtualClock(startMs),
		log: new FakeLog(),
	};
	let demand = noDemand;
	const context: AccountContext = { ...parts, random, limits: defaultSyncLimits, demand: () => demand };
	const need = (changed: Partial<ServiceDemand>) => {
		demand = { ...demand, ...changed };
	};
	return { ...parts, context, need };
}
