import { createHash } from "node:crypto";
import { posix, win32 } from "node:path";

/** Whose rules a path follows. */
export type PathStyle = "posix" | "windows";

/** Where a key's text goes. */
export type TextPath = {
	readonly path: string;
	/** The same for every spelling of one path; eight characters, so that many of them can be kept. */
	readonly mark: string;
	/** On another computer: looking at it alone tells that computer who asks. */
	readonly isRemote: boolean;
};

const controlCharacter = /\p{Cc}/u;
/** Besides the drive's own colon, one opens a stream inside another file; the rest Windows never allows. */
const forbiddenOnWindows = /[:<>"|?*]/;
const drive = /^[a-z]:[\\/]/i;
/** `\\?\` and `\\.\` go round the rules for names, and to devices. */
const devices = /^[\\/]{2}[?.][\\/]/;
const share = /^[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]/;

/**
 * Understands a path as somebody typed it.
 * @returns Undefined when it is not the absolute path of a `.txt` file.
 */
export function parseTextPath(typed: string, style: PathStyle): TextPath | undefined {
	if (controlCharacter.test(typed) || !/\.txt$/i.test(typed)) return undefined;
	return style === "windows" ? windowsPath(typed) : posixPath(typed);
}

function posixPath(typed: string): TextPath | undefined {
	if (!posix.isAbsolute(typed)) return undefined;
	const path = posix.normalize(typed);
	return { path, mark: markOf(path), isRemote: false };
}

function windowsPath(typed: string): TextPath | undefined {
	const isRemote = share.test(typed);
	if (devices.test(typed) || !(isRemote || drive.test(typed))) return undefined;
	if (forbiddenOnWindows.test(isRemote ? typed : typed.slice(2))) return undefined;
	const path = win32.normalize(typed);
	return { path, mark: markOf(path.toLowerCase()), isRemote };
}

function markOf(path: string): string {
	return createHash("sha256").update(path.normalize("NFC")).digest("base64url").slice(0, 8);
}
