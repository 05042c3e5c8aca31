import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

import { fakePluginDir } from "../deck/fixtures/fake-plugin";

import { serveFile } from "./static-files";

const pageDir = fileURLToPath(new URL("page", import.meta.url));

async function serve(): Promise<number> {
	const mounts = { "/": pageDir, "/plugin/": fakePluginDir };
	const server = createServer((request, response) => void serveFile(request, response, mounts));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => void server.close());
	return (server.address() as AddressInfo).port;
}

/** Returns the status of a request whose path is sent unchanged, including dots. */
async function statusOf(port: number, path: string, method = "GET"): Promise<number | undefined> {
	const sent = request({ host: "127.0.0.1", port, path, method, agent: false }).end();
	const [response] = (await once(sent, "response")) as [IncomingMessage];
	response.resume();
	return response.statusCode;
}

describe("serveFile", () => {
	it("serves the page, and the plugin's files under their prefix", async () => {
		const port = await serve();
		const page = await fetch(`http://127.0.0.1:${port}/`);
		expect(page.headers.get("content-type")).toMatch(/text\/html/);
		expect(await page.text()).toContain("Playground");
		const layout = await fetch(`http://127.0.0.1:${port}/plugin/layouts/dial.json`);
		expect(await layout.json()).toMatchObject({ id: "dial" });
	});

	it("serves the page's modules with the MIME type for browsers", async () => {
		const module = await fetch(`http://127.0.0.1:${await serve()}/dom`);
		expect(module.headers.get("content-type")).toMatch(/text\/javascript/);
		expect(await module.text()).toContain("export function element(name, properties = {}, ...children)");
	});

	it.each([
		"/%2e%2e/playground",
		"/main.ts",
		"/nothing",
		"/../package.json",
		"/%2e%2e/playground.ts",
		"/plugin/../../../../package.json",
		"/plugin/..%2f..%2f..%2f..%2fpackage.json",
		"/plugin/bin/plugin.mjs",
		"/nothing.html",
		"/%",
	])("has nothing at %s", async (path) => {
		expect(await statusOf(await serve(), path)).toBe(404);
	});

	it("is read-only", async () => {
		expect(await statusOf(await serve(), "/", "POST")).toBe(404);
	});
});
