/** How platforms write their own names, where that is more than a capital letter. */
const names: Readonly<Record<string, string>> = {
	dlive: "DLive",
	nimotv: "Nimo TV",
	tiktok: "TikTok",
	youtube: "YouTube",
};

/** The name of a streaming platform by the service's code for it. */
export function platformName(code: string): string {
	return names[code.toLowerCase()] ?? code.replace(/^\p{L}/u, (first) => first.toUpperCase());
}
