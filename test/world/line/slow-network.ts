/** How far away a host is, and where. */
export type SlowNetwork = {
	/** From the first packet of a connection to its answer. */
	readonly delayMs: number;
	readonly host: string;
	/** As the name service gives them, the first one first. */
	readonly addresses: readonly string[];
	/** Those of them from which nothing ever comes back. */
	readonly swallowing?: readonly string[];
};

/** The environment of a process with such a line. */
export function slowNetworkEnv(network: SlowNetwork): Readonly<Record<string, string>> {
	return {
		NODE_OPTIONS: `--import=${new URL("preload.mjs", import.meta.url).href}`,
		SLOW_LINE: JSON.stringify(network),
	};
}
