import { createHash } from "node:crypto";
import { posix, win32 } from "node:path";

/** Path rules of an operating system. */
export type PathStyle = "posix" | "mac" | "windows";

/** Path of a key's text file. */
export type TextPath = {
	readonly path: string;
	/** Hash that is equal for all spellings of one path. Eight characters, so that many can be stored. */
	readonly pathHash: string;
	/** Hash that an earlier version stored, if it differs. */
	readonly formerHash?: string;
	/** The path is on another computer. Even checking whether the file exists reveals the user to that computer. */
	readonly isRemote: boolean;
};

const controlCharacter = /\p{Cc}/u;
/** Characters that Windows forbids. A colon after the drive's own opens a stream inside another file. */
const forbiddenOnWindows = /[:<>"|?*]/;
const absolutePrefix = /^([a-z]:)?[\\/]/i;
const drivePrefix = /^[a-z]:[\\/]/i;
/** Device names of Windows, with any extension, also after blanks. Source: Microsoft, "Naming Files, Paths, and Namespaces". */
export const reservedName = /^(con|conin\$|conout\$|prn|aux|nul|(com|lpt)[\d¹²³]) *(\.|$)/i;
/** `\\?\` and `\\.\` bypass the rules for names and can address devices. */
const devicePrefix = /^[\\/]{2}[?.][\\/]/;
const sharePrefix = /^[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]/;

/** Windows drops blanks and dots at the end of a name, which would be another file. */
const droppedEnd = /[ .]$/;

/** Returns whether an absolute path contains a name that Windows does not allow. */
export function hasForbiddenName(rawPath: string, style: PathStyle): boolean {
	const [drive] = absolutePrefix.exec(rawPath) ?? [];
	const names = drive === undefined ? [] : rawPath.slice(drive.length).split(/[\\/]/);
	const isForbidden = (name: string) => reservedName.test(name.trim()) || forbiddenOnWindows.test(name);
	if (names.some(isForbidden)) return true;
	return style === "windows" && names.some((name) => droppedEnd.test(name) && !/^\.\.?$/.test(name));
}

/**
 * Parses a path as typed by the user. On every system, the file must not have the name of a Windows device or stream,
 * because profiles are also used on other computers.
 * @returns Undefined when it is not the absolute path of a `.txt` file.
 */
export function parseTextPath(rawPath: string, style: PathStyle): TextPath | undefined {
	if (controlCharacter.test(rawPath) || !/\.txt$/i.test(rawPath)) return undefined;
	return style === "windows" ? windowsPath(rawPath) : posixPath(rawPath, style);
}

/** Parses a POSIX path. The hash ignores case on macOS, because its disks are case-insensitive by default. */
function posixPath(rawPath: string, style: "posix" | "mac"): TextPath | undefined {
	if (!posix.isAbsolute(rawPath)) return undefined;
	const path = posix.normalize(rawPath);
	const name = posix.basename(path);
	if (reservedName.test(name.trim()) || name.includes(":")) return undefined;
	if (style === "posix") return { path, pathHash: hashOf(path), isRemote: false };
	return { path, pathHash: hashOf(path.toLowerCase()), formerHash: hashOf(path), isRemote: false };
}

function windowsPath(rawPath: string): TextPath | undefined {
	const isRemote = sharePrefix.test(rawPath);
	if (devicePrefix.test(rawPath) || !(isRemote || drivePrefix.test(rawPath))) return undefined;
	if (forbiddenOnWindows.test(isRemote ? rawPath : rawPath.slice(2))) return undefined;
	const path = win32.normalize(rawPath);
	if (path.split("\\").some((name) => reservedName.test(name.trim()) || droppedEnd.test(name)))
		return undefined;
	return { path, pathHash: hashOf(path.toLowerCase()), isRemote };
}

function hashOf(path: string): string {
	return createHash("sha256").update(path.normalize("NFC")).digest("base64url").slice(0, 8);
}
