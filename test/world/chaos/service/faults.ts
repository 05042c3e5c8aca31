import { faultKinds, type FaultKind } from "./fault-kinds";
import type { Random } from "../random";
import { act, type World } from "../world";

/** Starts faults, and ends those that last. */
export class Faults {
	readonly #world: World;
	readonly #random: Random;
	/** Fault kinds of this history. Each history has its own, so that rare combinations occur. */
	readonly #kinds: readonly FaultKind[];
	readonly #active = new Map<string, () => void>();
	#lastChangeMs = -Infinity;

	constructor(world: World, random: Random) {
		this.#world = world;
		this.#random = random;
		this.#kinds = random.sample(faultKinds, random.pick([0.2, 0.5, 1]));
	}

	get activeCount(): number {
		return this.#active.size;
	}

	/** Monotonic time when a fault last started or ended. */
	get lastChangeMs(): number {
		return this.#lastChangeMs;
	}

	isActive(name: string): boolean {
		return this.#active.has(name);
	}

	begin(): void {
		if (this.#kinds.length === 0) return;
		const kind = this.#random.pick(this.#kinds);
		if (!this.#active.has(kind.name)) this.run(kind, this.#random);
	}

	run(kind: FaultKind, random: Random): void {
		const { clock, service, log } = this.#world;
		act(this.#world, `fault: ${kind.name}`, () => {
			this.noteDisturbance();
			const end = kind.begin(service, random);
			if (!end) return;
			const finish = () => {
				log(`end of ${kind.name}`);
				this.#active.delete(kind.name);
				cancel();
				this.noteDisturbance();
				end();
			};
			this.#active.set(kind.name, finish);
			const cancel = clock.schedule(finish, random.between(...kind.durationMs));
		});
	}

	/** Records another change after which a number may be wrong for ten seconds. */
	noteDisturbance(): void {
		this.#lastChangeMs = this.#world.clock.elapsedMs();
	}

	endAll(): void {
		for (const end of [...this.#active.values()]) end();
	}
}
