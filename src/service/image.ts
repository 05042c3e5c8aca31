import { ServiceError } from "./errors";
import { exchange } from "./exchange";

const maxImageBytes = 200_000;
const imageTypes = /^image\/(png|jpeg|gif|webp)\b/i;

export type ImageOptions = { readonly timeoutMs: number };

/**
 * Fetches a small picture from the service's own host, without credentials.
 * @param address An address, or a path at the service.
 * @returns A data URI; undefined if the text is not an address or the response is not a small picture.
 * @throws {ServiceError} `unreachable` if there is no response in time.
 */
export async function readImage(
	address: string,
	serviceOrigin: string,
	{ timeoutMs }: ImageOptions,
): Promise<string | undefined> {
	const url = imageUrl(address, serviceOrigin);
	if (!url) return undefined;
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const headers = { accept: "image/*" };
		const {
			status,
			headers: responseHeaders,
			body,
		} = await exchange(url, { headers, signal, maxBytes: maxImageBytes });
		if (status >= 300 && status < 400) throw new ServiceError("unreachable", "the picture was redirected");
		const type = imageTypes.exec(responseHeaders["content-type"] ?? "")?.[0];
		if (status !== 200 || type === undefined || !body) return undefined;
		return `data:${type.toLowerCase()};base64,${body.toString("base64")}`;
	} catch {
		throw new ServiceError("unreachable", "the picture could not be read");
	}
}

/**
 * Returns the picture's URL; undefined for a picture on another host, and for a media id, which is neither an address
 * nor a path.
 */
function imageUrl(address: string, serviceOrigin: string): URL | undefined {
	if (!/^(https?:\/\/|\/)/i.test(address) || !URL.canParse(address, serviceOrigin)) return undefined;
	const url = new URL(address, serviceOrigin);
	const isOnServiceHost = url.protocol === "https:" && url.hostname === new URL(serviceOrigin).hostname;
	return isOnServiceHost || url.origin === serviceOrigin ? url : undefined;
}
