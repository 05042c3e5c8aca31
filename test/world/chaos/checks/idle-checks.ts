import { countDistrustMs } from "../../../../src/sync/timing";
import { maxQuietRequests } from "./bounds";
import type { Limits } from "../limits";
import type { User } from "../user/user";
import type { World } from "../world";

const quietIntervalMs = 300_000;
const minuteMs = 60_000;

/** Checks that an idle stream causes almost no requests, and none without visible keys. */
export async function checkIdle(world: World, user: User, limits: Limits): Promise<void> {
	const { clock, service, complain } = world;
	await clock.advance(service.unpushedSinceMs === undefined ? 100_000 : 2 * quietIntervalMs + 100_000);
	const before = service.requests.length;
	await clock.advance(quietIntervalMs);
	const requests = service.requests.slice(before);
	const maxRequests = maxQuietRequests(service, limits);
	if (requests.length > maxRequests)
		complain(`${requests.length} requests in five quiet minutes, more than ${maxRequests}`);
	const totalsCalls = requests.filter(({ endpoint }) => endpoint === "totals").length;
	// If other event types are listed, the list's count changes without a push, which causes a sync.
	// If pages have fewer entries than documented, a sync takes so long that the totals are read again. An unordered page of
	// several types need not contain what another read contained, which causes a sync.
	// A count that is wrong is believed again once an hour, until a few tries show that it is wrong. If it disagrees with the
	// stored count of hosts, it is watched for a minute.
	const { typeFilter, limitCap, listCount, listOrder } = service.options;
	const mayBeBelieved = listCount !== "absent" && clock.elapsedMs() > countDistrustMs;
	const isReadTwice = typeFilter === "loose" || limitCap < 10 || listOrder === "ignored";
	const allowedCalls = mayBeBelieved ? 16 : isReadTwice ? 2 : 1;
	if (totalsCalls > allowedCalls) complain(`${totalsCalls} readings in five quiet minutes`);
	user.hide();
	await clock.advance(minuteMs);
	const after = service.requests.length;
	await clock.advance(10 * minuteMs);
	if (service.requests.length > after) complain("requests although no key is visible");
	if (service.rooms.size > 0) complain("a room open although no key is visible");
	if (world.plugin().process.pendingCount > 0) complain("timers although no key is visible");
}
