import { describe, expect, it } from "vitest";

import { EventAddressResolver } from "../../../src/connection/event-address-resolver";
import { ServiceError, type ServiceErrorKind } from "../../../src/service/errors";
import { fakeClient } from "../../world/fakes/fake-client";
import { flushPromises, VirtualClock } from "../../world/fakes/virtual-clock";

const origin = "https://sockets.example";
const { signal } = new AbortController();

function setUp(findAccount: () => Promise<void> = () => Promise.resolve()) {
	const clock = new VirtualClock();
	let failure: ServiceErrorKind | undefined;
	const client = fakeClient({
		socketAddress: async () => {
			if (failure) throw new ServiceError(failure, "nobody tells");
			return origin;
		},
	});
	const address = new EventAddressResolver({ client, clock }, { ensureLoaded: findAccount });
	return { clock, address, fail: (kind: ServiceErrorKind) => (failure = kind) };
}

describe("the address of the event channel", () => {
	it("is that from discovery, once the account is loaded", async () => {
		let know: () => void = () => undefined;
		const { address, clock } = setUp(() => new Promise((resolve) => (know = resolve)));
		let found: string | undefined;
		const finding = address.resolve(signal).then((resolved) => (found = resolved));
		await flushPromises();
		expect(found).toBeUndefined();
		know();
		await finding;
		expect([found, clock.pendingCount]).toEqual([origin, 0]);
	});

	it("waits for the account for at most two and a half seconds", async () => {
		const { address, clock } = setUp(() => new Promise(() => undefined));
		let found: string | undefined;
		void address.resolve(signal).then((resolved) => (found = resolved));
		await clock.advance(2_499);
		expect(found).toBeUndefined();
		await clock.advance(1);
		expect(found).toBe(origin);
	});

	it("is unavailable if the key is refused", async () => {
		const refusal = new ServiceError("refused", "unknown key");
		const { address, clock } = setUp(() => Promise.reject(refusal));
		await expect(address.resolve(signal)).rejects.toBe(refusal);
		expect(clock.pendingCount).toBe(0);
	});

	it.each(["server-error", "bad-answer", "not-this-service", "rate-limited"] as const)(
		"is the last known one if only discovery fails (%s)",
		async (kind) => {
			const { address, fail } = setUp();
			fail(kind);
			await expect(address.resolve(signal)).rejects.toMatchObject({ kind });
			const known = setUp();
			await known.address.resolve(signal);
			known.fail(kind);
			expect(await known.address.resolve(signal)).toBe(origin);
		},
	);

	it("is unavailable if the whole service may have moved", async () => {
		const { address, fail } = setUp();
		await address.resolve(signal);
		fail("unreachable");
		await expect(address.resolve(signal)).rejects.toMatchObject({ kind: "unreachable" });
	});
});
