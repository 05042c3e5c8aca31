import { expect, it, onTestFinished } from "vitest";

import { sendHostileFrames } from "../world/fuzz/hostile-host";
import { RawHost } from "./raw-host";

it("an app that says anything at all ends nothing, and a key is drawn all the same", async () => {
	const host = await RawHost.start();
	onTestFinished(() => host.stop());
	await sendHostileFrames(host, { seed: 12, frameCount: 1_000 });
	expect(host.exit).toBeUndefined();
});
