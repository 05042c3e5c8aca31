import { describe, expect, it } from "vitest";

import { sceneRemoteMessage, sceneRemotePayload } from "../../../../src/service/socket/scene-channel";

describe("a remote command on the wire", () => {
	it("is what the interface shows", () => {
		expect(sceneRemoteMessage).toBe("scene-remote-event");
		expect(sceneRemotePayload({ actionCode: "trigger", itemId: 323 }, "key")).toEqual({
			event: { action: "trigger", target_id: 323 },
			appKey: "key",
		});
	});
});
