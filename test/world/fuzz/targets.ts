import { createRequire } from "node:module";

import fc from "fast-check";

import { InspectorReplySchema, InspectorRequestSchema } from "../../../src/inspector/messages";
import { renderFace } from "../../../src/key-face/drawing/image";
import { parseAccount } from "../../../src/service/schemas/account-schema";
import { discoveredOriginFrom, originFrom } from "../../../src/service/address";
import { parseResponse } from "../../../src/service/response";
import { contentOf, createdEventOf, eventEntriesOf } from "../../../src/service/schemas/envelope";
import { ServiceError } from "../../../src/service/errors";
import { parseNewEvent } from "../../../src/service/socket/event-channel";
import { parseStreamEvent } from "../../../src/service/schemas/event-schema";
import { parseChart, parseTotals } from "../../../src/service/schemas/figures-schema";
import { pingIntervalMsFrom } from "../../../src/service/socket/handshake";
import { parseScene, parseSceneList } from "../../../src/service/schemas/scene-schema";
import { addressFrom, credentialFrom } from "../../../src/settings/schemas/pasted-text";
import { parseChartSettings } from "../../../src/settings/schemas/chart";
import { parseControlSettings } from "../../../src/settings/schemas/control";
import { parseCounterSettings } from "../../../src/settings/schemas/counter";
import { parseGlobalSettings } from "../../../src/settings/schemas/global";
import { parseLatestEventSettings } from "../../../src/settings/schemas/latest-event";
import { parseRemoteActionSettings } from "../../../src/settings/schemas/remote-action";
import { parseSendEventSettings } from "../../../src/settings/schemas/send-event";
import { parseTopSupporterSettings } from "../../../src/settings/schemas/top-supporter";
import { chart } from "../../unit/key-face/gallery/chart";
import { counter } from "../../unit/key-face/gallery/counter";
import { latest } from "../../unit/key-face/gallery/latest-event";
import { remote } from "../../unit/key-face/gallery/remote-action";
import { sendEvent } from "../../unit/key-face/gallery/send-event";
import { count } from "../../unit/key-face/gallery/shared";
import { faultOf } from "../../unit/key-face/drawn";
import { assertSafeOutput, UnsafeOutputError } from "./assert-safe-output";
import { mutatedJson, mutatedText } from "./mutations";
import { corpus } from "./corpus";

/** One input of the plugin, and the check of its output. */
export type Target = {
	readonly name: string;
	readonly input: fc.Arbitrary<string>;
	/** @throws When the output is unsafe. */
	readonly check: (input: string) => void;
};

/** Parts of the client libraries, which are not direct dependencies. */
const [engineLibrary, socketLibrary] = ["engine.io", "socket.io"];

const nowMs = Date.UTC(2026, 10, 20, 20);
const apiKey = "0123456789abcdef";
const context = { apiKey, accountCurrency: "EUR", now: () => nowMs };

export const targets: readonly Target[] = [
	{ name: "REST bodies", input: mutatedText(mutatedJson(corpus.answers)), check: checkAnswer },
	{ name: "socket messages", input: mutatedJson(corpus.messages), check: checkMessage },
	{
		name: "socket frames, generation 4",
		input: mutatedText(frames()),
		check: checkFrame(decoders("socket.io-client")),
	},
	{
		name: "socket frames, generation 2",
		input: mutatedText(frames()),
		check: checkFrame(decoders("socket.io-client2")),
	},
	{ name: "settings", input: mutatedJson(corpus.settings), check: checkSettings },
	{ name: "inspector messages", input: mutatedJson(corpus.inspector), check: checkInspector },
	{
		name: "pasted texts",
		input: mutatedText(
			fc.constantFrom("“https://host.example/a?apiKey=b”", "Bearer abc", '{"apiKey": "abc"}'),
		),
		check: checkPasted,
	},
];

function frames(): fc.Arbitrary<string> {
	const message = mutatedJson(corpus.messages).map((json) => `42["new-event",${json}]`);
	return fc.oneof(fc.constantFrom(...corpus.frames), message);
}

function checkAnswer(body: string): void {
	let json: Readonly<Record<string, unknown>>;
	try {
		json = parseResponse({ status: 200, body, retryAfter: body.slice(0, 20) }, { secrets: [apiKey], nowMs });
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		assertSafeOutput([error.message, error.status, error.retryAfterMs], body.length);
		return;
	}
	const content = contentOf(json);
	const entries = eventEntriesOf(json)?.entries ?? [];
	const events = entries.flatMap((entry) => parseStreamEvent(entry, context) ?? []);
	const posted = parseStreamEvent(createdEventOf(json), context);
	const read = {
		account: parseAccount(content),
		totals: parseTotals(content),
		chart: parseChart(content),
		scenes: parseSceneList(content),
		scene: parseScene(content, "scene"),
		discovered: discovered(content),
	};
	assertSafeOutput([read, events, posted], body.length);
	const [event] = events;
	if (event) draw(latest({ event }), latest({ event }, { types: [event.type] }));
	if (read.chart)
		draw(chart({ chart: read.chart }), chart({ chart: read.chart }, { series: "donationAmount" }));
	if (read.totals.followers !== undefined) draw(counter({ value: count(read.totals.followers) }));
}

