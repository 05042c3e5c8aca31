import { expect, it, onTestFinished } from "vitest";

import { sendHostileFrames } from "../../world/fuzz/hostile-host";
import { RawHost } from "./raw-host";

it("an app that sends random messages does not end the plugin, and a key is still drawn", async () => {
	const host = await RawHost.start();
	onTestFinished(() => host.stop());
	await sendHostileFrames(host, { seed: 12, frameCount: 1_000 });
	expect(host.exit).toBeUndefined();
});
