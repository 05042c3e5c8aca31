/** The languages of the Stream Deck app, by its codes. */
export const languages = ["en", "de", "es", "fr", "ja", "ko", "zh_CN", "zh_TW"] as const;
export type Language = (typeof languages)[number];

/**
 * Returns the supported language that matches a language code best; English if none matches.
 * @param name Code from the app or a browser: `fr`, `zh_CN`, `zh-TW`, `de-AT`.
 */
export function closestLanguage(name: string): Language {
	const requested = name.replace("-", "_").toLowerCase();
	const base = baseOf(requested);
	return (
		languages.find((candidate) => candidate.toLowerCase() === requested) ??
		languages.find((candidate) => baseOf(candidate) === base) ??
		"en"
	);
}

function baseOf(name: string): string {
	return name.toLowerCase().split("_", 1)[0] ?? "";
}
