import type { CounterMetric } from "../state/counter-query";
import type { StreamEventType } from "../state/stream-event";
import type { IconName } from "./icons";
import { palette } from "./palette";

/** Colour and shape that tell kinds apart at a glance. */
export type Kind = { readonly icon: IconName; readonly color: string };

const follow: Kind = { icon: "heart", color: palette.follow };
const subscription: Kind = { icon: "star", color: palette.subscription };
const donation: Kind = { icon: "diamond", color: palette.donation };
const hosting: Kind = { icon: "megaphone", color: palette.hosting };

export const kindByEventType: Readonly<Record<StreamEventType, Kind>> = {
	follow,
	subscription,
	donation,
	hosting,
};

export const kindByMetric: Readonly<Record<CounterMetric, Kind>> = {
	followers: follow,
	subscriptions: subscription,
	donations: donation,
	donationAmount: donation,
	hostings: hosting,
	viewers: { icon: "eye", color: palette.viewers },
};
