import { expect, it } from "vitest";

import { fitLine } from "../../../../src/key-face/drawing/text-fit";
import { textElement } from "../../../../src/key-face/drawing/svg";

function drawn(text: string): string {
	const line = fitLine([text], { widthPx: 144, maxPx: 48 });
	return textElement(line, { x: 72, baselineY: 90, color: "#ffffff" });
}

it.each(["44,134", "123.4万", "€12.3萬", "123.4만", "￥100,000", "+€3.3万 · 今日"])(
	"is not drawn wider than the key in a font wider than Arial: %s",
	(text) => {
		expect(drawn(text)).toMatch(/ textLength="1\d\d[\d.]*" lengthAdjust="spacingAndGlyphs"/);
	},
);

it.each(["7", "ありがとうございます", "ｱﾘｶﾞﾄｳｺﾞｻﾞｲﾏｽ", "شكرا جزيلا لكم جميعا", "👍👍👍👍👍"])(
	"keeps its own width if it is short or that width is unknown: %s",
	(text) => {
		expect(drawn(text)).not.toContain("textLength");
	},
);
