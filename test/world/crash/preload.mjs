// Loaded into the plugin's process before everything else: causes uncaught errors on request.
import { existsSync, rmSync } from "node:fs";

const { signalPath, secret } = JSON.parse(process.env.CRASH_WITH);
delete process.env.CRASH_WITH;

function crashAll() {
	const encodings = [
		secret,
		encodeURIComponent(secret),
		JSON.stringify(secret),
		Buffer.from(`>${secret}<`).toString("base64"),
	];
	for (const text of encodings) {
		const error = new Error(`GET /v1.0/me.json?apiKey=${text}`, {
			cause: new Error(text, { cause: { url: text } }),
		});
		setTimeout(() => {
			throw error;
		});
		for (const reason of [error, text, { text, deep: { text } }, [text]]) void Promise.reject(reason);
	}
}

setInterval(() => {
	if (!existsSync(signalPath)) return;
	rmSync(signalPath);
	crashAll();
}, 20).unref();
