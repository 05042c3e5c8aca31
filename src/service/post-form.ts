import ky from "ky";

import type { HttpResponse } from "./response";

/**
 * Sends a POST with ky. The time limit and the network are the caller's: `exchange` sends the form once there is a connection.
 * @returns The response, whatever its status.
 */
export async function postForm(url: URL, exchange: () => Promise<HttpResponse>): Promise<HttpResponse> {
	let response: HttpResponse | undefined;
	await ky.post(url, {
		retry: 0,
		timeout: false,
		throwHttpErrors: false,
		fetch: async () => {
			response = await exchange();
			// The body was read by the exchange; a stream of it would only copy it.
			return new Response(null, { status: response.status });
		},
	});
	if (!response) throw new TypeError("ky did not send the request");
	return response;
}
