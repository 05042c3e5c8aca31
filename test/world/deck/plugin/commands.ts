import { z } from "zod";

const context = z.string();
const settings = z.record(z.string(), z.json());
const id = z.string().optional();
const state = z.int().min(0).optional();
const target = z.literal([0, 1, 2]).optional();

const command = <E extends string, S extends z.ZodRawShape>(event: E, shape: S) =>
	z.looseObject({ event: z.literal(event), ...shape });

const openUrl = command("openUrl", {
	payload: z.strictObject({ url: z.url({ protocol: /^https?$/ }) }),
});
const logMessage = command("logMessage", { payload: z.strictObject({ message: z.string() }) });

/** Commands of a registered plugin. Source: platform, plugin → host. */
export const PluginCommandSchema = z.discriminatedUnion("event", [
	command("setSettings", { context, payload: settings }),
	command("getSettings", { context, id }),
	command("setResources", { context, payload: z.record(z.string(), z.string()) }),
	command("getResources", { context, id }),
	command("setGlobalSettings", { context, payload: settings }),
	command("getGlobalSettings", { context, id }),
	command("getSecrets", { context }),
	command("setImage", { context, payload: z.strictObject({ image: z.string().optional(), state, target }) }),
	command("setTitle", { context, payload: z.strictObject({ title: z.string().optional(), state, target }) }),
	command("setState", { context, payload: z.strictObject({ state: z.int().min(0) }) }),
	command("showOk", { context }),
	command("showAlert", { context }),
	command("setFeedback", {
		context,
		payload: z.record(z.string(), z.union([z.string(), z.number(), z.record(z.string(), z.json())])),
	}),
	command("setFeedbackLayout", { context, payload: z.strictObject({ layout: z.string() }) }),
	command("setTriggerDescription", {
		context,
		payload: z.strictObject({
			rotate: z.string().optional(),
			push: z.string().optional(),
			touch: z.string().optional(),
			longTouch: z.string().optional(),
		}),
	}),
	command("sendToPropertyInspector", { context, payload: z.json() }),
	command("switchToProfile", {
		context,
		device: z.string(),
		payload: z.strictObject({ profile: z.string().optional(), page: z.int().min(0).optional() }),
	}),
	openUrl,
	logMessage,
]);

export type PluginCommand = z.infer<typeof PluginCommandSchema>;

/** Commands of a registered property inspector. `context` is its own uuid. */
export const InspectorCommandSchema = z.discriminatedUnion("event", [
	command("setSettings", { context, action: z.string(), payload: settings }),
	command("getSettings", { context, action: z.string(), id }),
	command("setResources", { context, action: z.string(), payload: z.record(z.string(), z.string()) }),
	command("getResources", { context, action: z.string(), id }),
	command("setGlobalSettings", { context, payload: settings }),
	command("getGlobalSettings", { context, id }),
	command("sendToPlugin", { context, action: z.string(), payload: z.json() }),
	openUrl,
	logMessage,
]);

export type InspectorCommand = z.infer<typeof InspectorCommandSchema>;

/** First message of either side. */
export const RegistrationSchema = z.looseObject({
	event: z.enum(["registerPlugin", "registerPropertyInspector"]),
	uuid: z.string(),
});

const namesOf = (schema: typeof PluginCommandSchema | typeof InspectorCommandSchema) =>
	new Set<string>(schema.options.map((option) => option.shape.event.value));
const pluginCommandNames = namesOf(PluginCommandSchema);
const inspectorCommandNames = namesOf(InspectorCommandSchema);

/** Whether the host supports a command of this name from that side. */
export function isKnownCommand(side: "plugin" | "inspector", event: unknown): boolean {
	return (
		typeof event === "string" && (side === "plugin" ? pluginCommandNames : inspectorCommandNames).has(event)
	);
}
