import { describe, expect, it } from "vitest";

import type { Face } from "../../world/deck/drawing/face";
import { waitUntil } from "../../world/deck/wait-until";
import { setUpRig } from "../rig";

const action = "com.example.streamevents.top-supporter";
const says = (value: string) => (face: Face) => face.value === value && face.state === "live";

describe("Top Supporter", () => {
	it("displays the largest donation, a new one, and the previous one when that is deleted", async () => {
		const { service, deck } = await setUpRig({ service: { seed: "empty" } });
		const key = deck.place({ action });
		const total = deck.place({ action, settings: { by: "total", scope: "today" } });
		await deck.launch();
		await deck.face(key, says("nobody"));
		service.donate({ username: "Ada", amount: 10, currency: "EUR" });
		const face = await deck.face(key, says("Ada 10.00 EUR"));
		expect(face.title).toBe("Top donation this month · Ada 10.00 EUR · live");
		const first = service.donate({ username: "Bob", amount: 7.5, currency: "EUR" });
		service.donate({ username: "bob", amount: 7.5, currency: "EUR" });
		await deck.face(total, says("bob 15.00 EUR"));
		const large = service.donate({ username: "Eve", amount: 500, currency: "EUR" });
		await deck.face(key, says("Eve 500.00 EUR"));
		service.donate({ username: "Yen", amount: 900_000, currency: "JPY" });
		await waitUntil(() => Date.now() > large.createdAtMs + 1_500, { message: "a later second" });
		for (const { id } of [large, first]) service.deleteEvent(id, "announced");
		await deck.face(key, says("Ada 10.00 EUR"));
		await deck.face(total, says("Ada 10.00 EUR"));
		deck.setGlobalSettings({ ...deck.globalSettings, hideNumbers: true });
		await deck.face(key, says("Ada hidden"));
		expect(deck.complaints).toEqual([]);
	});

	it("ranks each anonymous donation separately, and displays it as anonymous", async () => {
		const { service, deck } = await setUpRig({ service: { seed: "empty" }, deck: { devices: ["plus"] } });
		for (const username of ["Anonymous", "anonymous", "Anonym", "\u3164"])
			service.donate({ username, amount: 10, currency: "EUR" });
		service.donate({ username: "Zoe", amount: 30, currency: "EUR" });
		const key = deck.place({ action, settings: { by: "total", scope: "today" } });
		const people = deck.place({
			action: "com.example.streamevents.counter",
			settings: { metric: "donations", scope: "today", uniqueOnly: true },
		});
		const latest = deck.place({ action: "com.example.streamevents.latest-event" });
		await deck.launch();
		await deck.face(key, says("Zoe 30.00 EUR"));
		await deck.face(people, says("5"));
		service.donate({ username: "\u2800", amount: 5, currency: "EUR" });
		const face = await deck.face(latest, says("Anonymous 5.00 EUR"));
		expect(face.svg).toContain(">Anonymous</text>");
	});

	it("steps through the ranks when its dial is rotated, and through the periods when it is pushed", async () => {
		const { service, deck } = await setUpRig({ service: { seed: "empty" }, deck: { devices: ["plus"] } });
		for (const [index, username] of ["Ada", "Bob", "Cyd"].entries()) {
			service.donate({ username, amount: 30 - index, currency: "EUR" });
		}
		const dial = deck.placeDial({ action });
		await deck.launch();
		await deck.strip(dial, ({ values: { value } }) => value === "Ada");
		deck.rotate(dial, 2);
		await deck.strip(dial, ({ values: { value, note } }) => value === "Cyd" && String(note).includes("#3"));
		deck.rotate(dial, -1);
		await deck.strip(dial, ({ values: { value } }) => value === "Bob");
		deck.down(dial);
		deck.rotate(dial, 1, { pressed: true });
		deck.up(dial);
		await deck.strip(dial, ({ values: { note } }) => String(note).includes("this year"));
	});

	it("reads only donations, as far back as its period", async () => {
		const { service, deck } = await setUpRig();
		const key = deck.place({ action, settings: { scope: "lifetime" } });
		await deck.launch();
		const face = await deck.face(key, ({ state }) => state === "live");
		const own = service
			.truth()
			.events.flatMap(({ type, amount }) => (type === "donation" && amount ? [amount] : []));
		const most = Math.max(
			...own.filter(({ currency }) => currency === "EUR").map(({ minorUnits }) => minorUnits),
		);
		expect(face.value).toContain(` ${(most / 100).toFixed(2)} EUR`);
		const further = service.requests.filter(
			({ endpoint, query }) => endpoint === "events" && Number(query["offset"]?.[0] ?? 0) > 0,
		);
		expect(further.map(({ query }) => query["type[]"]?.join())).toEqual(further.map(() => "donation"));
	});
});
