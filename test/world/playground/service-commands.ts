import { z } from "zod";

import type { Faults } from "../service/faults";
import type { StandInService } from "../service/stand-in";

const name = z
	.string()
	.trim()
	.max(100)
	.transform((text) => text || undefined)
	.optional();

/** Faults that the page can switch, with the service's own faults. */
const faults = {
	refusedKey: { on: { refusedKey: "both" }, off: { refusedKey: "none" } },
	slow: { on: { rest: { all: { latencyMs: 2_000 } } }, off: { rest: { all: null } } },
	error: { on: { rest: { all: { status: 503 } } }, off: { rest: { all: null } } },
	silence: { on: { silentSocket: "on" }, off: { silentSocket: "off" } },
	cachedTotals: { on: { cachedTotals: {} }, off: { cachedTotals: null } },
} as const satisfies Record<string, { readonly on: Faults; readonly off: Faults }>;

export type FaultName = keyof typeof faults;

/** Commands of the page for the service: actions of viewers, and faults. */
export const ServiceCommandSchema = z.discriminatedUnion("do", [
	z.strictObject({ do: z.literal("follow"), name }),
	z.strictObject({ do: z.literal("subscription"), name, resub: z.coerce.number().int().min(0).max(999) }),
	z.strictObject({
		do: z.literal("donation"),
		name,
		amount: z
			.string()
			.trim()
			.regex(/^\d{1,9}(\.\d{1,3})?$/, "An amount is digits, and a point before decimals"),
		currency: z
			.string()
			.trim()
			.regex(/^[A-Z]{3}$/, "A currency is three capitals"),
		message: z.string().max(500),
	}),
	z.strictObject({ do: z.literal("hosting"), name, viewers: z.coerce.number().int().min(0).max(10_000_000) }),
	z.strictObject({ do: z.literal("burst"), count: z.coerce.number().int().min(1).max(2_000) }),
	z.strictObject({ do: z.literal("cut") }),
	z.strictObject({ do: z.literal("kick") }),
	z.strictObject({ do: z.literal("restart"), downMs: z.int().min(0).max(60_000) }),
	z.strictObject({
		do: z.literal("fault"),
		fault: z.enum(["refusedKey", "slow", "error", "silence", "cachedTotals"]),
		state: z.enum(["on", "off"]),
	}),
	z.strictObject({ do: z.literal("clearFaults") }),
]);

export type ServiceCommand = z.output<typeof ServiceCommandSchema>;

const viewerNames = [
	"ada",
	"Björn",
	"Chloé",
	"dmitri_k",
	"eve.codes",
	"Fatima",
	"Göksu",
	"hikari",
	"Inês",
	"Jo",
];
const origin = "twitch";
let viewerCount = 0;

/** Executes a command of the page on the service. Viewers without a name get one. */
export async function runServiceCommand(command: ServiceCommand, service: StandInService): Promise<void> {
	switch (command.do) {
		case "follow":
			service.follow({ username: command.name ?? nextViewerName(), origin });
			return;
		case "subscription":
			service.subscribe({ username: command.name ?? nextViewerName(), resub: command.resub, origin });
			return;
		case "donation": {
			const { amount, currency, message } = command;
			service.donate({ username: command.name ?? nextViewerName(), amount, currency, message });
			return;
		}
		case "hosting":
			service.host({ hostname: command.name ?? nextViewerName(), viewers: command.viewers, origin });
			return;
		case "burst":
			service.burst(command.count);
			return;
		case "cut":
			return service.cut();
		case "kick":
			return service.kick();
		case "restart":
			return service.restart({ downMs: command.downMs });
		case "fault":
			return service.setFaults(faults[command.fault][command.state]);
		case "clearFaults":
			return service.clearFaults();
	}
}

/** Returns the page's faults that are on. */
export function activeFaults(service: StandInService): readonly FaultName[] {
	const { rest, refusedKey, silentSocket, cachedTotals } = service.faults.active;
	const isOn: Readonly<Record<FaultName, boolean>> = {
		refusedKey: refusedKey !== "none",
		slow: rest.all?.latencyMs !== undefined,
		error: rest.all?.status !== undefined,
		silence: silentSocket === "on",
		cachedTotals: cachedTotals !== null,
	};
	return (["refusedKey", "slow", "error", "silence", "cachedTotals"] as const).filter((fault) => isOn[fault]);
}

function nextViewerName(): string {
	return viewerNames[viewerCount++ % viewerNames.length] ?? "someone";
}
