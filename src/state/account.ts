/** The streamer the key belongs to. Source: docs/service.md, Shapes. */
export type Account = {
	readonly username: string;
	/** ISO 4217 code of the account's own currency. */
	readonly currency?: string | undefined;
	/** A media id or an address; the interface does not say how a media id is fetched. */
	readonly avatar?: string | undefined;
	readonly providers: readonly Provider[];
};

/** A streaming platform connected to the account. Tokens the service may add are never kept. */
export type Provider = {
	readonly code: string;
	readonly username?: string | undefined;
};
