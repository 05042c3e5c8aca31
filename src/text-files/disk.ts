import { promises as fs } from "node:fs";
import { dirname, join } from "node:path";
import { maxWriteMs } from "./timing";
import type { DiskFault } from "../state/file-status";

/** Failed file access. The message contains no path. */
export class DiskError extends Error {
	override readonly name = "DiskError";
	readonly fault: DiskFault;
	/** Error code of the system, such as `ENOSPC`. */
	readonly code: string;

	constructor(fault: DiskFault, code: string) {
		super(`${fault} (${code})`);
		this.fault = fault;
		this.code = code;
	}
}

export type PathEntry = "nothing" | "file" | "something-else";

/** The part of the file system that text files need. */
export interface Disk {
	/** @throws {DiskError} */
	entryAt(path: string): Promise<PathEntry>;
	/**
	 * Replaces the file atomically. Makes one attempt: `in-use` may be temporary.
	 * @throws {DiskError}
	 */
	replace(path: string, text: string): Promise<void>;
	/**
	 * Creates a folder and its parents unless they exist.
	 * @throws {DiskError}
	 */
	makeFolder(path: string): Promise<void>;
}

const faultsByCode: Readonly<Record<string, DiskFault>> = {
	ENOENT: "no-folder",
	ENOTDIR: "no-folder",
	EACCES: "not-allowed",
	EPERM: "not-allowed",
	EROFS: "not-allowed",
	ENOSPC: "disk-full",
	EDQUOT: "disk-full",
	EFBIG: "disk-full",
	EISDIR: "not-a-file",
	ENAMETOOLONG: "name-too-long",
	EBUSY: "in-use",
};

let writeCount = 0;
const temporaryPrefix = ".stream-events-";
/** Folders without leftovers of earlier runs. */
const cleanFolders = new Set<string>();

/** Removes temporary files that an earlier run left because it ended during a write. */
async function removeLeftovers(folder: string): Promise<void> {
	if (cleanFolders.has(folder)) return;
	cleanFolders.add(folder);
	const names = await fs.readdir(folder).catch(() => []);
	const own = `${temporaryPrefix}${process.pid}-`;
	for (const name of names) {
		if (!/^\.stream-events-\d+-\d+\.tmp$/.test(name) || name.startsWith(own)) continue;
		const path = join(folder, name);
		const ageMs = await fs.stat(path).then(
			({ mtimeMs }) => Date.now() - mtimeMs,
			() => 0,
		);
		if (ageMs > maxWriteMs) await remove(path);
		// After a crash the plugin starts within seconds: a later write removes what may still be written by another program.
		else cleanFolders.delete(folder);
	}
}

/** Copies the permissions of the replaced file to the new one. */
async function keepMode(path: string, temporaryPath: string): Promise<void> {
	try {
		await fs.chmod(temporaryPath, (await fs.stat(path)).mode & 0o777);
	} catch {
		// There is no file yet, or the file system has no permissions.
	}
}

/** Returns the error of a failed write. Windows reports a folder that it protects from programs as missing. */
async function writeErrorOf(error: unknown, folder: string): Promise<DiskError> {
	const code = codeOf(error);
	const exists =
		code === "ENOENT" &&
		(await fs.stat(folder).then(
			(stats) => stats.isDirectory(),
			() => false,
		));
	return exists ? new DiskError("not-allowed", code) : diskErrorOf(error);
}

export const systemDisk: Disk = {
	entryAt: async (path) => {
		try {
			return (await fs.lstat(path)).isFile() ? "file" : "something-else";
		} catch (error) {
			if (codeOf(error) === "ENOENT") return "nothing";
			throw diskErrorOf(error);
		}
	},
	makeFolder: async (path) => {
		try {
			await fs.mkdir(path, { recursive: true });
		} catch (error) {
			// A file exists where the folder should be.
			if (codeOf(error) === "EEXIST") throw new DiskError("not-a-file", "EEXIST");
			throw await writeErrorOf(error, dirname(path));
		}
	},
	replace: async (path, text) => {
		const folder = dirname(path);
		await removeLeftovers(folder);
		const temporaryPath = join(folder, `${temporaryPrefix}${process.pid}-${++writeCount}.tmp`);
		try {
			await fs.writeFile(temporaryPath, text, { encoding: "utf8", flush: true });
			await keepMode(path, temporaryPath);
		} catch (error) {
			await remove(temporaryPath);
			throw await writeErrorOf(error, folder);
		}
		try {
			await fs.rename(temporaryPath, path);
		} catch (error) {
			await remove(temporaryPath);
			throw await renameErrorOf(error, path);
		}
	},
};

/**
 * Returns the error of a failed rename. The folder accepted the new file, so the old one is the cause: on Windows, it
 * cannot be replaced while a program reads it, or if it is read-only.
 */
async function renameErrorOf(error: unknown, path: string): Promise<DiskError> {
	const code = codeOf(error);
	if (!["EPERM", "EACCES", "EBUSY"].includes(code)) return diskErrorOf(error);
	const isWritable = await fs.access(path, fs.constants.W_OK).then(
		() => true,
		() => false,
	);
	return new DiskError(isWritable ? "in-use" : "not-allowed", code);
}

function diskErrorOf(error: unknown): DiskError {
	const code = codeOf(error);
	return new DiskError(faultsByCode[code] ?? "failed", code);
}

function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

async function remove(path: string): Promise<void> {
	try {
		await fs.rm(path, { force: true });
	} catch {
		// A file that could not be written cannot always be removed either.
	}
}
