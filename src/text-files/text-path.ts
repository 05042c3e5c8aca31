import { createHash } from "node:crypto";
import { posix, win32 } from "node:path";

/** Whose rules a path follows. */
export type PathStyle = "posix" | "mac" | "windows";

/** Where a key's text goes. */
export type TextPath = {
	readonly path: string;
	/** The same for every spelling of one path; eight characters, so that many of them can be kept. */
	readonly pathHash: string;
	/** The hash that an earlier version stored, if it is another one. */
	readonly formerHash?: string;
	/** On another computer: looking at it alone tells that computer who asks. */
	readonly isRemote: boolean;
};

const controlCharacter = /\p{Cc}/u;
/** Besides the drive's own colon, one opens a stream inside another file; the rest Windows never allows. */
const forbiddenOnWindows = /[:<>"|?*]/;
const drivePrefix = /^[a-z]:[\\/]/i;
/** Devices of Windows, whatever their extension. Source: Microsoft, "Naming Files, Paths, and Namespaces". */
const reservedName = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])(\.|$)/i;
/** `\\?\` and `\\.\` go round the rules for names, and to devices. */
const devicePrefix = /^[\\/]{2}[?.][\\/]/;
const sharePrefix = /^[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]/;

/**
 * Understands a path as somebody typed it.
 * @returns Undefined when it is not the absolute path of a `.txt` file.
 */
export function parseTextPath(rawPath: string, style: PathStyle): TextPath | undefined {
	if (controlCharacter.test(rawPath) || !/\.txt$/i.test(rawPath)) return undefined;
	return style === "windows" ? windowsPath(rawPath) : posixPath(rawPath, style);
}

/** macOS ignores the case of names, as its disks are formatted by default. */
function posixPath(rawPath: string, style: "posix" | "mac"): TextPath | undefined {
	if (!posix.isAbsolute(rawPath)) return undefined;
	const path = posix.normalize(rawPath);
	if (style === "posix") return { path, pathHash: hashOf(path), isRemote: false };
	return { path, pathHash: hashOf(path.toLowerCase()), formerHash: hashOf(path), isRemote: false };
}

function windowsPath(rawPath: string): TextPath | undefined {
	const isRemote = sharePrefix.test(rawPath);
	if (devicePrefix.test(rawPath) || !(isRemote || drivePrefix.test(rawPath))) return undefined;
	if (forbiddenOnWindows.test(isRemote ? rawPath : rawPath.slice(2))) return undefined;
	const path = win32.normalize(rawPath);
	if (path.split("\\").some((name) => reservedName.test(name.trim()) || /[ .]$/.test(name))) return undefined;
	return { path, pathHash: hashOf(path.toLowerCase()), isRemote };
}

function hashOf(path: string): string {
	return createHash("sha256").update(path.normalize("NFC")).digest("base64url").slice(0, 8);
}
