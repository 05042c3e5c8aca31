import type { ConnectFailure } from "./connect-failure";
import type { SocketGeneration } from "./ports";

/** With polling first the client moves to a websocket by itself; a refused key can only be seen there. */
export type SocketTransport = "polling-first" | "websocket";

/** What one attempt uses, and what is left to try. */
export type SocketPlan = {
	readonly generation: SocketGeneration;
	readonly transport: SocketTransport;
	readonly otherGenerations: readonly SocketGeneration[];
};

/** Addresses at which polling does not work, so that the first attempt is a websocket. */
export class WebsocketAddresses {
	readonly #origins = new Set<string>();

	firstPlan(origin: string, generation: SocketGeneration = 4): SocketPlan {
		const transport = this.#origins.has(origin) ? "websocket" : "polling-first";
		return { generation, transport, otherGenerations: [generation === 4 ? 2 : 4] };
	}

	add(origin: string): void {
		this.#origins.add(origin);
	}

	/** A websocket failed there as well: the next attempt polls first, which shows a refused key. */
	delete(origin: string): void {
		this.#origins.delete(origin);
	}
}

/** Returns what to try after a failure; undefined when nothing else may succeed. */
export function nextPlan(
	{ generation, transport, otherGenerations }: SocketPlan,
	alternative: ConnectFailure["alternative"],
): SocketPlan | undefined {
	if (alternative === "websocket" && transport !== "websocket")
		return { generation, transport: "websocket", otherGenerations };
	const [next, ...rest] = otherGenerations;
	if (alternative !== "other-generation" || next === undefined) return undefined;
	return { generation: next, transport, otherGenerations: rest };
}
