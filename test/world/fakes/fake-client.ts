import type { ServiceClient } from "../../../src/service/ports";
import type { StreamEvent } from "../../../src/state/events/stream-event";

/** A client with only the methods that a test provides; any other call fails the test. */
export function fakeClient(methods: Partial<ServiceClient>): ServiceClient {
	const unexpected = (name: string) => () => Promise.reject(new Error(`${name} was not expected`));
	return {
		origin: "https://service.example",
		account: unexpected("account"),
		socketAddress: unexpected("socketAddress"),
		totals: unexpected("totals"),
		events: unexpected("events"),
		chart: unexpected("chart"),
		scenes: unexpected("scenes"),
		scene: unexpected("scene"),
		postEvent: unexpected("postEvent"),
		...methods,
	};
}

export function followOf(id: number, fields: Partial<StreamEvent> = {}): StreamEvent {
	return {
		id: String(id),
		type: "follow",
		createdAtMs: id * 1_000,
		isDeleted: false,
		person: `follower ${id}`,
		...fields,
	};
}
