import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { moneyDigits } from "../../../../src/state/money";
import type { LatestKey } from "../user/keys";
import type { World } from "../world";

/** Checks that no event is offered for thanking twice. */
export class ThankChecks {
	readonly #world: Pick<World, "complain" | "service" | "log" | "plugin">;
	readonly #thanked = new Set<string>();

	constructor(world: Pick<World, "complain" | "service" | "log" | "plugin">) {
		this.#world = world;
	}

	/** @param event The event that was just thanked with the key, if one was queued. */
	record(event: StreamEvent | undefined, { minAmount = 0 }: LatestKey): void {
		if (!event) return;
		const { service, complain, log, plugin } = this.#world;
		const name = event.ref ?? event.id ?? "";
		log(`thanked for ${event.type} ${event.id ?? name}`);
		const { amount } = event;
		// A change of the account's currency is not pushed.
		const { account } = plugin().store.state;
		if (amount && amount.currency === account?.currency && Number(moneyDigits(amount)) < minAmount)
			complain(`${event.type} ${event.id ?? name} below ${minAmount} was to be thanked`);
		const { missingInFrames, missingInList } = service.options;
		const isPoor = missingInList === "time" || missingInFrames === "time" || missingInFrames === "ref";
		if (this.#thanked.has(name) && !isPoor && missingInList !== "ref" && service.hasCommonKey)
			complain(`${event.type} ${event.id ?? name} was to be thanked twice`);
		this.#thanked.add(name);
	}
}
