import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import { waitUntil } from "../deck/wait-until";

const countSchema = z.object({
	question: z.string(),
	/** Of emitters and event targets of the runtime; those of a target that is still in use. */
	listeners: z.number(),
	/** Those that keep the process alive. */
	timers: z.number(),
	sockets: z.number(),
	/** Functions in use, if requested: all pending callbacks, and all code that has run. */
	functions: z.number().optional(),
	heapBytes: z.number(),
	/** What the system counts as the process's memory, code included. */
	residentBytes: z.number(),
	/** The same before the collection. */
	untidyBytes: z.number(),
});

/** What is alive in a plugin's process after a collection of its garbage. */
export type LiveCount = Omit<z.infer<typeof countSchema>, "question">;

/** Counts what is alive in a plugin while it runs; the plugin is asked through its environment. */
export class LiveObjectCounter {
	readonly #folder: string;
	#requestCount = 0;

	private constructor(folder: string) {
		this.#folder = folder;
	}

	static async create(): Promise<LiveObjectCounter> {
		return new LiveObjectCounter(await mkdtemp(join(tmpdir(), "leftovers-")));
	}

	/** For the plugin's process. */
	get env(): Readonly<Record<string, string>> {
		return {
			NODE_OPTIONS: `--no-warnings --import=${new URL("preload.mjs", import.meta.url).href}`,
			COUNT_LEFTOVERS: JSON.stringify({ askPath: this.#requestPath, answerPath: this.#responsePath }),
		};
	}

	/**
	 * @param depth Whether functions are counted as well, which stops the process for a moment.
	 * @throws WaitTimeout when the process doesn't answer.
	 */
	async count(depth: "quick" | "whole" = "quick"): Promise<LiveCount> {
		this.#requestCount += 1;
		const request = `${this.#requestCount} ${depth}`;
		writeFileSync(`${this.#requestPath}.part`, request);
		renameSync(`${this.#requestPath}.part`, this.#requestPath);
		return waitUntil(
			() => {
				if (!existsSync(this.#responsePath)) return undefined;
				const { question, ...counted } = countSchema.parse(
					JSON.parse(readFileSync(this.#responsePath, "utf8")),
				);
				return question === request ? counted : undefined;
			},
			{ message: "the plugin's count of what is alive in it" },
		);
	}

	async remove(): Promise<void> {
		await rm(this.#folder, { recursive: true, force: true });
	}

	get #requestPath(): string {
		return join(this.#folder, "question");
	}

	get #responsePath(): string {
		return join(this.#folder, "answer.json");
	}
}
