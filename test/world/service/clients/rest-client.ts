import { z } from "zod";

import type { StandInService } from "../stand-in";

/** A response of the list in the documented shape. */
export const listSchema = z.object({
	message: z.literal("success"),
	total_count: z.number(),
	events: z.array(
		z.looseObject({ id: z.number(), type: z.string(), ref: z.string(), created_at: z.string() }),
	),
});

/** Gets a path with the valid key. @param query Query string of the address. */
export async function get(
	service: StandInService,
	path: string,
	query = "",
): Promise<{ status: number; body: unknown }> {
	const response = await fetch(`${service.url}${path}?apiKey=${service.apiKey}${query && `&${query}`}`);
	return { status: response.status, body: await response.json() };
}

/** Gets a page of events in documented shape. */
export async function list(service: StandInService, query = ""): Promise<z.infer<typeof listSchema>> {
	return listSchema.parse((await get(service, "/v1.0/events.json", query)).body);
}

/** Posts an event with the right key. */
export async function post(
	service: StandInService,
	fields: Readonly<Record<string, string>>,
	username = service.username,
): Promise<{ status: number; body: unknown }> {
	const response = await fetch(`${service.url}/v1.0/users/${username}/events.json`, {
		method: "POST",
		body: new URLSearchParams({ apiKey: service.apiKey, ...fields }),
	});
	return { status: response.status, body: await response.json() };
}
