import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

import { afterEach, beforeEach, expect, it } from "vitest";

import { HoldableConnection } from "./holdable-connection";
import { waitForAssertions } from "../clients/plain-clients";

let server: Server;
let client: Socket;
let accepted: Socket;
let line: HoldableConnection;
let judged: string;
let received: string;
let arrived: string;

beforeEach(async () => {
	server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
	await once(server, "listening");
	const connected = once(server, "connection") as Promise<[Socket]>;
	client = connect((server.address() as AddressInfo).port, "127.0.0.1");
	[accepted] = await connected;
	judged = "";
	line = new HoldableConnection(accepted, (chunk) => {
		judged += chunk.toString();
		return judged.endsWith("wake") ? "release" : "leave";
	});
	received = "";
	arrived = "";
	client.on("data", (chunk) => (received += chunk.toString()));
	line.on("data", (chunk: Buffer) => (arrived += chunk.toString()));
});

afterEach(() => {
	client.destroy();
	server.close();
});

it("passes bytes both ways, and an end", async () => {
	client.write("question");
	await waitForAssertions(() => expect(arrived).toBe("question"));
	line.end("answer");
	await once(client, "end");
	expect(received).toBe("answer");
});

it("passes held data when it is released", async () => {
	line.hold();
	client.write("held question");
	line.write("held answer");
	await waitForAssertions(() => expect(judged).toBe("held question"));
	expect([arrived, received]).toEqual(["", ""]);
	client.write("wake");
	await waitForAssertions(() => expect(arrived).toBe("held questionwake"));
	await waitForAssertions(() => expect(received).toBe("held answer"));
});

it("hides a close from the client until it is released", async () => {
	line.hold();
	line.destroy();
	await once(line, "close");
	expect(accepted.destroyed).toBe(false);
	line.release();
	await once(client, "close");
});

it("is cut even if it is held", async () => {
	line.hold();
	line.cut();
	await once(client, "close");
	expect(line.destroyed).toBe(true);
});

it("ends when a held client disconnects", async () => {
	line.hold();
	client.end();
	await once(line, "close");
});
