import { promises as fs, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { renameRetryDelaysMs } from "./timing";

const userOnlyFolder = 0o700;
const userOnlyFile = 0o600;

/**
 * Replaces a file atomically: readers and crashes see either the old or the new content. Only the user can read it.
 * @throws The error of the file system; the old file is then unchanged.
 */
export async function replaceFile(path: string, parts: Iterable<string>): Promise<void> {
	await fs.mkdir(dirname(path), { recursive: true, mode: userOnlyFolder });
	const temporaryPath = temporaryPathOf(path);
	try {
		const file = await fs.open(temporaryPath, "w", userOnlyFile);
		try {
			for (const part of parts) await file.write(part);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(temporaryPath, path);
	} catch (error) {
		await fs.rm(temporaryPath, { force: true }).catch(() => undefined);
		throw error;
	}
}

/**
 * Replaces a file as {@link replaceFile} does, synchronously. A write that is still running must not continue afterwards.
 * @throws The error of the file system.
 */
export function replaceFileSync(path: string, content: string): void {
	mkdirSync(dirname(path), { recursive: true, mode: userOnlyFolder });
	const temporaryPath = `${path}.last.tmp`;
	writeFileSync(temporaryPath, content, { mode: userOnlyFile });
	renameSync(temporaryPath, path);
}

/**
 * Returns the path of the temporary file. It is the same for every write, so that a crash leaves at most one, which the
 * next write replaces.
 */
function temporaryPathOf(path: string): string {
	return `${path}.tmp`;
}

async function rename(from: string, to: string): Promise<void> {
	for (const delayMs of renameRetryDelaysMs) {
		try {
			return await fs.rename(from, to);
		} catch {
			await delay(delayMs);
		}
	}
	await fs.rename(from, to);
}
