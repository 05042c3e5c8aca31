/** Log for support cases. Lines contain no API key, no payload and no user names. */
export interface Log {
	info(message: string): void;
	warn(message: string): void;
	error(message: string): void;
}
