const mask = "•••";
const minSecretLength = 4;
/** What is left of a shorter one would be found in any text. */
const minBase64Length = 8;
const secretNames = "apiKey|access_token|accessToken|refreshToken|appKey|room";
const secretInQuery = new RegExp(`\\b(${secretNames})=[^&#\\s"'<>]*`, "gi");
const secretInJson = new RegExp(`"(${secretNames})"\\s*:\\s*"(?:[^"\\\\]|\\\\.)*"`, "gi");

/**
 * Masks what must never be logged or shown: the given secrets wherever and however encoded they occur, and whatever
 * stands in a query, a form or JSON under the name of a credential.
 * @param secrets Ones shorter than four characters are left alone: masking them would only garble the text.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
	let redacted = text;
	for (const secret of spellingsOf(secrets)) redacted = redacted.replaceAll(secret, mask);
	return redacted.replace(secretInQuery, `$1=${mask}`).replace(secretInJson, `"$1":"${mask}"`);
}

function spellingsOf(secrets: readonly string[]): string[] {
	const spellings = new Set<string>();
	for (const secret of secrets) {
		if (secret.length < minSecretLength) continue;
		const inJson = JSON.stringify(secret).slice(1, -1);
		const inForm = new URLSearchParams([["", secret]]).toString().slice(1);
		const inPath = inForm.replaceAll("+", "%20");
		for (const spelling of [secret, inJson, JSON.stringify(inJson).slice(1, -1), inForm, inPath]) {
			spellings.add(spelling);
			spellings.add(spelling.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
		}
		spellings.add(encodeURIComponent(inPath));
		for (const spelling of base64SpellingsOf(secret)) spellings.add(spelling);
	}
	return [...spellings].sort((a, b) => b.length - a.length);
}

/** In base64 a text looks different at each of three places, and its ends mix with what stands beside it. */
function base64SpellingsOf(secret: string): string[] {
	if (secret.length < minBase64Length) return [];
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.from(" ".repeat(before) + secret);
		const first = before === 0 ? 0 : before + 1;
		const last = Math.floor((bytes.length * 8) / 6);
		const inner = bytes.toString("base64").slice(first, last);
		return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
	});
}
