import { setTimeout as delay } from "node:timers/promises";

/** Longer than a busy computer takes. The benches measure speed. */
export const defaultTimeoutMs = 30_000;
const pollIntervalMs = 10;

/** Timeout, and the message after it. */
export type WaitOptions = {
	readonly timeoutMs?: number;
	readonly message?: string | (() => string);
};

/** Thrown when a condition was not met within the timeout. */
export class WaitTimeout extends Error {
	override readonly name = "WaitTimeout";

	constructor({ timeoutMs = defaultTimeoutMs, message = "the condition" }: WaitOptions) {
		const what = typeof message === "function" ? message() : message;
		super(`Waited ${timeoutMs} ms in vain for ${what}`);
	}
}

/**
 * Waits until the condition returns something truthy, and returns that.
 * @throws {@link WaitTimeout} after `timeoutMs` (default 30 s), and errors of the condition.
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
