/** One line of the table. */
export type Figure = {
	readonly name: string;
	/** What was measured of the plugin, in `unit`. */
	readonly plugin: number;
	/** The same of the floor, in the same run. */
	readonly floor?: number;
	readonly unit: string;
	/** What is to be reached, as people write it: `≤ 1.25 ×`. */
	readonly target?: string;
	/** What a reader should know besides. */
	readonly note?: string;
};

/** What is compared, on which Node.js, and how often. */
export type BenchContext = {
	readonly plugin: string;
	readonly floor: string;
	readonly nodePath: string;
	/** 1 is enough to look; the published table took 3. */
	readonly effort: number;
};

export type Bench = (context: BenchContext) => Promise<readonly Figure[]>;
