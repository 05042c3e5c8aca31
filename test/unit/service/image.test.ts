import { describe, expect, it } from "vitest";

import { ServiceError } from "../../../src/service/errors";
import { readImage } from "../../../src/service/image";
import { deadOrigin, listen } from "./loopback";

const patience = { timeoutMs: 2_000 };

function serving(type: string, bytes: Buffer, status = 200) {
	return listen((_request, response) => {
		response.writeHead(status, { "content-type": type }).end(bytes);
	});
}

describe("a small picture", () => {
	it("is requested from a path of the service, without credentials", async () => {
		const { origin, requests } = await serving("image/png; charset=binary", Buffer.from("PNG"));
		expect(await readImage("/media/1.png", origin, patience)).toBe("data:image/png;base64,UE5H");
		expect(requests.map(({ url }) => url.pathname + url.search)).toEqual(["/media/1.png"]);
	});

	it("is requested by its content type", async () => {
		const { origin } = await listen(({ headers }, response) => {
			response.writeHead(200, { "content-type": headers.accept === "image/*" ? "image/png" : "text/html" });
			response.end("PNG");
		});
		expect(await readImage("/media/1", origin, patience)).toBe("data:image/png;base64,UE5H");
	});

	it.each([
		["text/html", 10, 200],
		["image/svg+xml", 10, 200],
		["image/png", 300_000, 200],
		["image/png", 10, 404],
	])("is not %s of %i bytes with status %i", async (type, size, status) => {
		const { origin } = await serving(type, Buffer.alloc(size), status);
		expect(await readImage("/media/1.png", origin, patience)).toBeUndefined();
	});

	it.each([
		"903211",
		"http://elsewhere.example/a.png",
		"https://elsewhere.example/a.png",
		"https://cdn.service.example/a.png",
		"//elsewhere.example/a.png",
		"http://service.example/a.png",
		"javascript:alert(1)",
		"data:image/png;base64,AA",
		"",
	])("is not requested from %s", async (address) => {
		expect(await readImage(address, "https://service.example", patience)).toBeUndefined();
	});

	it("is requested from another port of the service's host", async () => {
		const address = (await deadOrigin()).replace("http:", "https:");
		await expect(readImage(`${address}/1.png`, "https://127.0.0.1", patience)).rejects.toThrow(ServiceError);
	});

	it("has a time limit, and is not requested from a redirect", async () => {
		await expect(readImage("/1.png", await deadOrigin(), patience)).rejects.toThrow(ServiceError);
		const { origin } = await listen((_request, response) => {
			response.writeHead(302, { location: "https://elsewhere.example/" }).end();
		});
		await expect(readImage("/1.png", origin, patience)).rejects.toThrow(ServiceError);
		const silent = await listen(() => undefined);
		await expect(readImage("/1.png", silent.origin, { timeoutMs: 50 })).rejects.toThrow(ServiceError);
	});
});
