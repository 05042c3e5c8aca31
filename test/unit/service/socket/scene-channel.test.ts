import { describe, expect, it } from "vitest";

import { sceneRemoteMessage, sceneRemotePayload } from "../../../../src/service/socket/scene-channel";

describe("the message of a remote command", () => {
	it("has the documented format", () => {
		expect(sceneRemoteMessage).toBe("scene-remote-event");
		expect(sceneRemotePayload({ actionCode: "trigger", itemId: 323 }, "key")).toEqual({
			event: { action: "trigger", target_id: 323 },
			appKey: "key",
		});
	});
});
