import type { Face } from "../../../../src/key-face/face";
import { stringsFor } from "../../../../src/key-face/language";
import type { FaceStrings } from "../../../../src/key-face/strings";
import { topSupporterFace, type TopSupporterFaceInput } from "../../../../src/key-face/top-supporter-face";
import { parseTopSupporterSettings } from "../../../../src/settings/schemas/top-supporter";
import { nowMs, live, down, connecting, type Exhibit } from "./shared";

const ranking = {
	kind: "ranking",
	supporters: [
		{ person: "Marguerite", amount: { minorUnits: 25_000, currency: "EUR" } },
		{ person: "Bob", amount: { minorUnits: 5_000, currency: "EUR" } },
		{ person: undefined, amount: { minorUnits: 500, currency: "EUR" } },
	],
	isIncomplete: false,
} as const;

export function top(
	input: Partial<TopSupporterFaceInput>,
	settings: object = {},
	words = stringsFor("en"),
): Face {
	const usual: TopSupporterFaceInput = { link: live, ranking, rank: 1, isHidden: false };
	return topSupporterFace({ ...usual, ...input }, parseTopSupporterSettings(settings), nowMs, words);
}

/** Every state of the action's face, in one language. */
export function exhibits(words: FaceStrings): readonly Exhibit[] {
	const shown: Exhibit[] = [];
	const show = (name: string, face: Face) => shown.push({ name, face });

	show("top", top({}, {}, words));
	show("top total", top({}, { by: "total", scope: "lifetime" }, words));
	show("third", top({ rank: 3 }, { scope: "session" }, words));
	show("top flash", top({ flash: { atMs: nowMs } }, {}, words));
	show("top masked", top({ isHidden: true }, { scope: "year" }, words));
	show("top stale", top({ link: down }, {}, words));
	show("top incomplete", top({ ranking: { ...ranking, isIncomplete: true } }, {}, words));
	show("no top", top({ rank: 4 }, {}, words));
	show("top first", top({ ranking: { kind: "unknown" }, link: connecting }, {}, words));
	return shown;
}
