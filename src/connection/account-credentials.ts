/** Address and credentials of one account. */
export type AccountCredentials = {
	/** The address as the user typed it. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Address of the scene channel as the user typed it; undefined if it is the event channel's. */
	readonly sceneSocketUrl?: string | undefined;
};
