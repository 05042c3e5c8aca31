import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

import { textWidthEm } from "../../../src/key-face/drawing/text-width";
import { moneyDigits } from "../../../src/state/money";
import type { Deck } from "../deck/deck";
import type { Dial, Key } from "../deck/keys";
import type { StandInService } from "../service/stand-in";

import { activeFaults } from "./service-commands";
import { StripItemSchema } from "./strip-item";
import type { TextSource } from "./text-source";

export const pages = ["Default", "Page 2"] as const;

/** URL prefix of the plugin's files. */
export const pluginPrefix = "/plugin/";

/** Creates the data for the page. */
export function takeSnapshot(deck: Deck, service: StandInService, pluginDir: string) {
	const image = (value: unknown) => (typeof value === "string" ? imageAddress(value, pluginDir) : undefined);
	const shown = deck.keys.filter((key): key is Key | Dial => key.kind !== "step" && key.isVisible);
	const inspector = deck.inspectors[0];
	const texts = readTexts(pluginDir, deck.language);
	return {
		kind: "state" as const,
		plugin: { name: deck.manifest.Name, pid: deck.isRunning ? deck.pid : undefined },
		isAsleep: deck.isAsleep,
		language: deck.language,
		pages,
		actions: deck.manifest.Actions.map(({ UUID, Icon, Controllers, ...own }) => ({
			uuid: UUID,
			name: texts[UUID]?.Name ?? own.Name,
			tooltip: texts[UUID]?.Tooltip ?? own.Tooltip,
			icon: image(Icon),
			controllers: Controllers,
		})),
		devices: deck.devices.map(({ id, kind, name, columns, rows, dials, isConnected, profile }) => ({
			id,
			kind,
			name,
			columns,
			rows,
			dials,
			isConnected,
			profile,
		})),
		keys: shown.map((key) => {
			const { context, action, device, coordinates } = key;
			const place = {
				context,
				name: texts[action.UUID]?.Name ?? action.Name,
				device: device.id,
				...coordinates,
			};
			return key.kind === "key"
				? { ...place, kind: "key" as const, ...keyFace(key, image) }
				: { ...place, kind: "dial" as const, ...dialStrip(key, image) };
		}),
		inspector: inspector && {
			key: inspector.key.context,
			name: texts[inspector.key.action.UUID]?.Name ?? inspector.key.action.Name,
			...inspector.connectInfo,
			page: inspector.connectInfo.pagePath && pluginPrefix + inspector.connectInfo.pagePath,
		},
		service: describeService(service),
	};
}

const TextsSchema = z.record(
	z.string(),
	z.looseObject({ Name: z.string(), Tooltip: z.string() }).optional().catch(undefined),
);

/** Returns the texts of the actions in the app's language, by UUID; none for English, which the manifest contains. */
function readTexts(pluginDir: string, language: string): z.infer<typeof TextsSchema> {
	const file = join(pluginDir, `${language}.json`);
	return existsSync(file) ? TextsSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
}

/** The data that the page displays. */
export type PageState = ReturnType<typeof takeSnapshot> & {
	readonly isCrowdActive: boolean;
	readonly textSource: TextSource["shown"];
};

type ImageAddress = (value: unknown) => string | undefined;

function keyFace(key: Key, image: ImageAddress) {
	const face = key.faces.last;
	return {
		image: image(face?.image ?? key.action.States[key.state]?.Image),
		title: key.shownTitle,
		text: face?.title ?? key.action.Name,
	};
}

function dialStrip(dial: Dial, image: ImageAddress) {
	const strip = dial.strips.last;
	const items = strip?.items ?? [];
	return {
		items: items.map((item) => {
			const value = item.type === "pixmap" ? image(item.value) : strip?.values[item.key];
			const parsed = StripItemSchema.parse({ ...item, value });
			return { ...parsed, widthPx: textWidthEm(String(parsed.value)) * parsed.font.size };
		}),
		text: [strip?.title, strip?.value, strip?.state].filter(Boolean).join(" · ") || dial.action.Name,
	};
}

function describeService(service: StandInService) {
	const { followers, subscribers, donations } = service.truth();
	return {
		url: service.url,
		user: service.username,
		totals: { followers, subscribers, donations: `${moneyDigits(donations)} ${donations.currency}` },
		connections: service.connections,
		faults: activeFaults(service),
		scenes: service.scenes.all.map(({ token, name, items }) => ({
			token,
			name,
			items: items.map(({ id, name: itemName, type, top, left, width, height, parameters }) => ({
				id,
				name: itemName,
				type,
				top,
				left,
				width,
				height,
				widget: parameters["type"],
				content: parameters["content"],
			})),
		})),
	};
}

function imageAddress(value: string, pluginDir: string): string | undefined {
	if (value === "" || value.startsWith("data:")) return value || undefined;
	if (value.startsWith("<svg")) return `data:image/svg+xml,${encodeURIComponent(value)}`;
	const file = [value, `${value}.svg`, `${value}@2x.png`, `${value}.png`].find((candidate) =>
		existsSync(join(pluginDir, candidate)),
	);
	return file && pluginPrefix + file;
}
