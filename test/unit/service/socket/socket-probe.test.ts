import { afterEach, describe, expect, it } from "vitest";

import { identifySocketService } from "../../../../src/service/socket/socket-probe";
import { startService, type StandInService } from "../../../world/service/stand-in";
import { answering, deadOrigin, listen } from "../loopback";
import { serviceErrorOf } from "../service-error-of";

let service: StandInService | undefined;

afterEach(async () => {
	await service?.stop();
	service = undefined;
});

const identify = (origin: string) => identifySocketService(origin, { timeoutMs: 2_000 });

describe("identifySocketService", () => {
	it.each([
		{ generation: "4" },
		{ generation: "4-only" },
		{ generation: "2-only" },
		{ transports: "websocket" },
		{ nodes: 2 },
		{ handshakeRefusal: "middleware" },
		{ sceneAddress: "separate" },
	] as const)("recognises a socket server: %j", async (options) => {
		service = await startService({ seed: "empty", ...options });
		await identify(service.sceneUrl);
	});

	it.each([
		["a web page", answering("<html>", {})],
		["other JSON", answering('{"message":"success"}', {})],
		["an error", answering("", { status: 500 })],
		["a redirect", answering("", { status: 302, headers: { location: "https://elsewhere.example" } })],
	])("rejects %s", async (_name, handler) => {
		const { origin } = await listen(handler);
		expect((await serviceErrorOf(identify(origin))).kind).toBe("not-this-service");
	});

	it("reports a missing response", async () => {
		expect((await serviceErrorOf(identify(await deadOrigin()))).kind).toBe("unreachable");
		const { origin } = await listen(() => undefined);
		const impatient = identifySocketService(origin, { timeoutMs: 50 });
		expect((await serviceErrorOf(impatient)).kind).toBe("timeout");
	});
});
