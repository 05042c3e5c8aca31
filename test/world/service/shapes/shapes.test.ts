import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { objectContaining, anyNumber, anyString, stringMatching } from "../clients/matchers";
import { get } from "../clients/rest-client";
import { shapePresets, shapesSchema, type Shapes } from "./shapes";
import { startService, type StandInService } from "../stand-in";

const nowMs = Date.parse("2026-03-18T20:30:15.250Z");
let service: StandInService;

beforeAll(async () => {
	service = await startService({ shapes: "field", clock: () => nowMs });
});

afterAll(() => service.stop());

describe("the page for other clients", () => {
	const page = readFileSync(new URL("../your-client.md", import.meta.url), "utf8");

	it.each(Object.keys(shapesSchema.shape) as (keyof Shapes)[])("lists the values of %s", (name) => {
		const [, , documented = "", field = "", also = ""] =
			page
				.split("\n")
				.find((line) => line.startsWith(`| \`${name}\` `))
				?.split("|") ?? [];
		expect(documented).toContain(`\`${shapePresets.documented[name]}\``);
		expect(field).toContain(`\`${shapePresets.field[name]}\``);
		for (const option of shapesSchema.shape[name].options)
			expect(documented + field + also).toContain(`\`${option}\``);
	});
});

describe("the endpoints with shapes seen in practice", () => {
	it("return more in a user than documented", async () => {
		expect((await get(service, "/v1.0/me")).body).toMatchObject({
			id: anyNumber,
			avatar: { url: anyString },
			hasPayment: stringMatching(/\+0\d:00$/),
			parameters: [],
			providers: [{ accessToken: anyString }, {}],
		});
	});

	it("list events at another place, with numbers as text, origins, and undocumented types", async () => {
		const { body } = await get(service, "/v1.0/events", "limit=3");
		expect(body).toMatchObject({
			message: "success",
			datas: { total_count: String(service.count()), items: [{}, {}, {}] },
		});
		expect(body).toHaveProperty(
			"datas.items[0]",
			objectContaining({
				id: stringMatching(/^\d+$/),
				origin: "twitch",
				created_at: "2026-03-18T21:28:15+01:00",
				"parameters.amount": "0",
			}),
		);
		expect((await get(service, "/v1.0/events", "type[]=cheer")).body).not.toHaveProperty(
			"datas.total_count",
			"0",
		);
	});

	it("print an object without members as an array", async () => {
		service.follow({});
		expect((await get(service, "/v1.0/events", "limit=1")).body).toHaveProperty(
			"datas.items[0].parameters",
			[],
		);
	});

	it("wrap scenes, and have numbers as text in totals and charts", async () => {
		expect((await get(service, "/v1.0/scenes/remote")).body).toHaveProperty("data.scenes.length", 3);
		expect((await get(service, "/v1.0/scenes/5c3e0001a7")).body).toHaveProperty("data.items[0].top", "12.5");
		const totals = await get(service, "/v1.0/events/forever");
		expect(totals.body).toHaveProperty("datas.followers", String(service.truth().followers));
		expect(totals.body).toHaveProperty("datas.donations", stringMatching(/^\d+\.\d\d$/));
		expect(totals.body).toHaveProperty("datas.cheers");
		const chart = await get(service, "/v1.0/events/chart", "rangeType=year");
		expect(chart.body).toHaveProperty("datas.series.Donations.total", stringMatching(/^\d+$/));
	});

	it("spell the socket's address in each way", async () => {
		const { port } = new URL(service.url);
		const spelled = {
			"trailing-slash": { host: "http://127.0.0.1/", port },
			"no-scheme": { host: "127.0.0.1", port },
			"number-port": { host: "http://127.0.0.1", port: Number(port) },
			"ws-scheme": { host: "ws://127.0.0.1", port },
		};
		for (const [discovery, datas] of Object.entries(spelled)) {
			service.setShapes({ discovery: discovery as keyof typeof spelled });
			expect((await get(service, "/v2.0/site/socket")).body).toMatchObject({ datas });
		}
	});
});
