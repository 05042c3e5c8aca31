import { chartFace, type ChartFaceInput } from "../../../../src/key-face/chart-face";
import type { Face } from "../../../../src/key-face/face";
import { stringsFor } from "../../../../src/key-face/language";
import type { FaceStrings } from "../../../../src/key-face/strings";
import { parseChartSettings } from "../../../../src/settings/schemas/chart";
import { nowMs, live, down, connecting, soon, type Exhibit } from "./shared";

export const weekChart = {
	labels: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
	series: { followers: { values: [8, 20, 15, 32, 6, 40, 27], total: 148 } },
};

export function chart(input: Partial<ChartFaceInput>, settings: object = {}, words = stringsFor("en")): Face {
	const usual: ChartFaceInput = { link: live, chart: weekChart, isHidden: false };
	return chartFace({ ...usual, ...input }, parseChartSettings(settings), nowMs, words);
}

/** Every state of the action's face, in one language. */
export function exhibits(words: FaceStrings): readonly Exhibit[] {
	const shown: Exhibit[] = [];
	const show = (name: string, face: Face) => shown.push({ name, face });

	show("chart", chart({}, {}, words));
	show("month", chart({ chart: monthChart }, { series: "subscriptions", range: "month" }, words));
	show("year", chart({ chart: yearChart }, { series: "donationAmount", range: "year" }, words));
	show("empty", chart({ chart: emptyChart }, { series: "donations", range: "day" }, words));
	show("stale", chart({ link: down }, {}, words));
	show("hidden", chart({ isHidden: true }, {}, words));
	show("failed", chart({ notice: { text: words.troubles.unreachable[0], ...soon } }, {}, words));
	show("one huge", chart({ chart: hugeChart }, { range: "day" }, words));
	show("no series", chart({ chart: { labels: [], series: {} } }, {}, words));
	show("connecting", chart({ chart: undefined, link: connecting }, {}, words));
	return shown;
}

const monthChart = {
	labels: Array.from({ length: 30 }, (_, day) => String(day + 1)),
	series: {
		subscriptions: { values: Array.from({ length: 30 }, (_, day) => (day * 7) % 11), total: 1_482 },
	},
};
const hugeChart = {
	labels: Array.from({ length: 24 }, (_, hour) => `${hour}:00`),
	series: {
		followers: {
			values: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 1e9 : 1)),
			total: 1_000_000_023,
		},
	},
};
const yearChart = {
	labels: Array.from({ length: 12 }, (_, month) => String(month + 1)),
	series: {
		donationAmount: { values: [10, 12, 30, 25, 40, 38, 60, 45, 50, 72, 66, 30], total: 1_234_567.5 },
	},
};
const emptyChart = { labels: ["0", "1"], series: { donations: { values: [0, 0], total: 0 } } };
