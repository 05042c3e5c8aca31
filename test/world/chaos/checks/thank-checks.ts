import type { StreamEvent } from "../../../../src/state/events/stream-event";
import type { World } from "../world";

/** Checks that no event is offered for thanking twice. */
export class ThankChecks {
	readonly #world: Pick<World, "complain" | "service" | "log">;
	readonly #thanked = new Set<string>();

	constructor(world: Pick<World, "complain" | "service" | "log">) {
		this.#world = world;
	}

	/** @param event The event that was just thanked, if one was queued. */
	record(event: StreamEvent | undefined): void {
		if (!event) return;
		const { service, complain, log } = this.#world;
		const name = event.ref ?? event.id ?? "";
		log(`thanked for ${event.type} ${event.id ?? name}`);
		const { missingInFrames, missingInList } = service.options;
		const isPoor = missingInList === "time" || missingInFrames === "time" || missingInFrames === "ref";
		if (this.#thanked.has(name) && !isPoor && missingInList !== "ref" && service.hasCommonKey)
			complain(`${event.type} ${event.id ?? name} was to be thanked twice`);
		this.#thanked.add(name);
	}
}
