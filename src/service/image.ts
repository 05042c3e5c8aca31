import { ServiceError } from "./errors";

const largestImageBytes = 200_000;
const imageTypes = /^image\/(png|jpeg|gif|webp)\b/i;

export type ImageOptions = { readonly timeoutMs: number };

/**
 * Reads a small picture, from https or from the service itself. No credential goes along.
 * @param address An address, or a path at the service.
 * @returns A data URI; undefined when the text is no address or what is there is no small picture.
 * @throws {ServiceError} `unreachable` when nobody answers in time.
 */
export async function readImage(
	address: string,
	serviceOrigin: string,
	{ timeoutMs }: ImageOptions,
): Promise<string | undefined> {
	const url = imageUrl(address, serviceOrigin);
	if (!url) return undefined;
	try {
		const response = await fetch(url, {
			headers: { accept: "image/*" },
			redirect: "error",
			signal: AbortSignal.timeout(timeoutMs),
		});
		const type = imageTypes.exec(response.headers.get("content-type") ?? "")?.[0];
		const bytes = response.ok && type !== undefined ? await readSmallBody(response) : undefined;
		return bytes && type !== undefined
			? `data:${type.toLowerCase()};base64,${bytes.toString("base64")}`
			: undefined;
	} catch {
		throw new ServiceError("unreachable", "the picture could not be read");
	}
}

/** A media id is neither an address nor a path: nobody says where its picture is. */
function imageUrl(address: string, serviceOrigin: string): URL | undefined {
	if (!/^(https?:\/\/|\/)/i.test(address) || !URL.canParse(address, serviceOrigin)) return undefined;
	const url = new URL(address, serviceOrigin);
	return url.protocol === "https:" || url.origin === serviceOrigin ? url : undefined;
}

async function readSmallBody(response: Response): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	const reader: ByteReader | undefined = response.body?.getReader();
	for (;;) {
		const { value } = (await reader?.read()) ?? {};
		if (!value) return Buffer.concat(chunks);
		bytes += value.byteLength;
		if (bytes > largestImageBytes) {
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
