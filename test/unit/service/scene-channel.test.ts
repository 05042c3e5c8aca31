import { describe, expect, it } from "vitest";

import { sendRemoteAction } from "../../../src/service/scene-channel";

describe("sendRemoteAction", () => {
	const command = { actionCode: "trigger", itemId: 323, apiKey: "key" };

	it("emits the command as the service wants it", () => {
		const sent: unknown[] = [];
		const room = { emit: (name: string, payload: unknown) => sent.push([name, payload]) > 0 };
		expect(sendRemoteAction(room, command)).toBe(true);
		expect(sent).toEqual([
			["scene-remote-event", { event: { action: "trigger", target_id: 323 }, appKey: "key" }],
		]);
	});

	it("says when it did not leave", () => {
		expect(sendRemoteAction({ emit: () => false }, command)).toBe(false);
	});
});
