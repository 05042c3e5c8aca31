/** Thrown for unsafe output of the code under test. Any other error was thrown by that code itself. */
export class UnsafeOutputError extends Error {
	override readonly name = "Verdict";
}

const maxOutputBytes = 200_000;

/**
 * Checks output that was made from hostile input.
 * @throws {UnsafeOutputError} When it has an invalid number, is larger than all input together, or changed a shared prototype.
 */
export function assertSafeOutput(output: unknown, inputBytes: number): void {
	const pending = [output];
	let bytes = 0;
	for (let part = pending.pop(); part !== undefined || pending.length > 0; part = pending.pop()) {
		if (typeof part === "number" && !Number.isFinite(part))
			throw new UnsafeOutputError(`a number that is ${part}`);
		if (typeof part === "string") bytes += part.length;
		if (part instanceof Map) pending.push(...part.keys(), ...part.values());
		else if (Array.isArray(part)) for (const each of part as readonly unknown[]) pending.push(each);
		else if (typeof part === "object" && part !== null) {
			const prototype: unknown = Object.getPrototypeOf(part);
			if (prototype !== Object.prototype && prototype !== null && !(part instanceof Error)) {
				throw new UnsafeOutputError("an object of a kind that nobody made");
			}
			for (const each of Object.values(part) as unknown[]) pending.push(each);
		}
		bytes += 8;
	}
	if (bytes > maxOutputBytes + 16 * inputBytes)
		throw new UnsafeOutputError(`${bytes} bytes out of ${inputBytes}`);
	for (const shared of [Object.prototype, Array.prototype, Function.prototype]) {
		if (Object.keys(shared).length > 0)
			throw new UnsafeOutputError(`${Object.keys(shared).join()} on all objects`);
	}
}
