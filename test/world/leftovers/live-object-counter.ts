import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import { waitUntil } from "../deck/wait-until";

const countSchema = z.object({
	question: z.string(),
	/** Listeners of the runtime's emitters and event targets; for a target, only while it is in use. */
	listeners: z.number(),
	/** Resources that keep the process alive. */
	timers: z.number(),
	sockets: z.number(),
	/** Live functions, if requested: all pending callbacks, and all code that has run. */
	functions: z.number().optional(),
	heapBytes: z.number(),
	/** The process's resident memory as counted by the system, including code. */
	residentBytes: z.number(),
	/** The same before the garbage collection. */
	untidyBytes: z.number(),
});

/** What is alive in a plugin's process after a garbage collection. */
export type LiveCount = Omit<z.infer<typeof countSchema>, "question">;

/** Counts what is alive in a running plugin. The plugin receives the request through its environment. */
export class LiveObjectCounter {
	readonly #folder: string;
	#requestCount = 0;

	private constructor(folder: string) {
		this.#folder = folder;
	}

	static async create(): Promise<LiveObjectCounter> {
		return new LiveObjectCounter(await mkdtemp(join(tmpdir(), "leftovers-")));
	}

	/** Environment variables for the plugin's process. */
	get env(): Readonly<Record<string, string>> {
		return {
			NODE_OPTIONS: `--no-warnings --import=${new URL("preload.mjs", import.meta.url).href}`,
			COUNT_LEFTOVERS: JSON.stringify({ askPath: this.#requestPath, answerPath: this.#responsePath }),
		};
	}

	/**
	 * @param depth Whether functions are counted as well, which stops the process for a moment.
	 * @throws WaitTimeout when the process does not respond.
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
		await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
	}

	get #requestPath(): string {
		return join(this.#folder, "question");
	}

	get #responsePath(): string {
		return join(this.#folder, "answer.json");
	}
}
