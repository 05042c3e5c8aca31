/** The streamer that the API key belongs to. Source: docs/service.md, Shapes. */
export type Account = {
	readonly username: string;
	/** ISO 4217 code of the account's currency. */
	readonly currency?: string | undefined;
	/** A media id or a URL. How to fetch a media id is not documented. */
	readonly avatar?: string | undefined;
	/** Streaming platforms connected to the account. Tokens that the service may send are never stored. */
	readonly providers: readonly { readonly code: string }[];
};

export type AccountAccess = { readonly baseUrl: string; readonly apiKey: string };

/** Address and credentials of one account, as the user typed them. */
export type AccountCredentials = AccountAccess & {
	/** Address of the scene channel; undefined if it is the event channel's. */
	readonly sceneSocketUrl?: string | undefined;
};

/** Address and key of an account, as far as they are set. */
export type StoredAccess = { readonly baseUrl?: string | undefined; readonly apiKey?: string | undefined };

/** Returns the secret that identifies the account in stored data; undefined if there is no account. */
export function accountSecret({ baseUrl, apiKey }: StoredAccess): string | undefined {
	return baseUrl === undefined || apiKey === undefined ? undefined : `${baseUrl} ${apiKey}`;
}
