/** The app's languages, as it names them. */
export const languages = ["en", "de", "es", "fr", "ja", "ko", "zh_CN", "zh_TW"] as const;
export type Language = (typeof languages)[number];

/**
 * The known language nearest to the one that is named; English where there is none.
 * @param name As the app or a browser names it: `fr`, `zh_CN`, `zh-TW`, `de-AT`.
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
