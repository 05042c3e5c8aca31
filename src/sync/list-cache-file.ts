import { createHash, createHmac } from "node:crypto";
import { promises as fs } from "node:fs";
import { join, parse } from "node:path";

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

type StoredList = {
	/** Creation time of the oldest entry, epoch milliseconds. */
	readonly fromMs: number;
	/** When it was written, on the wall clock. */
	readonly atMs: number;
	/** The last line, which only the same list has. */
	readonly signature: string;
};

/** The event list of one account in one file for each combination of types, written whole or not at all. A disk that refuses costs requests, no more. */
export class ListCacheFile implements ListCache {
	readonly minCompared = minCompared;
	readonly #options: ListCacheFileOptions;
	readonly #secret: string;
	readonly #nameKeys = new Map<string, string>();
	/** What the file of each combination of types holds. */
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
		return this.#options.clock.elapsedMs() - this.#writtenAtMs >= minWriteIntervalMs;
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

	/** Pages with different keys need different types, and each keeps its own list. */
	#pathOf(types: readonly StreamEventType[]): string {
		const { dir, name, ext } = parse(this.#options.path);
		return join(dir, `${name}-${types.join("-")}${ext}`);
	}

	async #removeFiles(): Promise<void> {
		const { dir, name } = parse(this.#options.path);
		const files = (await fs.readdir(dir)).filter((file) => file.startsWith(name));
		await Promise.all(files.map((file) => fs.rm(join(dir, file), { force: true })));
	}

	/** Earlier versions had one file for the types that were read last. */
	async #read(types: readonly StreamEventType[]): Promise<CachedList | undefined> {
		return (await this.#readFile(this.#pathOf(types), types)) ?? this.#readFile(this.#options.path, types);
	}

	async #readFile(path: string, types: readonly StreamEventType[]): Promise<CachedList | undefined> {
		try {
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

	/** A list of the same types that is the same, or reaches less far back, is not worth writing. */
	async #shouldReplaceWith(list: CachedList): Promise<boolean> {
		const typesKey = list.types.join();
		if (!this.#stored.has(typesKey)) await this.#read(list.types);
		const stored = this.#stored.get(typesKey);
		if (!stored) return true;
		if (stored.signature === this.#signatureFor(list)) return false;
		return stored.fromMs >= oldestMsOf(list) || this.#options.clock.wallMs() - stored.atMs >= replaceAfterMs;
	}

	#signatureFor(list: CachedList): string {
		let last = "";
		for (const part of encodeList(list, this.#secret, this.hashName)) last = part;
		return last;
	}

	async #write(list: CachedList): Promise<void> {
		const { warn, clock } = this.#options;
		const path = this.#pathOf(list.types);
		if (!(await this.#shouldReplaceWith(list))) return;
		try {
			await replaceFile(path, encodeList(list, this.#secret, this.hashName));
			const signature = this.#signatureFor(list);
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
