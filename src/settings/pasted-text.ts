/*
 * What people paste where an address or a key is asked for: with blanks and line breaks around, in the quotes of their
 * language, with characters that nobody sees, a whole link instead of an address, a line of a file or of a request instead
 * of a key. Pure, never throws, and what comes out goes in again unchanged.
 */

/** More is no paste of an address or a key, and is not looked at. */
export const maxPastedLength = 4_000;
const maxNestingDepth = 20;

/** Format and control characters, halves of surrogate pairs, and the letters that are drawn as nothing. */
const invisible = /\p{Cf}|\p{Cs}|(?!\s)\p{Cc}|\u034F|[\uFE00-\uFE0F]|[\u115F\u1160\u2800\u3164\uFFA0]/gu;
/** What all settings consist of that were stored; the classes above take milliseconds to make. */
const printableAscii = /^[\x20-\x7e]*$/;
const quoteCharacters = "\"'`´ʹʺʻʼ‘’‚‛“”„‟‹›«»′″‵‶❛❜❝❞❮❯「」『』〈〉《》〝〞〟＂＇｀｢｣";
const quotesAtEnds = new RegExp(`^[\\s${quoteCharacters}]+|[\\s,;${quoteCharacters}]+$`, "gu");
const bracketed = /^(?:<.*>|\(.*\)|\[.*\]|\{.*\})$/su;

const schemes: readonly string[] = ["http:", "https:", "ws:", "wss:"];
/** As `URL` writes it, with or without a port. */
const plausibleHost = /^(?:\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d+)?$/;
const startsWithScheme = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A link that was pasted behind one that stood there, or whose slashes or colon got lost. */
const malformedScheme = /^(?:(?:https?|wss?):?\/+|(?:https?|wss?):(?!\d))*(https?|wss?)(?::?\/+|:(?!\d))/iu;
/** The end of the sentence that a link stood in. */
const trailingDots = /\.+(?=$|:\d)/u;
const embeddedLink = new RegExp(
	`(?<=[\\s=:(<[${quoteCharacters}])(?:https?|wss?)://[^\\s<>${quoteCharacters}]+`,
	"iu",
);

/** `apiKey=…`, `"access_token": "…"`, `api key: …`, wherever it stands: in a link, a file, an object, a request. */
const namedCredential = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:api|app|access)[-_ ]?(?:key|token)[\\s${quoteCharacters}]*[=:][\\s${quoteCharacters}]*([^&#\\s,;{}<>${quoteCharacters}]*)`,
	"iu",
);
const bearer = new RegExp(
	`^(?:.*\\bauthorization\\W+)?bearer(?:[\\s:=]|%20)+([^${quoteCharacters}]*).*$`,
	"isu",
);
/** Nothing to take off. */
const plainCredential = /^[\w-]{1,1000}$/;
/** `key=…`, where that is all there is. */
const credentialLabel = /^(?:key|token)\s*[:=]\s*(?=[^\s=])/iu;

/**
 * The origin of an address as somebody pasted it: `https://host` or `https://host:port`, with its own scheme where it
 * has one of the web's. What is no such address comes back cleaned, so that it can be told; the empty string for nothing.
 */
export function addressFrom(pasted: string): string {
	// Addresses may be broken over lines, and come in the wide letters of an East Asian keyboard.
	const normalized = stripWrapping(stripInvisible(pasted).replace(/[\t\r\n]/gu, "")).normalize("NFKC");
	const cleaned = stripWrapping(normalized);
	const link = startsWithScheme.test(cleaned) ? undefined : embeddedLink.exec(cleaned)?.[0];
	const address = (link ?? cleaned).replace(malformedScheme, "$1://");
	return originIn(address) ?? cleaned;
}

/** A key or a token as somebody pasted it: the value alone, without blanks. The empty string for nothing. */
export function credentialFrom(pasted: string): string {
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

/** Without blanks, quotes and pairs of brackets around it, in whichever order they stand. */
function stripWrapping(text: string): string {
	let inner = text;
	for (let depth = 0; depth < maxNestingDepth; depth += 1) {
		const unquoted = inner.replace(quotesAtEnds, "");
		const next = bracketed.test(unquoted) ? unquoted.slice(1, -1) : unquoted;
		if (next === inner) break;
		inner = next;
	}
	return inner;
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
