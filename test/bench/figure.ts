/** One line of the table. */
export type Figure = {
	readonly name: string;
	/** Measured value of the plugin, in `unit`. */
	readonly plugin: number;
	/** Measured value of the floor, in the same run. */
	readonly floor?: number;
	readonly unit: string;
	/** Target as text: `≤ 1.25 ×`. */
	readonly target?: string;
	/** Additional notes. */
	readonly note?: string;
};

/** Compared plugins, Node.js version, and number of repetitions. */
export type BenchContext = {
	readonly plugin: string;
	readonly floor: string;
	readonly nodePath: string;
	/** 1 is enough for a quick check; the published table used 3. */
	readonly effort: number;
};

export type Bench = (context: BenchContext) => Promise<readonly Figure[]>;
