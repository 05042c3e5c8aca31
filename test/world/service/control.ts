import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { z } from "zod";

import { faultsSchema } from "./faults";
import { send, requestUrlOf } from "./rest/rest";
import { settingsChangeSchema } from "./settings";
import type { StandInService } from "./stand-in";

type Command = (body: unknown, service: StandInService) => unknown;

const command =
	<T>(schema: z.ZodType<T>, run: (body: T, service: StandInService) => unknown): Command =>
	(body, service) =>
		run(schema.parse(body), service);

const noBody = z.strictObject({}).optional();
const anyFrame = z.custom<unknown>((frame) => frame !== undefined, "a frame is required: any JSON");
const announcement = z.enum(["quietly", "announced"]).optional();
const commonFields = { origin: z.string().optional(), username: z.string().optional() };
const eventSchema = z.discriminatedUnion("type", [
	z.strictObject({ type: z.literal("follow"), ...commonFields }),
	z.strictObject({
		type: z.literal("subscription"),
		...commonFields,
		resub: z.number().int().min(0).optional(),
	}),
	z.strictObject({
		type: z.literal("donation"),
		...commonFields,
		amount: z.union([z.number(), z.string()]),
		currency: z.string().optional(),
		message: z.string().optional(),
	}),
	z.strictObject({
		type: z.literal("hosting"),
		...commonFields,
		hostname: z.string(),
		viewers: z.number().int().min(0).optional(),
	}),
]);
const editSchema = z
	.strictObject({
		username: z.string(),
		hostname: z.string(),
		origin: z.string(),
		message: z.string(),
		amount: z.union([z.number(), z.string()]),
		currency: z.string(),
		resub: z.number().int().min(0),
		viewers: z.number().int().min(0),
		createdAtMs: z.number().int(),
	})
	.partial()
	.extend({ id: z.number(), telling: announcement });
const sceneChangeSchema = z.discriminatedUnion("change", [
	z.strictObject({ change: z.literal("renameScene"), token: z.string(), name: z.string() }),
	z.strictObject({ change: z.literal("removeScene"), token: z.string() }),
	z.strictObject({ change: z.literal("restoreScene"), token: z.string() }),
	z.strictObject({ change: z.literal("renameItem"), id: z.number(), name: z.string() }),
	z.strictObject({ change: z.literal("removeItem"), id: z.number() }),
	z.strictObject({ change: z.literal("restoreItem"), id: z.number() }),
	z.strictObject({ change: z.literal("setItemType"), id: z.number(), type: z.string() }),
	z.strictObject({ change: z.literal("setRemoteActions"), id: z.number(), remoteActions: z.unknown() }),
]);

/** Commands by `METHOD /control/…`, without the prefix. All respond with JSON; those that change something return the state. */
const commands: Readonly<Record<string, Command>> = {
	"GET state": (_, service) => describe(service),
	"GET truth": (_, service) => service.truth(),
	"GET scenes": (_, service) => service.scenes.all,
	"GET commands": (_, service) => service.commands,
	"GET requests": (_, service) => service.requests,
	"GET joins": (_, service) => service.joins,
	"DELETE journal": command(noBody, (_, service) => service.journal.clear()),
	"POST events": command(eventSchema, (event, service) => {
		switch (event.type) {
			case "follow":
				return service.follow(event);
			case "subscription":
				return service.subscribe(event);
			case "donation":
				return service.donate(event);
			case "hosting":
				return service.host(event);
		}
	}),
	"POST burst": command(
		z.strictObject({ count: z.number().int().min(0).max(10_000), type: z.string().optional() }),
		({ count, type }, service) => ({ created: service.burst(count, type).length }),
	),
	"POST delete-event": command(z.strictObject({ id: z.number(), telling: announcement }), (event, service) =>
		service.deleteEvent(event.id, event.telling),
	),
	"POST restore-event": command(z.strictObject({ id: z.number(), telling: announcement }), (event, service) =>
		service.restoreEvent(event.id, event.telling),
	),
	"POST edit-event": command(editSchema, ({ id, telling, ...changes }, service) =>
		service.editEvent(id, changes, telling),
	),
	"POST raw": command(anyFrame, (frame, service) => service.emitRaw(frame)),
	"POST repeat": command(noBody, (_, service) => {
		if (!service.repeatLast()) throw new Error("no new-event was sent that could be repeated");
	}),
	"POST scenes": command(sceneChangeSchema, changeScenes),
	"POST settings": command(settingsChangeSchema, (change, service) => service.change(change)),
	"POST faults": command(faultsSchema, (faults, service) => service.setFaults(faults)),
	"DELETE faults": command(noBody, (_, service) => service.clearFaults()),
	"POST kick": command(noBody, (_, service) => service.kick()),
	"POST cut": command(noBody, (_, service) => service.cut()),
	"POST restart": command(
		z.strictObject({ downMs: z.number().min(0).max(600_000) }),
		({ downMs }, service) => {
			// The response has to be sent before the port closes.
			setImmediate(() => void service.restart({ downMs }));
		},
	),
	"POST move": command(noBody, (_, service) => service.moveSockets()),
	"POST move-back": command(noBody, (_, service) => service.moveSocketsBack()),
};

/** Whether the path belongs to the control API rather than to the service's interface. */
export function isControlPath(path = "/"): boolean {
	return path.startsWith("/control/");
}

/** Handles a request to the control API: for programs that cannot call {@link StandInService} themselves. */
export async function serveControl(
	request: IncomingMessage,
	response: ServerResponse,
	service: StandInService,
): Promise<void> {
	const { pathname } = requestUrlOf(request);
	const run = commands[`${request.method} ${pathname.slice("/control/".length)}`];
	if (request.method === "OPTIONS") {
		const allowed = {
			"access-control-allow-headers": "*",
			"access-control-allow-methods": "GET, POST, DELETE",
		};
		response.writeHead(204, { "access-control-allow-origin": "*", ...allowed }).end();
		return;
	}
	if (!run)
		return send(response, { status: 404, body: { message: "Unknown", commands: Object.keys(commands) } });
	try {
		const body = await text(request);
		const result = await run(body === "" ? undefined : JSON.parse(body), service);
		send(response, { status: 200, body: result ?? describe(service) });
	} catch (error) {
		const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
		send(response, { status: 400, body: { message } });
	}
}

function describe(service: StandInService): unknown {
	const { events, ...totals } = service.truth();
	return {
		url: service.url,
		eventSocketUrl: service.eventSocketUrl,
		sceneUrl: service.sceneUrl,
		username: service.username,
		apiKey: service.apiKey,
		accessToken: service.accessToken,
		settings: service.settings,
		faults: service.faults.active,
		totals,
		listedEvents: events.length,
		connections: service.connections,
		recorded: {
			requests: service.requests.length,
			joins: service.joins.length,
			commands: service.commands.length,
		},
	};
}

function changeScenes(change: z.infer<typeof sceneChangeSchema>, { scenes }: StandInService): void {
	switch (change.change) {
		case "renameScene":
			return scenes.renameScene(change.token, change.name);
		case "removeScene":
			return scenes.removeScene(change.token);
		case "restoreScene":
			return scenes.restoreScene(change.token);
		case "renameItem":
			return scenes.renameItem(change.id, change.name);
		case "removeItem":
			return scenes.removeItem(change.id);
		case "restoreItem":
			return scenes.restoreItem(change.id);
		case "setItemType":
			return scenes.setItemType(change.id, change.type);
		case "setRemoteActions":
			return scenes.setRemoteActions(change.id, change.remoteActions);
	}
}
