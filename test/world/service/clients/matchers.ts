import { expect } from "vitest";

/* Vitest types its asymmetric matchers as `any`; here they are `unknown`, as other expected values. */

export const anyString: unknown = expect.any(String);
export const anyNumber: unknown = expect.any(Number);

export function stringMatching(pattern: RegExp): unknown {
	return expect.stringMatching(pattern);
}

export function stringContaining(part: string): unknown {
	return expect.stringContaining(part);
}

export function objectContaining(members: object): unknown {
	return expect.objectContaining(members);
}
