/** Why the link to the service is not up, as far as a streamer can do something about it. */
export type LinkTrouble =
	/** The service does not know the key. */
	| "refused"
	/** No answer: name not found, connection refused, offline, timed out. */
	| "unreachable"
	/** Something answered, but not a service of this kind. */
	| "not-this-service"
	/** The address is not https (nor a loopback address). */
	| "insecure"
	/** The address's certificate is not trusted: a virus scanner or a company looks into what goes by, or worse. */
	| "certificate"
	/** The service answered that it is broken or busy. */
	| "service-error";

/** One channel's link. Times are epoch milliseconds. */
export type LinkStatus =
	/** No account is set up; `trouble` says what is wrong with its address, if that is why. */
	| { readonly phase: "not-set-up"; readonly trouble?: LinkTrouble | undefined }
	/** Nobody needs the service just now. */
	| { readonly phase: "idle" }
	/** Never connected since start or since the account changed. */
	| { readonly phase: "connecting" }
	/** Joined. */
	| { readonly phase: "live"; readonly sinceMs: number }
	/** Was joined, is not, and works on it. */
	| {
			readonly phase: "down";
			readonly sinceMs: number;
			readonly trouble?: LinkTrouble | undefined;
			readonly retryAtMs?: number;
	  }
	/** Could not connect so far. */
	| { readonly phase: "failed"; readonly trouble: LinkTrouble; readonly retryAtMs?: number };
