import { DiskError, type Disk, type PathEntry } from "../../../src/text-files/disk";
import type { DiskFault } from "../../../src/state/file-status";
import type { OwnedFiles } from "../../../src/text-files/text-file";

/** An in-memory disk with configurable faults. */
export class FakeDisk implements Disk {
	readonly files = new Map<string, string>();
	readonly folders = new Set<string>();
	/** Written texts, in order. */
	readonly writes: string[] = [];
	readonly faults: DiskFault[] = [];
	fault: DiskFault | undefined;

	async entryAt(path: string): Promise<PathEntry> {
		if (this.folders.has(path)) return "something-else";
		return this.files.has(path) ? "file" : "nothing";
	}

	async makeFolder(path: string): Promise<void> {
		this.folders.add(path);
	}

	async replace(path: string, text: string): Promise<void> {
		const fault = this.faults.shift() ?? this.fault;
		if (fault) throw new DiskError(fault, "E");
		this.files.set(path, text);
		this.writes.push(text);
	}
}

/** Stores the marks of the plugin's own files. Unknown while `isLoaded` is false. */
export class FakeOwnFiles implements OwnedFiles {
	readonly marks = new Set<string>();
	isLoaded = true;

	has(mark: string): boolean | undefined {
		return this.isLoaded ? this.marks.has(mark) : undefined;
	}

	async add(mark: string): Promise<void> {
		this.marks.add(mark);
	}
}
