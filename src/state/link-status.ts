/** Causes of a failed connection, as detailed as the streamer can act on them. */
export const linkTroubles = [
	/** The service rejected the API key. */
	"refused",
	/** No response: host name not found, connection refused, offline or timed out. */
	"unreachable",
	/** The response did not come from a service of this kind. */
	"not-this-service",
	/** The address is neither HTTPS nor a loopback address. */
	"insecure",
	/** The certificate is not trusted. Antivirus software or a company proxy may intercept the connection, or an attacker. */
	"certificate",
	/** The service responded with a server error or is overloaded. */
	"service-error",
] as const;
export type LinkTrouble = (typeof linkTroubles)[number];

/** Connection status of one channel. Times are epoch milliseconds. */
export type LinkStatus =
	/** No account is set up; `trouble` is set if the address is invalid. */
	| { readonly phase: "not-set-up"; readonly trouble?: LinkTrouble | undefined }
	| { readonly phase: "idle" }
	/** The first attempt since the start, or since the account changed, is running. */
	| { readonly phase: "connecting" }
	| { readonly phase: "live"; readonly sinceMs: number }
	/** Was joined before; retrying, or a retry is scheduled. */
	| {
			readonly phase: "down";
			readonly sinceMs: number;
			readonly trouble?: LinkTrouble | undefined;
			readonly retryAtMs?: number;
	  }
	/** Never joined; the last attempt failed. */
	| { readonly phase: "failed"; readonly trouble: LinkTrouble; readonly retryAtMs?: number };
