import ky from "ky";

import type { HttpResponse } from "./response";

/**
 * Sends a POST with ky. The caller provides the time limit and the network: `exchange` sends the form once there is a
 * connection.
 * @returns The response, regardless of its status.
 */
export async function postForm(url: URL, exchange: () => Promise<HttpResponse>): Promise<HttpResponse> {
	let response: HttpResponse | undefined;
	await ky.post(url, {
		retry: 0,
		timeout: false,
		throwHttpErrors: false,
		fetch: async () => {
			response = await exchange();
			// The exchange has already read the body; streaming it would only copy it.
			return new Response(null, { status: response.status });
		},
	});
	if (!response) throw new TypeError("ky did not send the request");
	return response;
}
