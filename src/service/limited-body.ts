/**
 * Reads a whole body, unless it is larger than allowed: then the rest is left unread. It counts while reading, since an
 * announced length may be missing or a lie, and that of a compressed body says nothing.
 * @returns Undefined for one that is too large.
 */
export async function readLimitedBody(response: Response, largestBytes: number): Promise<Buffer | undefined> {
	const reader: ByteReader | undefined = response.body?.getReader();
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for (;;) {
		const { value } = (await reader?.read()) ?? {};
		if (!value) return Buffer.concat(chunks);
		bytes += value.byteLength;
		if (bytes > largestBytes) {
			await reader?.cancel();
			return undefined;
		}
		chunks.push(value);
	}
}

type ByteReader = {
	read(): Promise<{ readonly value?: Uint8Array }>;
	cancel(): Promise<void>;
};
