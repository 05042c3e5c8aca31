import { ServiceError } from "../../../src/service/errors";

/** The error a call rejects with; fails the test when it resolves or rejects with anything else. */
export async function serviceErrorOf(call: Promise<unknown>): Promise<ServiceError> {
	const error: unknown = await call.then(
		() => "nothing",
		(reason: unknown) => reason,
	);
	if (error instanceof ServiceError) return error;
	throw new Error(`rejected with ${String(error)}`);
}
