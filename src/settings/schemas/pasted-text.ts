/*
 * Cleans up text that users paste as an address or a key: with spaces and line breaks around it, in the quotation marks of
 * their language, with invisible characters, a whole link instead of an address, or a line of a file or of a request instead
 * of a key. Pure functions that never throw. They are idempotent.
 */

/** Maximum length that is parsed. A longer text is not an address or a key. */
export const maxPastedLength = 4_000;
const maxNestingDepth = 20;

/** Format and control characters, halves of surrogate pairs, and letters without a visible glyph. */
const invisible = /\p{Cf}|\p{Cs}|(?!\s)\p{Cc}|\u034F|[\uFE00-\uFE0F]|[\u115F\u1160\u2800\u3164\uFFA0]/gu;
/** Fast path: stored settings always match, and compiling the classes above takes milliseconds. */
const printableAscii = /^[\x20-\x7e]*$/;
const quoteCharacters = "\"'`´ʹʺʻʼ‘’‚‛“”„‟‹›«»′″‵‶❛❜❝❞❮❯「」『』〈〉《》〝〞〟＂＇｀｢｣";
const quotesAtEnds = new RegExp(`^[\\s${quoteCharacters}]+|[\\s,;${quoteCharacters}]+$`, "gu");
const bracketed = /^(?:<.*>|\(.*\)|\[.*\]|\{.*\})$/su;

const schemes: readonly string[] = ["http:", "https:", "ws:", "wss:"];
/** Host as `URL` formats it, with or without a port. */
const plausibleHost = /^(?:\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d+)?$/;
const startsWithScheme = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Scheme of a link that was pasted after another scheme, or that is missing slashes or the colon. */
const malformedScheme = /^(?:(?:https?|wss?):?\/+|(?:https?|wss?):(?!\d))*(https?|wss?)(?::?\/+|:(?!\d))/iu;
/** End of the sentence that contained the link. */
const trailingDots = /\.+(?=$|:\d)/u;
const embeddedLink = new RegExp(
	`(?<=[\\s=:(<[${quoteCharacters}])(?:https?|wss?)://[^\\s<>${quoteCharacters}]+`,
	"iu",
);

/** `apiKey=…`, `"access_token": "…"` or `api key: …`, anywhere in a link, a file, an object or a request. */
const namedCredential = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:api|app|access)[-_ ]?(?:key|token)[\\s${quoteCharacters}]*[=:][\\s${quoteCharacters}]*([^&#\\s,;{}<>${quoteCharacters}]*)`,
	"iu",
);
const bearer = new RegExp(
	`^(?:.*\\bauthorization\\W+)?bearer(?:[\\s:=]|%20)+([^${quoteCharacters}]*).*$`,
	"isu",
);
/** Credential that needs no cleaning. */
const plainCredential = /^[\w-]{1,1000}$/;
/** `key=…` as the whole text. */
const credentialLabel = /^(?:key|token)\s*[:=]\s*(?=[^\s=])/iu;

/**
 * Returns the origin of a pasted address: `https://host` or `https://host:port`, with the given scheme if it is
 * http, https, ws or wss. Text that is not such an address is returned cleaned, so that it can be displayed. Returns the
 * empty string for empty text.
 */
export function addressFrom(pasted: string): string {
	return untilStable(pasted, cleanAddress);
}

/** Returns the value of a pasted key or token, without spaces. Returns the empty string for empty text. */
export function credentialFrom(pasted: string): string {
	return untilStable(pasted, cleanCredential);
}

/** Repeats the cleaning until it changes nothing: decoding a key can reveal quotation marks, or a dot hide a number. */
function untilStable(pasted: string, clean: (text: string) => string): string {
	let text = pasted;
	for (let depth = 0; depth < maxNestingDepth; depth += 1) {
		const next = clean(text);
		if (next === text) break;
		text = next;
	}
	return text;
}

function cleanAddress(pasted: string): string {
	// Addresses may be broken over lines, and East Asian keyboards type full-width letters.
	const normalized = stripWrapping(stripInvisible(pasted).replace(/[\t\r\n]/gu, "")).normalize("NFKC");
	const cleaned = stripWrapping(normalized);
	const link = startsWithScheme.test(cleaned) ? undefined : embeddedLink.exec(cleaned)?.[0];
	const address = (link ?? cleaned).replace(malformedScheme, "$1://");
	return originIn(address) ?? cleaned;
}

function cleanCredential(pasted: string): string {
	if (plainCredential.test(pasted)) return pasted;
	const cleaned = stripInvisible(pasted);
	const namedValue = namedCredential.exec(cleaned)?.[1];
	const value =
		namedValue === undefined
			? stripWrapping(stripWrapping(cleaned).replace(bearer, "$1").replace(credentialLabel, ""))
			: decodeUri(stripWrapping(namedValue));
	return value.replace(/\s/gu, "");
}

function stripInvisible(pasted: string): string {
	if (pasted.length > maxPastedLength) return "";
	return printableAscii.test(pasted) ? pasted : pasted.replace(invisible, "");
}

/** Removes spaces, quotation marks and pairs of brackets around the text, in any order. */
function stripWrapping(text: string): string {
	return untilStable(text, (wrapped) => {
		const unquoted = wrapped.replace(quotesAtEnds, "");
		return bracketed.test(unquoted) ? unquoted.slice(1, -1) : unquoted;
	});
}

function originIn(text: string): string | undefined {
	const address = startsWithScheme.test(text) ? text : `https://${text.replace(/^\/+/u, "")}`;
	if (!URL.canParse(address)) return undefined;
	const { protocol, host: rawHost } = new URL(address);
	const host = rawHost.replace(trailingDots, "");
	return schemes.includes(protocol) && plausibleHost.test(host) ? `${protocol}//${host}` : undefined;
}

function decodeUri(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}
