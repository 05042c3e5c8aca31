type NameStyle = "long" | "short";
type DateField = "weekday" | "month";

/** English name of a weekday or month in lower case, and its name in another language. */
type DateNames = ReadonlyMap<string, string>;

const fields = ["weekday", "month"] as const satisfies readonly DateField[];
const styles = ["long", "short"] as const satisfies readonly NameStyle[];
/** Dates that cover all months and weekdays. */
const dates = [
	...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month))),
	...Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, day + 1))),
];

/** By locale. Created on first use, because few keys display dates of the service. */
const namesByLocale = new Map<string, DateNames>();

/** Translates the English names of weekdays and months in a text of the service, long and short ones. */
export function translateDateNames(text: string, locale: string): string {
	if (locale.startsWith("en")) return text;
	return text.replace(/\p{L}+/gu, (word) => namesIn(locale).get(word.toLowerCase()) ?? word);
}

function namesIn(locale: string): DateNames {
	const existing = namesByLocale.get(locale);
	if (existing) return existing;
	const names = new Map<string, string>();
	for (const field of fields)
		for (const style of styles) {
			const english = new Intl.DateTimeFormat("en", { [field]: style, timeZone: "UTC" });
			const local = new Intl.DateTimeFormat(locale, { [field]: style, timeZone: "UTC" });
			for (const date of dates) names.set(english.format(date).toLowerCase(), local.format(date));
		}
	namesByLocale.set(locale, names);
	return names;
}
