import { createHash, createHmac } from "node:crypto";
import { promises as fs } from "node:fs";

import { replaceFile } from "../data-folder/atomic-file";
import type { Clock } from "../state/clock";
import type { ListCache, CachedList } from "../ledger/cached-list";
import type { StreamEventType } from "../state/stream-event";
import { decodeList, encodeList } from "./list-cache-format";

const minCompared = 500;
/** Written again at the earliest after so long. What has come since is read again anyway. */
const minWriteIntervalMs = 600_000;
/** What needs fewer keys reaches less far back; only after so long it replaces what reaches further. */
const replaceAfterMs = 7 * 86_400_000;
const maxFileBytes = 20_000_000;
const nameKeyLength = 12;
const maxHashedNames = 20_000;

export type ListCacheFileOptions = {
	readonly path: string;
	/** Of the account: without it nobody can tell whose names are meant, and of another one nothing is read. */
	readonly secret: string;
	readonly clock: Pick<Clock, "elapsedMs" | "wallMs">;
	readonly warn: (line: string) => void;
};

/** The event list of one account in one file, written whole or not at all. A disk that refuses costs requests, no more. */
export class ListCacheFile implements ListCache {
	readonly minCompared = minCompared;
	readonly #options: ListCacheFileOptions;
	readonly #secret: string;
	readonly #nameKeys = new Map<string, string>();
	#stored: { readonly typesKey: string; readonly fromMs: number; readonly atMs: number } | undefined;
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
		const list = await this.#read();
		return list?.types.join() === types.join() ? list : undefined;
	}

	isDue(): boolean {
		return this.#options.clock.elapsedMs() - this.#writtenAtMs >= minWriteIntervalMs;
	}

	save(list: CachedList): void {
		this.#writtenAtMs = this.#options.clock.elapsedMs();
		this.#pendingWork = this.#pendingWork.then(() => this.#write(list));
	}

	forget(): void {
		this.#stored = undefined;
		this.#writtenAtMs = -Infinity;
		this.#pendingWork = this.#pendingWork
			.then(() => fs.rm(this.#options.path, { force: true }))
			.catch(() => undefined);
	}

	async #read(): Promise<CachedList | undefined> {
		const { path } = this.#options;
		try {
			const { size, mtimeMs } = await fs.stat(path);
			const list =
				size > maxFileBytes ? undefined : decodeList(await fs.readFile(path, "utf8"), this.#secret);
			this.#stored = list && { typesKey: list.types.join(), fromMs: oldestMsOf(list), atMs: mtimeMs };
			return list;
		} catch {
			return undefined;
		}
	}

	/** Of the same kinds of events, what goes less far back is not worth more. */
	async #shouldReplaceWith(list: CachedList): Promise<boolean> {
		if (!this.#stored) await this.#read();
		if (this.#stored?.typesKey !== list.types.join() || this.#stored.fromMs >= oldestMsOf(list)) return true;
		return this.#options.clock.wallMs() - this.#stored.atMs >= replaceAfterMs;
	}

	async #write(list: CachedList): Promise<void> {
		const { path, warn, clock } = this.#options;
		if (!(await this.#shouldReplaceWith(list))) return;
		try {
			await replaceFile(path, encodeList(list, this.#secret, this.hashName));
			this.#stored = { typesKey: list.types.join(), fromMs: oldestMsOf(list), atMs: clock.wallMs() };
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
