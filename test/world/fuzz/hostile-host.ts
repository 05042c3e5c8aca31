import fc from "fast-check";

import type { RawHost } from "../../end-to-end/raw-host";
import { waitUntil } from "../deck/wait-until";
import { mutatedJson, mutatedText } from "./mutations";
import { specimens } from "./specimens";

const batchSize = 250;
const maxKeys = 40;

/**
 * Has an app say what no app says, and asks between whether the plugin still draws a new key.
 * @param afterBatch Told how many frames have been said so far.
 * @throws When it has ended or draws no more.
 */
export async function sayHostileFrames(
	host: RawHost,
	{
		seed,
		frames,
		afterBatch,
	}: { readonly seed: number; readonly frames: number; readonly afterBatch?: (said: number) => void },
): Promise<void> {
	host.say({ event: "deviceDidConnect", device: host.device.id, deviceInfo: host.device.info });
	const input = mutatedText(mutatedJson(specimens.host));
	for (let said = 0; said < frames; said += batchSize) {
		const count = Math.min(batchSize, frames - said);
		for (const frame of fc.sample(input, { seed: seed + said, numRuns: count })) host.say(onDeck(frame));
		const context = `witness-${said}`;
		const key = { action: "com.example.streamevents.counter", context, device: host.device.id };
		const payload = {
			settings: {},
			controller: "Keypad",
			isInMultiAction: false,
			coordinates: { column: 0, row: 0 },
		};
		host.say({ event: "willAppear", ...key, payload });
		await waitUntil(
			() => {
				if (host.exit) throw new Error(`the plugin ended with code ${host.exit.code ?? "none"}`);
				return host.sentFor(context).some(({ event }) => event === "setImage");
			},
			{ timeoutMs: 30_000, message: `the plugin to draw a key after ${said + count} frames` },
		);
		host.say({ event: "willDisappear", ...key, payload });
		host.received.length = 0;
		afterBatch?.(said + count);
	}
}

/** A deck has only so many keys: what is kept for each of them may not be what makes the plugin grow. */
function onDeck(frame: string): string {
	return frame.replace(
		/"context":"([^"\\]*)"/,
		(_, context: string) => `"context":"key-${context.length % maxKeys}"`,
	);
}
