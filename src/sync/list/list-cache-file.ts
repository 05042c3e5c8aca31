import { createHash, createHmac } from "node:crypto";
import { promises as fs } from "node:fs";
import { join, parse } from "node:path";

import { replaceFile } from "../../data-folder/atomic-file";
import type { Clock } from "../../state/time/clock";
import type { ListCache, CachedList } from "../../ledger/cached-list";
import type { StreamEventType } from "../../state/events/stream-event";
import { decodeList, encodeList } from "./list-cache-format";
import { minCacheWriteIntervalMs, replaceCacheAfterMs } from "../timing";

const minComparedCount = 500;
const maxFileBytes = 20_000_000;
const nameKeyLength = 12;
const maxHashedNames = 20_000;

export type ListCacheFileOptions = {
	readonly path: string;
	/** Secret of the account. It keys the hashes of user names, and files made with another secret are ignored. */
	readonly secret: string;
	readonly clock: Pick<Clock, "elapsedMs" | "wallMs">;
	readonly warn: (line: string) => void;
};

type StoredList = {
	/** Creation time of the oldest entry, epoch milliseconds. */
	readonly fromMs: number;
	/** Wall-clock time of the write, epoch milliseconds. */
	readonly atMs: number;
	/** Last line of the file, which identifies its content. */
	readonly signature: string;
};

/**
 * Stores the event list of one account, in one file for each combination of types. A failed write costs requests at
 * the next start, and nothing else.
 *
 * Invariant: files are replaced atomically, and writes and removals run one after the other.
 */
export class ListCacheFile implements ListCache {
	readonly minComparedCount = minComparedCount;
	readonly #options: ListCacheFileOptions;
	readonly #secret: string;
	readonly #nameKeys = new Map<string, string>();
	/** Metadata of each file, by combination of types. */
	readonly #stored = new Map<string, StoredList>();
	#writtenAtMs = -Infinity;
	#pendingWork: Promise<void> = Promise.resolve();
	#hasWarned = false;

	constructor(options: ListCacheFileOptions) {
		this.#options = options;
		this.#secret = createHash("sha256").update(options.secret).digest("hex");
	}

	readonly hashName = (name: string): string => {
		const hashed = this.#nameKeys.get(name);
		if (hashed !== undefined) return hashed;
		const key = createHmac("sha256", this.#secret).update(name).digest("base64url").slice(0, nameKeyLength);
		if (this.#nameKeys.size >= maxHashedNames) this.#nameKeys.clear();
		this.#nameKeys.set(name, key);
		return key;
	};

	async load(types: readonly StreamEventType[]): Promise<CachedList | undefined> {
		await this.#pendingWork;
		return this.#read(types);
	}

	isDue(): boolean {
		return this.#options.clock.elapsedMs() - this.#writtenAtMs >= minCacheWriteIntervalMs;
	}

	save(list: CachedList): void {
		this.#writtenAtMs = this.#options.clock.elapsedMs();
		this.#pendingWork = this.#pendingWork.then(() => this.#write(list));
	}

	forget(): void {
		this.#stored.clear();
		this.#writtenAtMs = -Infinity;
		this.#pendingWork = this.#pendingWork.then(() => this.#removeFiles()).catch(() => undefined);
	}

	/** Each combination of types has its own file, because pages with different keys need different types. */
	#pathOf(types: readonly StreamEventType[]): string {
		const { dir, name, ext } = parse(this.#options.path);
		return join(dir, `${name}-${types.join("-")}${ext}`);
	}

	async #removeFiles(): Promise<void> {
		const { dir, name } = parse(this.#options.path);
		const files = (await fs.readdir(dir)).filter((file) => file.startsWith(name));
		await Promise.all(files.map((file) => fs.rm(join(dir, file), { force: true })));
	}

	async #read(types: readonly StreamEventType[]): Promise<CachedList | undefined> {
		try {
			const path = this.#pathOf(types);
			const { size, mtimeMs } = await fs.stat(path);
			const file = size > maxFileBytes ? "" : await fs.readFile(path, "utf8");
			const list = decodeList(file, this.#secret);
			if (list?.types.join() !== types.join()) return undefined;
			this.#stored.set(types.join(), {
				fromMs: oldestMsOf(list),
				atMs: mtimeMs,
				signature: signatureOf(file),
			});
			return list;
		} catch {
			return undefined;
		}
	}

	/** Returns whether the list should be written. An identical list, or one that reaches less far back, is not. */
	async #shouldReplaceWith(list: CachedList, signature: string): Promise<boolean> {
		const typesKey = list.types.join();
		if (!this.#stored.has(typesKey)) await this.#read(list.types);
		const stored = this.#stored.get(typesKey);
		if (!stored) return true;
		if (stored.signature === signature) return false;
		return (
			stored.fromMs >= oldestMsOf(list) || this.#options.clock.wallMs() - stored.atMs >= replaceCacheAfterMs
		);
	}

	async #write(list: CachedList): Promise<void> {
		const { warn, clock } = this.#options;
		const path = this.#pathOf(list.types);
		const parts = [...encodeList(list, this.#secret, this.hashName)];
		const signature = parts.at(-1) ?? "";
		if (!(await this.#shouldReplaceWith(list, signature))) return;
		try {
			await replaceFile(path, parts);
			this.#stored.set(list.types.join(), { fromMs: oldestMsOf(list), atMs: clock.wallMs(), signature });
		} catch (error) {
			const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
			if (!this.#hasWarned)
				warn(`event list cache: not written (${code}), the list is read again at every start`);
			this.#hasWarned = true;
		}
	}
}

/** Creation time of the oldest entry, epoch milliseconds. */
function oldestMsOf({ events }: CachedList): number {
	return events.at(-1)?.createdAtMs ?? Infinity;
}

function signatureOf(file: string): string {
	return file.slice(file.lastIndexOf("\n") + 1);
}
