import fc from "fast-check";

import type { RawHost } from "../../end-to-end/host/raw-host";
import { waitUntil } from "../deck/wait-until";
import { mutatedJson, mutatedText } from "./mutations";
import { corpus } from "./corpus";

const batchSize = 250;
const maxKeys = 40;

/**
 * Sends invalid frames as an app, and checks in between whether the plugin still draws a new key.
 * @param afterBatch Receives the number of frames sent so far.
 * @throws When the plugin has ended or draws no more.
 */
export async function sendHostileFrames(
	host: RawHost,
	{
		seed,
		frameCount,
		afterBatch,
	}: {
		readonly seed: number;
		readonly frameCount: number;
		readonly afterBatch?: (sentCount: number) => void;
	},
): Promise<void> {
	host.send({ event: "deviceDidConnect", device: host.device.id, deviceInfo: host.device.info });
	const input = mutatedText(mutatedJson(corpus.host));
	for (let sentCount = 0; sentCount < frameCount; sentCount += batchSize) {
		const count = Math.min(batchSize, frameCount - sentCount);
		for (const frame of fc.sample(input, { seed: seed + sentCount, numRuns: count }))
			host.send(limitKeyCount(frame));
		const context = `witness-${sentCount}`;
		const key = { action: "com.example.streamevents.counter", context, device: host.device.id };
		const payload = {
			settings: {},
			controller: "Keypad",
			isInMultiAction: false,
			coordinates: { column: 0, row: 0 },
		};
		host.send({ event: "willAppear", ...key, payload });
		await waitUntil(
			() => {
				if (host.exit) throw new Error(`the plugin ended with code ${host.exit.code ?? "none"}`);
				return host.sentFor(context).some(({ event }) => event === "setImage");
			},
			{ timeoutMs: 30_000, message: `the plugin to draw a key after ${sentCount + count} frames` },
		);
		host.send({ event: "willDisappear", ...key, payload });
		host.received.length = 0;
		afterBatch?.(sentCount + count);
	}
}

/** Limits the number of contexts, as on a real deck. Otherwise the data stored per key would grow. */
function limitKeyCount(frame: string): string {
	return frame.replace(
		/"context":"([^"\\]*)"/,
		(_, context: string) => `"context":"key-${context.length % maxKeys}"`,
	);
}
