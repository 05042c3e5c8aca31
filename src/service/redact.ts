const mask = "•••";
const minSecretLength = 4;
/** Secrets shorter than this are not masked in base64, where they would match unrelated text. */
const minBase64Length = 8;
const secretNames = "apiKey|access_token|accessToken|refreshToken|appKey|room";
const secretInQuery = new RegExp(`\\b(${secretNames})=[^&#\\s"'<>]*`, "gi");
const secretInJson = new RegExp(`"(${secretNames})"\\s*:\\s*"(?:[^"\\\\]|\\\\.)*"`, "gi");

/**
 * Masks secrets in text that is logged or displayed: the given secrets in every encoding, and the values of credential
 * names in queries, forms and JSON.
 * @param secrets Secrets shorter than four characters are ignored: masking them would only garble the text.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
	let redacted = text;
	for (const secret of encodingsOf(secrets)) redacted = redacted.replaceAll(secret, mask);
	return redacted.replace(secretInQuery, `$1=${mask}`).replace(secretInJson, `"$1":"${mask}"`);
}

function encodingsOf(secrets: readonly string[]): string[] {
	const encodings = new Set<string>();
	for (const secret of secrets) {
		if (secret.length < minSecretLength) continue;
		const inJson = JSON.stringify(secret).slice(1, -1);
		const inForm = new URLSearchParams([["", secret]]).toString().slice(1);
		const inPath = inForm.replaceAll("+", "%20");
		for (const encoding of [secret, inJson, JSON.stringify(inJson).slice(1, -1), inForm, inPath]) {
			encodings.add(encoding);
			encodings.add(encoding.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
		}
		encodings.add(encodeURIComponent(inPath));
		for (const encoding of base64EncodingsOf(secret)) encodings.add(encoding);
	}
	return [...encodings].sort((a, b) => b.length - a.length);
}

/**
 * Returns the parts of a secret's base64 that do not depend on the adjacent text. There are three, one for each offset
 * of the secret within a group of three bytes, and each again in the URL-safe alphabet.
 */
function base64EncodingsOf(secret: string): string[] {
	if (secret.length < minBase64Length) return [];
	return [0, 1, 2].flatMap((offset) => {
		const bytes = Buffer.from(" ".repeat(offset) + secret);
		const first = offset === 0 ? 0 : offset + 1;
		const last = Math.floor((bytes.length * 8) / 6);
		const inner = bytes.toString("base64").slice(first, last);
		return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
	});
}
