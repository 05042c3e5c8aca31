import { isRecord } from "../state/is-record";
import type { DataFile } from "./data-file";
import type { DataFolder } from "./data-folder";
import { digestOf } from "./digest";

/** An offset from UTC, and the local time from which it applies. */
type Offset = { readonly offsetMs: number; readonly sinceLocalMs: number };

type StoredFile = { readonly service: string; readonly offsets: readonly Offset[] };

/** Offsets from UTC of the service last used, for times without an offset. Only a digest of its origin is stored. */
export class StoredOffsets {
	readonly #file: DataFile<StoredFile>;

	constructor(folder: DataFolder) {
		this.#file = folder.open("time-offsets", { version: 1, parse: fileFrom });
	}

	load(origin: string): readonly Offset[] {
		const stored = this.#file.value;
		return stored?.service === digestOf(origin) ? stored.offsets : [];
	}

	save(origin: string, offsets: readonly Offset[]): void {
		this.#file.save({ service: digestOf(origin), offsets });
	}
}

function fileFrom(data: unknown): StoredFile | undefined {
	if (!isRecord(data) || typeof data["service"] !== "string" || !Array.isArray(data["offsets"]))
		return undefined;
	return { service: data["service"], offsets: data["offsets"].filter(isOffset) };
}

function isOffset(value: unknown): value is Offset {
	return isRecord(value) && Number.isFinite(value["offsetMs"]) && Number.isFinite(value["sinceLocalMs"]);
}
