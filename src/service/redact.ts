const mask = "•••";
const minSecret = 4;
const secretNames = "apiKey|access_token|appKey|room";
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
		if (secret.length < minSecret) continue;
		spellings.add(secret);
		spellings.add(JSON.stringify(secret).slice(1, -1));
		const inForm = new URLSearchParams([["", secret]]).toString().slice(1);
		spellings.add(inForm).add(inForm.replaceAll("+", "%20"));
	}
	return [...spellings].sort((a, b) => b.length - a.length);
}
