import { ServiceError } from "../../../src/service/errors";

/** Returns the error of a rejected call. Fails the test if it resolves or rejects with another error. */
export async function serviceErrorOf(call: Promise<unknown>): Promise<ServiceError> {
	const error: unknown = await call.then(
		() => "nothing",
		(reason: unknown) => reason,
	);
	if (error instanceof ServiceError) return error;
	throw new Error(`rejected with ${String(error)}`);
}
