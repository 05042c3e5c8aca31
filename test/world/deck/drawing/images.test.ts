import { describe, expect, it } from "vitest";

import { fakePluginDir } from "../fixtures/fake-plugin";
import { faultOfImage, faultOfPixmap } from "./images";

const svg = (inside: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="144" height="144">${inside}</svg>`;
const faultOfSvg = (source: string) =>
	faultOfImage(`data:image/svg+xml,${encodeURIComponent(source)}`, fakePluginDir);

describe("faultOfImage", () => {
	it("accepts plain SVG in a percent-encoded data URI", () => {
		expect(
			faultOfSvg(svg('<title>a &amp; b</title><rect width="9" height="9"/><text x="1">👩‍🚀</text>')),
		).toBeUndefined();
	});

	it("accepts text that only looks like markup", () => {
		expect(faultOfSvg(svg("<text>href=1 dominant-baseline &lt;filter</text>"))).toBeUndefined();
	});

	it.each([
		["an unescaped name", svg("<text>a & b</text>")],
		["a missing end", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"],
		["a control character", svg("<text>\u0000</text>")],
	])("refuses SVG with %s", (_, source) => {
		expect(faultOfSvg(source)).toMatch(/well-formed/);
	});

	it.each([
		"<filter/>",
		"<style/>",
		"<mask/>",
		"<foreignObject/>",
		"<svg/>",
		'<text dominant-baseline="middle"/>',
	])("refuses %s, which the app's renderer does not know", (inside) => {
		expect(faultOfSvg(svg(inside))).toMatch(/does not know/);
	});

	it("refuses SVG in base64, raw, or with a charset", () => {
		expect(faultOfImage(`data:image/svg+xml;base64,${btoa(svg(""))}`, fakePluginDir)).toMatch(
			/percent-encoded/,
		);
		expect(faultOfImage(`data:image/svg+xml,${svg("")}`, fakePluginDir)).toMatch(/percent-encoded/);
		expect(faultOfImage(`data:image/svg+xml;charset=utf8,%3Csvg%3E`, fakePluginDir)).toMatch(
			/percent-encoded/,
		);
	});

	it("accepts bitmaps in base64 and refuses other data", () => {
		expect(faultOfImage("data:image/png;base64,AAAA", fakePluginDir)).toBeUndefined();
		expect(faultOfImage("data:image/gif;base64,AAAA", fakePluginDir)).toMatch(/Not an image/);
	});

	it("looks for files inside the plugin", () => {
		expect(faultOfImage("manifest.json", fakePluginDir)).toBeUndefined();
		expect(faultOfImage("imgs/none", fakePluginDir)).toMatch(/No such image/);
	});
});

describe("faultOfPixmap", () => {
	const picture = svg("<rect width='9' height='9'/>");

	it.each([
		["raw SVG", picture],
		["SVG in base64", `data:image/svg+xml;base64,${btoa(picture)}`],
		["a bitmap in base64", "data:image/png;base64,AAAA"],
		["a file of the plugin", "manifest.json"],
	])("accepts %s", (_, image) => {
		expect(faultOfPixmap(image, fakePluginDir)).toBeUndefined();
	});

	it.each([
		["SVG in a percent-encoded data address", `data:image/svg+xml,${encodeURIComponent(picture)}`, /base64/],
		["raw SVG that is not well-formed", "<svg><g></svg>", /well-formed/],
		["a file that is not there", "imgs/none", /No such image/],
	])("refuses %s", (_, image, fault) => {
		expect(faultOfPixmap(image, fakePluginDir)).toMatch(fault);
	});
});
