import { expect, it, onTestFinished } from "vitest";

import { waitUntil } from "../../world/deck/wait-until";
import { RawHost } from "./raw-host";

it("the log contains nothing of an unreadable message, which may contain a key", async () => {
	const host = await RawHost.start();
	onTestFinished(() => host.stop());
	const key = "4f9a77d1-the-key";
	const settings = { baseUrl: "http://127.0.0.1:9", apiKey: key };
	host.send(JSON.stringify({ event: "didReceiveGlobalSettings", payload: { settings } }).slice(0, -3));
	host.send(`nonsense ${key}`);
	host.send({ nothing: key });
	host.send({ event: "didReceiveGlobalSettings", settings });
	host.send({ event: "didReceiveSettings", context: key, settings });
	host.send({ event: "willAppear", context: key, payload: { settings } });
	let logs = "";
	await waitUntil(
		async () => {
			logs = await host.readLogs();
			return logs.split("Failed to parse message").length > 4 && logs.includes("Received unknown message");
		},
		{ message: () => `the SDK to complain; the log says ${logs}` },
	);
	expect(logs).not.toContain(key);
	expect(host.exit).toBeUndefined();
});
