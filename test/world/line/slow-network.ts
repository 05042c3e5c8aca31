/** Latency and addresses of a host. */
export type SlowNetwork = {
	/** Time from the first packet of a connection to its response. */
	readonly delayMs: number;
	readonly host: string;
	/** Addresses in the order of the DNS response. */
	readonly addresses: readonly string[];
	/** Addresses that never respond. */
	readonly swallowing?: readonly string[];
};

/** Returns the environment of a process with such a network. */
export function slowNetworkEnv(network: SlowNetwork): Readonly<Record<string, string>> {
	return {
		NODE_OPTIONS: `--import=${new URL("preload.mjs", import.meta.url).href}`,
		SLOW_LINE: JSON.stringify(network),
	};
}
