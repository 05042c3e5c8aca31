import { createHash, createHmac } from "node:crypto";
import { promises as fs } from "node:fs";
import { dirname } from "node:path";

import type { Clock } from "../state/clock";
import type { ListMemory, RememberedList } from "../state/remembered-list";
import type { StreamEventType } from "../state/stream-event";
import { decodeList, encodeList } from "./list-format";

const minCompared = 500;
/** Written again at the earliest after so long. What has come since is read again anyway. */
const minIntervalMs = 600_000;
/** What needs fewer keys reaches less far back; only after so long it replaces what reaches further. */
const maxAgeMs = 7 * 86_400_000;
const maxFileBytes = 20_000_000;
const nameKeyLength = 12;
const maxNames = 20_000;

export type ListFileOptions = {
	readonly path: string;
	/** Of the account: without it nobody can tell whose names are meant, and of another one nothing is read. */
	readonly secret: string;
	readonly clock: Pick<Clock, "elapsedMs" | "wallMs">;
	readonly warn: (line: string) => void;
};

/** The event list of one account in one file, written whole or not at all. A disk that refuses costs requests, no more. */
export class ListFile implements ListMemory {
	readonly minCompared = minCompared;
	readonly #options: ListFileOptions;
	readonly #secret: string;
	readonly #nameKeys = new Map<string, string>();
	#kept: { readonly name: string; readonly fromMs: number; readonly atMs: number } | undefined;
	#writtenAtMs = -Infinity;
	#work: Promise<void> = Promise.resolve();
	#isWarned = false;

	constructor(options: ListFileOptions) {
		this.#options = options;
		this.#secret = createHash("sha256").update(options.secret).digest("hex");
	}

	readonly hashName = (name: string): string => {
		const known = this.#nameKeys.get(name);
		if (known !== undefined) return known;
		const key = createHmac("sha256", this.#secret).update(name).digest("base64url").slice(0, nameKeyLength);
		if (this.#nameKeys.size >= maxNames) this.#nameKeys.clear();
		this.#nameKeys.set(name, key);
		return key;
	};

	async recall(types: readonly StreamEventType[]): Promise<RememberedList | undefined> {
		await this.#work;
		const list = await this.#read();
		return list?.types.join() === types.join() ? list : undefined;
	}

	isDue(): boolean {
		return this.#options.clock.elapsedMs() - this.#writtenAtMs >= minIntervalMs;
	}

	remember(list: RememberedList): void {
		this.#writtenAtMs = this.#options.clock.elapsedMs();
		this.#work = this.#work.then(() => this.#write(list));
	}

	forget(): void {
		this.#kept = undefined;
		this.#writtenAtMs = -Infinity;
		this.#work = this.#work.then(() => fs.rm(this.#options.path, { force: true })).catch(() => undefined);
	}

	async #read(): Promise<RememberedList | undefined> {
		const { path } = this.#options;
		try {
			const { size, mtimeMs } = await fs.stat(path);
			const list =
				size > maxFileBytes ? undefined : decodeList(await fs.readFile(path, "utf8"), this.#secret);
			this.#kept = list && { name: list.types.join(), fromMs: reachOf(list), atMs: mtimeMs };
			return list;
		} catch {
			return undefined;
		}
	}

	/** Of the same kinds of events, what goes less far back is not worth more. */
	async #isWorthMore(list: RememberedList): Promise<boolean> {
		if (!this.#kept) await this.#read();
		if (this.#kept?.name !== list.types.join() || this.#kept.fromMs >= reachOf(list)) return true;
		return this.#options.clock.wallMs() - this.#kept.atMs >= maxAgeMs;
	}

	async #write(list: RememberedList): Promise<void> {
		const { path, warn, clock } = this.#options;
		if (!(await this.#isWorthMore(list))) return;
		try {
			await fs.mkdir(dirname(path), { recursive: true });
			const beside = `${path}.tmp`;
			const file = await fs.open(beside, "w");
			try {
				for (const part of encodeList(list, this.#secret, this.hashName)) await file.write(part);
			} finally {
				await file.close();
			}
			await fs.rename(beside, path);
			this.#kept = { name: list.types.join(), fromMs: reachOf(list), atMs: clock.wallMs() };
		} catch (error) {
			const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
			if (!this.#isWarned) warn(`the event list can't be kept (${code}); it is read anew at every start`);
			this.#isWarned = true;
		}
	}
}

/** Creation time of the oldest entry, epoch milliseconds. */
function reachOf({ events }: RememberedList): number {
	return events.at(-1)?.createdAtMs ?? Infinity;
}
