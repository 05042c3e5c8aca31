import { shapePresets, type Shapes } from "../../service/shapes/shapes";
import type { VirtualClock } from "../../fakes/virtual-clock";
import { eventFields } from "./event-fields";
import type { Feature } from "../features";
import { listCountModes, reliableListCountModes } from "./list-model";
import { drawTotals } from "../stream/random-events";
import { ServiceModel, type ServiceModelOptions } from "./service-model";
import type { Randoms } from "../world";

export const timeZones = [
	...["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe"],
	...["Africa/Cairo", "America/Havana", "Asia/Kathmandu", "Pacific/Kiritimati"],
];

/** Times just before a calendar boundary in some time zone. */
export const calendarBoundaries = [
	...["2026-01-01T00:00Z", "2026-03-08T07:00Z", "2026-03-29T01:00Z", "2026-04-05T15:00Z"],
	...["2026-04-24T00:00Z", "2026-06-01T00:00Z", "2026-10-25T01:00Z", "2026-11-01T05:00Z"],
	"2027-01-01T00:00Z",
];

type DrawOptions = {
	readonly features: ReadonlySet<Feature>;
	/** Whether the list has thousands of entries. Pages then have the default size. */
	readonly isLarge: boolean;
	readonly log: (line: string) => void;
};

/** Creates a service with randomly drawn properties. */
export function createServiceModel(
	clock: VirtualClock,
	{ basic, extra }: Randoms,
	{ features, isLarge, log }: DrawOptions,
): ServiceModel {
	const shapes: Shapes = {
		...basic.pick([shapePresets.documented, shapePresets.field]),
		origin: basic.pick(["absent", "present"]),
	};
	const drawnCap = basic.pick([1, 2, 3, 7, 10, 20, 50, 100, 100, 100]);
	const limitCap = isLarge ? 100 : drawnCap;
	const basicOptions: ServiceModelOptions = {
		shapes,
		echo: basic.pick(["on", "off"]),
		limitCap,
		overCapBehaviour: basic.pick(["capped", "capped", "refused"]),
		typeFilter: basic.pick(["honoured", "honoured", "honoured", "loose"]),
		listCount: basic.chance(0.6)
			? "exact"
			: basic.pick(drawnCap < 10 ? reliableListCountModes : listCountModes),
		missingInFrames: basic.chance(0.5) ? undefined : basic.pick(eventFields),
		missingInList: basic.chance(0.6) ? undefined : basic.pick(eventFields),
		totalsBefore: drawTotals(basic),
	};
	// Smaller pages than documented do not show an order, and look like the end of the list.
	const isOrdered = !features.has("disorder") || extra.chance(0.8) || limitCap < 10;
	// Details that only the push contains are lost when the event is dropped, and events that no key requires are dropped.
	const areDropped = features.has("pages") || features.has("dials") || features.has("limits");
	const { missingInList } = basicOptions;
	const isForgotten = areDropped && missingInList !== "id" && missingInList !== "ref";
	const service = new ServiceModel(clock, basic, {
		...basicOptions,
		missingInList: isForgotten ? undefined : missingInList,
		...(!isOrdered && extra.pick([{ listOrder: "ignored" } as const, { listOffset: "ignored" } as const])),
		...(features.has("custom") && {
			listBounds: extra.pick(["honoured", "honoured", "ignored", "refused"] as const),
		}),
	});
	if (features.has("late-pushes")) service.latePushShare = extra.pick([0.1, 0.5, 1]);
	if (features.has("ignored")) service.ignoredName = extra.pick(["ada", "max", "zoë"]);
	const { shapes: _, totalsBefore: __, ...options } = service.options;
	log(`habits: ${JSON.stringify(options)}; origin ${shapes.origin}, others ${shapes.otherTypes}`);
	service.computerClockOffsetMs = basic.pick([0, 0, 90_000, -90_000, 7_200_000, -7_200_000]);
	return service;
}
