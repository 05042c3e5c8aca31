import { expect } from "vitest";

/* Vitest types its asymmetric matchers as `any`; here they are `unknown`, as other expected values. */

export const someText: unknown = expect.any(String);
export const someNumber: unknown = expect.any(Number);

export function textMatching(pattern: RegExp): unknown {
	return expect.stringMatching(pattern);
}

export function textWith(part: string): unknown {
	return expect.stringContaining(part);
}

export function partly(members: object): unknown {
	return expect.objectContaining(members);
}
