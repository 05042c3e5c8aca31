import type { ConnectFailure } from "./connect-failure";
import type { SocketGeneration } from "../ports";

/**
 * `polling-first`: the client upgrades to a websocket by itself. Preferred, because the response to a polling request
 * shows that a key was refused; a failed websocket may not.
 */
export type SocketTransport = "polling-first" | "websocket";

/** Transport and generation of one attempt, and the remaining alternatives. */
export type SocketPlan = {
	readonly generation: SocketGeneration;
	readonly transport: SocketTransport;
	readonly otherGenerations: readonly SocketGeneration[];
};

/** Addresses where polling does not work. The first attempt there uses a websocket. */
export class WebsocketAddresses {
	readonly #origins = new Set<string>();

	firstPlan(origin: string, generation: SocketGeneration = 4): SocketPlan {
		const transport = this.#origins.has(origin) ? "websocket" : "polling-first";
		return { generation, transport, otherGenerations: [generation === 4 ? 2 : 4] };
	}

	add(origin: string): void {
		this.#origins.add(origin);
	}

	/** Records that a websocket failed as well. The next attempt polls first, which shows a refused key. */
	delete(origin: string): void {
		this.#origins.delete(origin);
	}
}

/** Returns the next plan after a failure; undefined if no alternative can succeed. */
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
