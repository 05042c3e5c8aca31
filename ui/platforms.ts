/** Names that differ from the capitalized code. */
const names: Readonly<Record<string, string>> = {
	dlive: "DLive",
	nimotv: "Nimo TV",
	tiktok: "TikTok",
	youtube: "YouTube",
};

export function platformName(code: string): string {
	return names[code.toLowerCase()] ?? code.replace(/^\p{L}/u, (first) => first.toUpperCase());
}
