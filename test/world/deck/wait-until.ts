import { setTimeout as delay } from "node:timers/promises";

/** Longer than a computer takes that does much else meanwhile: what is waited for comes or does not, and how soon is measured elsewhere. */
export const defaultTimeoutMs = 30_000;
const pollIntervalMs = 10;

/** How long to wait, and what to say when it was in vain. */
export type WaitOptions = {
	readonly timeoutMs?: number;
	readonly message?: string | (() => string);
};

/** Thrown when something that was waited for did not happen in time. */
export class WaitTimeout extends Error {
	override readonly name = "WaitTimeout";

	constructor({ timeoutMs = defaultTimeoutMs, message = "the condition" }: WaitOptions) {
		const what = typeof message === "function" ? message() : message;
		super(`Waited ${timeoutMs} ms in vain for ${what}`);
	}
}

/**
 * Waits until the condition yields something truthy and returns that.
 * @throws {@link WaitTimeout} after `timeoutMs` (30 s unless told); whatever the condition throws.
 */
export async function waitUntil<T>(
	condition: () => T | Promise<T>,
	options: WaitOptions = {},
): Promise<Exclude<T, false | 0 | "" | null | undefined>> {
	const deadlineMs = performance.now() + (options.timeoutMs ?? defaultTimeoutMs);
	for (;;) {
		const result = await condition();
		if (result) return result as Exclude<T, false | 0 | "" | null | undefined>;
		if (performance.now() >= deadlineMs) throw new WaitTimeout(options);
		await delay(pollIntervalMs);
	}
}