function discovered(datas: unknown): string | undefined {
	try {
		return discoveredOriginFrom(datas, "https://service.example");
	} catch (error) {
		if (error instanceof ServiceError) return undefined;
		throw error;
	}
}

function checkMessage(text: string): void {
	const payload: unknown = parseJson(text);
	const event = parseNewEvent(payload, context);
	assertSafeOutput(event, text.length);
	if (event) draw(latest({ event }));
}

type Decoders = {
	/** Parsed result of a frame, or of a polling response, in the engine. */
	readonly engine: (text: string) => unknown[];
	/** The arguments of each message. */
	readonly messages: (text: string) => unknown[][];
};

/** The parsers of the client library in its version. They may throw: their caller catches that. */
function decoders(library: string): Decoders {
	const require = createRequire(createRequire(import.meta.url).resolve(library));
	const engineRequire = createRequire(require.resolve(`${engineLibrary}-client`));
	const engine = engineRequire(`${engineLibrary}-parser`) as {
		decodePacket(text: string): unknown;
		decodePayload(text: string, each?: (packet: unknown) => void): unknown;
	};
	const { Decoder } = require(`${socketLibrary}-parser`) as {
		Decoder: new () => { on(name: "decoded", use: (packet: unknown) => void): void; add(text: string): void };
	};
	return {
		engine: (text) => {
			const packets: unknown[] = [engine.decodePacket(text)];
			const payload = engine.decodePayload(text, (packet) => void packets.push(packet));
			return Array.isArray(payload) ? [...packets, ...(payload as unknown[])] : packets;
		},
		messages: (text) => {
			const decoder = new Decoder();
			const decoded: unknown[][] = [];
			decoder.on("decoded", (packet) => {
				const { data } = packet as { data?: unknown };
				if (Array.isArray(data)) decoded.push(data as unknown[]);
			});
			decoder.add(text);
			return decoded;
		},
	};
}

function checkFrame({ engine, messages }: Decoders): (text: string) => void {
	return (text) => {
		for (const packet of orEmpty(() => engine(text))) {
			const { data } = (packet ?? {}) as { data?: unknown };
			pingIntervalMsFrom(data);
			if (typeof data !== "string") continue;
			for (const [, payload] of orEmpty(() => messages(data)))
				assertSafeOutput(parseNewEvent(payload, context), text.length);
		}
		assertSafeOutput(undefined, text.length);
	};
}

function orEmpty<T>(decode: () => readonly T[]): readonly T[] {
	try {
		return decode();
	} catch {
		return [];
	}
}

const actionParsers = [
	parseChartSettings,
	parseControlSettings,
	parseCounterSettings,
	parseLatestEventSettings,
	parseRemoteActionSettings,
	parseSendEventSettings,
	parseTopSupporterSettings,
] as const;

function checkSettings(text: string): void {
	const raw = parseJson(text);
	const { baseUrl, apiKey: key } = parseGlobalSettings(raw);
	if (baseUrl !== undefined) checkOrigin(baseUrl);
	assertSafeOutput(key, text.length);
	for (const parse of actionParsers) parse(raw);
	const settings = typeof raw === "object" && raw !== null ? raw : {};
	draw(
		counter({}, settings),
		remote({}, settings),
		sendEvent({}, settings),
		chart({}, settings),
		latest({}, settings),
	);
}

function checkInspector(text: string): void {
	const raw = parseJson(text);
	const request = InspectorRequestSchema.safeParse(raw);
	if (request.success && request.data.event === "setAccount") {
		checkPasted(request.data.baseUrl ?? "");
		checkPasted(request.data.apiKey ?? "");
	}
	InspectorReplySchema.safeParse(raw);
	assertSafeOutput(undefined, text.length);
}

function checkPasted(text: string): void {
	assertSafeOutput([addressFrom(text), credentialFrom(text)], text.length);
	checkOrigin(addressFrom(text));
}

function checkOrigin(address: string): void {
	try {
		const origin = originFrom(address);
		if (new URL(origin).origin !== origin) throw new UnsafeOutputError(`${origin} is more than an origin`);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
	}
}

function draw(...faces: readonly Parameters<typeof renderFace>[0][]): void {
	for (const face of faces) {
		const svg = renderFace(face);
		const fault = faultOf(svg);
		if (fault !== undefined) throw new UnsafeOutputError(`an image with ${fault}`);
		assertSafeOutput(svg, 0);
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
