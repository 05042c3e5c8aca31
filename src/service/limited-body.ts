/**
 * Reads a whole body, unless it is larger than allowed: then the rest is left unread. It counts while reading, since an
 * announced length may be missing or a lie, and that of a compressed body says nothing.
 * @param signal Ends reading, and the connection, at any byte. Rejects with its reason.
 * @returns Undefined for one that is too large.
 */
export async function readLimitedBody(
	response: Response,
	maxBytes: number,
	signal: AbortSignal,
): Promise<Buffer<ArrayBuffer> | undefined> {
	const reader: ByteReader | undefined = response.body?.getReader();
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	try {
		for (;;) {
			const { value } = reader ? await untilAborted(reader.read(), signal) : {};
			if (!value) return Buffer.concat(chunks);
			bytes += value.byteLength;
			if (bytes > maxBytes) return undefined;
			chunks.push(value);
		}
	} finally {
		// Of what was read to its end nothing is left to cancel.
		reader?.cancel().catch(() => undefined);
	}
}

/** The same promise, except that it rejects with the signal's reason as soon as that is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const abort = () => {
			reject(signal.reason as Error);
		};
		if (signal.aborted) abort();
		signal.addEventListener("abort", abort);
		promise.then(resolve, reject).finally(() => {
			signal.removeEventListener("abort", abort);
		});
	});
}

type ByteReader = {
	read(): Promise<{ readonly value?: Uint8Array | undefined }>;
	cancel(): Promise<void>;
};
