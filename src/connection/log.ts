/** Where lines for a support case go. They hold no key, no payload and no names. */
export interface Log {
	info(message: string): void;
	warn(message: string): void;
	error(message: string): void;
}
