import type { CounterMetric } from "../../state/counters/counter-query";
import type { StreamEventType } from "../../state/events/stream-event";
import type { IconName } from "./icons";
import { palette } from "./palette";

/** Colour and shape that distinguish event types. */
export type IconStyle = { readonly icon: IconName; readonly color: string };

const follow: IconStyle = { icon: "heart", color: palette.follow };
const subscription: IconStyle = { icon: "star", color: palette.subscription };
const donation: IconStyle = { icon: "diamond", color: palette.donation };
const hosting: IconStyle = { icon: "megaphone", color: palette.hosting };

export const styleByEventType: Readonly<Record<StreamEventType, IconStyle>> = {
	follow,
	subscription,
	donation,
	hosting,
};

export const styleByMetric: Readonly<Record<CounterMetric, IconStyle>> = {
	followers: follow,
	subscriptions: subscription,
	donations: donation,
	donationAmount: donation,
	hostings: hosting,
	viewers: { icon: "eye", color: palette.viewers },
};
