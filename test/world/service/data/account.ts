/** The stand-in's only streamer. Times are epoch milliseconds. */
export type StreamerAccount = {
	readonly id: number;
	readonly username: string;
	readonly apiKey: string;
	readonly accessToken: string;
	readonly currency: { readonly code: string; readonly symbol: string; readonly label: string };
	readonly country: string;
	/** IANA time zone; the service returns local times and counts local days. */
	readonly timeZone: string;
	readonly createdAtMs: number;
	readonly sessionAtMs: number;
	readonly providers: readonly StreamerProvider[];
};

/** A platform the streamer is connected to. */
export type StreamerProvider = {
	readonly code: string;
	readonly id: string;
	readonly username: string;
	readonly connectedAtMs: number;
};

/** A realistic streamer with keys that cannot be mistaken for real ones. */
export function createAccount(
	nowMs: number,
	apiKey = "stand-in-api-key-4242",
	timeZone = "Europe/Paris",
): StreamerAccount {
	return {
		id: 1337,
		username: "nova_live",
		apiKey,
		accessToken: `oauth-of-${apiKey}`,
		currency: { code: "EUR", symbol: "€", label: "Euro" },
		country: "FR",
		timeZone,
		createdAtMs: Date.UTC(2016, 4, 21, 16, 3, 12),
		sessionAtMs: nowMs - 2 * 60 * 60 * 1000,
		providers: [
			{
				code: "twitch",
				id: "42276942",
				username: "nova_live",
				connectedAtMs: Date.UTC(2016, 4, 21, 16, 4, 0),
			},
			{
				code: "youtube",
				id: "UCstandinstandinstandin0",
				username: "Nova ✨ Live",
				connectedAtMs: Date.UTC(2018, 10, 2, 9, 30, 0),
			},
		],
	};
}
