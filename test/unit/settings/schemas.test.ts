import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseChartSettings } from "../../../src/settings/schemas/chart";
import { parseCounterSettings } from "../../../src/settings/schemas/counter";
import { parseGlobalSettings } from "../../../src/settings/schemas/global";
import { parseLatestEventSettings } from "../../../src/settings/schemas/latest-event";
import { parseRemoteActionSettings } from "../../../src/settings/schemas/remote-action";
import { parseSendEventSettings } from "../../../src/settings/schemas/send-event";
import { parseTopSupporterSettings } from "../../../src/settings/schemas/top-supporter";

type Field = {
	/** What is there when nothing can be valid. */
	readonly fallback: unknown;
	/** What is valid, and as what. */
	readonly valid: readonly (readonly [unknown, unknown])[];
	/** Invalid input, besides input that is invalid for every field. */
	readonly refused: readonly unknown[];
};

const junk = [null, undefined, [], {}, [1], NaN, Infinity, () => 1, Symbol("s")];
const longText = "x".repeat(10_000);

const text: Field = {
	fallback: undefined,
	valid: [
		[" \n text\t", "text"],
		[12, "12"],
		[0, "0"],
		["<b>&\"'</b>", "<b>&\"'</b>"],
		[longText, longText.slice(0, 500)],
	],
	refused: ["", " \n ", true, false],
};
const visibleText: Field = { ...text, refused: [...text.refused, "\u200B", "\u3164 \u2800"] };
/** Numbers with three decimals would otherwise be read as grouped thousands. */
const numericText: Field = {
	...text,
	valid: [...text.valid, [1.005, "1.0050"], ["1.005", "1.005"], [1.5, "1.5"]],
};
/** A credential is never truncated. */
const credential: Field = {
	...text,
	valid: [
		[" \n text\t", "text"],
		[12, "12"],
		["k".repeat(900), "k".repeat(900)],
	],
	refused: [...text.refused, longText],
};
const longHost = `https://${"h".repeat(890)}`;
const address: Field = {
	...credential,
	valid: [
		[" \n https://host.example/path\t", "https://host.example"],
		["no address", "no address"],
		[longHost, longHost],
	],
};
const path: Field = {
	fallback: undefined,
	valid: [
		[" /obs/a.txt\n", "/obs/a.txt"],
		['"C:\\OBS\\a.txt"', "C:\\OBS\\a.txt"],
		["a".repeat(900), "a".repeat(900)],
	],
	refused: ["", '""', true, longText],
};
const template: Field = {
	fallback: undefined,
	valid: [
		[" {value}\r\n", " {value}\n"],
		[longText, longText.slice(0, 500)],
	],
	refused: ["", true, 12],
};
const goal: Field = {
	fallback: undefined,
	valid: [
		[500, 500],
		["500", 500],
		[" 0.5 ", 0.5],
	],
	refused: ["", "many", 0, "0", -5, true, 1e300, "9".repeat(400), "1,00,000"],
};
const localTime: Field = {
	fallback: undefined,
	valid: [
		["2026-12-01T18:00", "2026-12-01T18:00"],
		[" 2026-12-01 ", "2026-12-01"],
	],
	refused: ["", "tomorrow", "2026-13-01T00:00", "2026-12-01T18:00Z", 2026, true],
};
const flag = (fallback: boolean): Field => ({
	fallback,
	valid: [
		[true, true],
		[false, false],
		["true", true],
		["false", false],
	],
	refused: ["", "yes", "1", 1, 0],
});
const choice = (fallback: string, ...others: readonly string[]): Field => ({
	fallback,
	valid: [fallback, ...others].map((value) => [value, value] as const),
	refused: ["", "other", fallback.toUpperCase(), ` ${fallback}`, 0, true, "toString", "__proto__"],
});

const eventTypes = ["follow", "subscription", "donation", "hosting"];

const parsers = {
	global: {
		parse: parseGlobalSettings,
		fields: {
			baseUrl: address,
			apiKey: credential,
			sceneSocketUrl: address,
			sessionStartedAt: {
				fallback: undefined,
				valid: [["2026-03-04T12:00:00.000Z", "2026-03-04T12:00:00.000Z"]],
				refused: ["", "yesterday", 1_772_625_600_000, true],
			},
			hideNumbers: flag(false),
			ignoredNames: {
				fallback: undefined,
				valid: [
					[" Nightbot, ann ", "Nightbot, ann"],
					["x".repeat(300), "x".repeat(300)],
					[`${"x".repeat(298)}, ann, bob`, "x".repeat(298)],
				],
				refused: ["", " ", "x".repeat(301), true],
			},
			weekStartsOn: {
				fallback: undefined,
				valid: [
					["monday", "monday"],
					["sunday", "sunday"],
				],
				refused: ["", "Monday", 0],
			},
			dayStartHour: {
				fallback: undefined,
				valid: [
					[0, 0],
					["12", 12],
				],
				refused: [-1, 13, 1.5, "", true],
			},
			newSessionAfterIdleHours: {
				fallback: undefined,
				valid: [
					[1, 1],
					["1,5", 1.5],
					[72, 72],
				],
				refused: [0, 73, "", true],
			},
			reachedGoals: {
				fallback: undefined,
				valid: [[[["abc", 1_000]], [["abc", 1_000]]]],
				refused: ["abc", [["abc"]], [["abc", "1"]], [["a".repeat(17), 1]], Array(21).fill(["abc", 1])],
			},
			textFiles: {
				fallback: undefined,
				valid: [
					["", ""],
					["abcdEF-_".repeat(32), "abcdEF-_".repeat(32)],
				],
				refused: ["1", 1, true, "<script>!", "abcdEFGH".repeat(60)],
			},
			testEvents: {
				fallback: undefined,
				valid: [
					[
						{ host: "a", names: ["1"] },
						{ host: "a", names: ["1"] },
					],
					[
						{ host: "a", names: ["1", "x".repeat(61), 7, null, "2"] },
						{ host: "a", names: ["1", "2"] },
					],
					[
						{ host: "a", names: Array(51).fill("1") },
						{ host: "a", names: Array(50).fill("1") },
					],
				],
				refused: ["1", { host: "a" }, { host: 1, names: [] }],
			},
			thanked: {
				fallback: undefined,
				valid: [
					[
						{ follow: { at: 1_790_000_000, id: "7", owed: ["5"] } },
						{ follow: { at: 1_790_000_000, id: "7", owed: ["5"] } },
					],
					[{ follow: { at: "x" }, hosting: { at: 5, id: 7, owed: 1 } }, { hosting: { at: 5 } }],
				],
				refused: ["1", 7, [], true],
			},
		},
	},
	"remote-action": {
		parse: parseRemoteActionSettings,
		fields: {
			sceneToken: text,
			itemId: {
				fallback: undefined,
				valid: [
					[323, 323],
					[" 323 ", 323],
					["-1", -1],
					[0, 0],
				],
				refused: ["", "abc", "12abc", "0x10", "1e3", 1.5, "1.5", true, 1e300, "9".repeat(400)],
			},
			actionCode: text,
			sceneName: text,
			itemName: text,
			actionName: text,
			holdActionCode: text,
			holdActionName: text,
			guardMs: {
				fallback: 250,
				valid: [
					[0, 0],
					["0", 0],
					["400", 400],
					[10_000, 10_000],
				],
				refused: ["", "soon", -1, "-1", 10_001, true],
			},
		},
	},
	counter: {
		parse: parseCounterSettings,
		fields: {
			metric: choice("followers", "subscriptions", "donations", "donationAmount", "hostings", "viewers"),
			scope: choice("lifetime", "session", "today", "week", "month", "year", "custom"),
			from: localTime,
			to: localTime,
			offset: {
				fallback: undefined,
				valid: [
					[-5, -5],
					["1,000", 1000],
					[0, 0],
				],
				refused: ["", "many", 1e300, true],
			},
			provider: text,
			newOnly: flag(false),
			uniqueOnly: flag(false),
			goal,
			goalStep: goal,
			goalAction: {
				fallback: undefined,
				valid: [
					[
						{ sceneToken: "s", itemId: "3", actionCode: "trigger" },
						{ sceneToken: "s", itemId: 3, actionCode: "trigger" },
					],
					[{ sceneToken: "s", itemId: "x", actionCode: [] }, { sceneToken: "s" }],
				],
				refused: ["", "trigger", 1, true, { itemId: "x" }],
			},
			format: choice("auto", "full", "compact"),
			label: visibleText,
			color: {
				fallback: undefined,
				valid: [
					["#12aBef", "#12aBef"],
					[" #000000 ", "#000000"],
				],
				refused: ["", "red", "#fff", "#12345g", "#1234567", '#000000"/><script>', 0, true],
			},
			flash: flag(true),
			onPress: choice("refresh", "next", "none"),
			onHold: choice("none", "resetSession"),
			file: path,
			fileText: template,
		},
	},
	"latest-event": {
		parse: parseLatestEventSettings,
		fields: {
			types: {
				fallback: eventTypes,
				valid: [
					[
						["hosting", "follow", "follow"],
						["follow", "hosting"],
					],
					[["donation", "other", 5, null], ["donation"]],
				],
				refused: ["follow", ["other"], { 0: "follow" }, 5, true],
			},
			onPress: choice("next", "clear"),
			minAmount: goal,
			fileContent: choice("latest", "session"),
			file: path,
			fileText: template,
		},
	},
	"top-supporter": {
		parse: parseTopSupporterSettings,
		fields: {
			by: choice("donation", "total"),
			scope: choice("month", "lifetime", "session", "today", "week", "year", "custom"),
			from: localTime,
			to: localTime,
			rank: {
				fallback: 1,
				valid: [
					[2, 2],
					["10", 10],
				],
				refused: [0, 11, 1.5, "", true],
			},
			listLength: {
				fallback: 5,
				valid: [
					[1, 1],
					["100", 100],
				],
				refused: [0, 101, "", true],
			},
			currency: {
				fallback: undefined,
				valid: [
					["EUR", "EUR"],
					[" usd ", "USD"],
					["USDT", "USDT"],
				],
				refused: ["", "€", "EU", 12, true, longText],
			},
			file: path,
			fileText: template,
		},
	},
	"send-event": {
		parse: parseSendEventSettings,
		fields: {
			type: choice("follow", "subscription", "donation", "hosting"),
			username: visibleText,
			amount: numericText,
			currency: text,
			resub: numericText,
			viewers: numericText,
			hostname: visibleText,
			message: text,
			needsHold: flag(false),
		},
	},
	chart: {
		parse: parseChartSettings,
		fields: {
			series: choice("followers", "subscriptions", "donations", "donationAmount"),
			range: choice("week", "day", "month", "year"),
		},
	},
} satisfies Record<
	string,
	{ parse: (settings: unknown) => Readonly<Record<string, unknown>>; fields: Record<string, Field> }
>;

const fallbacksOf = (fields: Readonly<Record<string, Field>>) =>
	Object.fromEntries(
		Object.entries(fields)
			.filter(([, { fallback }]) => fallback !== undefined)
			.map(([name, { fallback }]) => [name, fallback]),
	);
const withoutUndefined = (settings: Readonly<Record<string, unknown>>) =>
	Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

describe.each(Object.entries(parsers))("%s settings", (_, { parse, fields }) => {
	const fallbacks = fallbacksOf(fields);

	it.each([...junk, "text", "{}", 5, true, [{ metric: "viewers" }]])("are the defaults for %o", (raw) => {
		expect(withoutUndefined(parse(raw))).toEqual(fallbacks);
	});

	it.each(Object.entries<Field>(fields))("accept %s", (name, { valid }) => {
		for (const [raw, value] of valid) expect(parse({ [name]: raw })[name]).toEqual(value);
	});

	it.each(Object.entries<Field>(fields))(
		"fall back to the default only for %s if it is invalid",
		(name, { fallback, refused }) => {
			const others = Object.fromEntries(
				Object.entries<Field>(fields)
					.filter(([other]) => other !== name)
					.map(([other, { valid }]) => [other, valid.at(-1)?.[1]]),
			);
			for (const raw of [...junk, ...refused]) {
				const { [name]: value, ...rest } = parse({ ...others, [name]: raw });
				expect(value, `for ${String(raw)}`).toEqual(fallback);
				expect(withoutUndefined(rest)).toEqual(withoutUndefined(others));
			}
		},
	);

	it("keep unknown fields", () => {
		const unknown = { later: { deep: [1, null] }, "": 0, constructor: "x", toString: 1 };
		expect(parse(unknown)).toMatchObject(unknown);
	});

	it("accept any JSON, are always valid, and do not change when parsed again", () => {
		const names = Object.keys(fields);
		const plausible = Object.values<Field>(fields).flatMap(({ valid, refused }) => [
			...valid.map(([raw]) => raw),
			...refused,
		]);
		const value = fc.oneof(
			fc.constantFrom(...plausible),
			fc.jsonValue(),
			fc.string({ unit: "binary", maxLength: 600, size: "max" }),
			fc.double(),
		);
		const likely = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value);
		fc.assert(
			fc.property(fc.oneof(likely, fc.jsonValue()), (raw) => {
				const settings: Readonly<Record<string, unknown>> = parse(raw);
				expect(settings).toMatchObject(
					Object.fromEntries(Object.keys(fallbacks).map((name) => [name, expect.anything()])),
				);
				expect(parse(settings)).toEqual(settings);
				const stored: unknown = JSON.parse(JSON.stringify(settings));
				expect(parse(stored)).toEqual(JSON.parse(JSON.stringify(parse(stored))));
			}),
		);
	});
});

describe("a text", () => {
	it("that is too long is truncated, without a trailing space", () => {
		const { label } = parseCounterSettings({ label: `${"x".repeat(499)} y` });
		expect(label).toBe("x".repeat(499));
	});

	it("that is too long is not cut within a character", () => {
		const { label } = parseCounterSettings({ label: `${"x".repeat(499)}🚀` });
		expect(label).toBe("x".repeat(499));
	});
});

describe("a credential", () => {
	it("is kept completely, or not at all", () => {
		const lengths = [1_000, 1_001].map(
			(length) => parseGlobalSettings({ apiKey: "k".repeat(length) }).apiKey?.length,
		);
		expect(lengths).toEqual([1_000, undefined]);
	});
});

describe("a file's path", () => {
	it.each([
		['"/tmp/a b.txt"', "/tmp/a b.txt"],
		["'C:\\x.txt'", "C:\\x.txt"],
		['" /tmp/a.txt "', "/tmp/a.txt"],
		['x"/tmp/a.txt"', 'x"/tmp/a.txt"'],
		['"/tmp/a".txt', '"/tmp/a".txt'],
		['""', undefined],
		[`/${"p".repeat(999)}`, `/${"p".repeat(999)}`],
		[`/${"p".repeat(1_000)}`, undefined],
	])("%s becomes %s", (typed, file) => {
		expect(parseCounterSettings({ file: typed }).file).toBe(file);
	});
});

describe("a file's text", () => {
	it.each([
		[" a\r\nb\rc\n", " a\nb\nc\n"],
		["\ud800 in the middle", "\ud800 in the middle"],
		[`${"x".repeat(499)}🚀`, "x".repeat(499)],
		["", undefined],
	])("%j is stored as %j", (typed, fileText) => {
		expect(parseCounterSettings({ fileText: typed }).fileText).toBe(fileText);
	});
});

describe("the plugin's stored state", () => {
	it("of names drops invalid entries, and those that are too long", () => {
		const names = ["1", "", 5, null, "n".repeat(60), "n".repeat(61)];
		const { testEvents } = parseGlobalSettings({ testEvents: { host: "host", names } });
		expect(testEvents?.names).toEqual(["1", "n".repeat(60)]);
	});

	it("of thanks is empty if nothing in it is valid", () => {
		expect(parseGlobalSettings({ thanked: { follow: 5, donation: {} } }).thanked).toBeUndefined();
		expect(parseGlobalSettings({ thanked: { follow: { at: "12.25" } } }).thanked).toEqual({
			follow: { at: 12.25 },
		});
	});
});

describe("a hostile prototype", () => {
	it("changes no settings", () => {
		const raw: unknown = JSON.parse('{"__proto__": {"metric": "viewers", "goal": 5}, "constructor": {}}');
		const { metric, goal } = parseCounterSettings(raw);
		expect([metric, goal]).toEqual(["followers", undefined]);
		expect({}).not.toHaveProperty("metric");
	});
});

describe("the settings of an action with every field set", () => {
	const choice = {
		...{ sceneToken: "5f2b8c1d9e4a7063", itemId: 2_480_000_123, actionCode: "trigger" },
		...{ sceneName: "Main scene", itemName: "Donation goal", actionName: "Play confetti" },
	};
	const appearance = { label: "Charity weekend", color: "#ff8800" };
	const file = {
		file: "C:\\Users\\marguerite\\Documents\\Stream Events\\charity weekend.txt",
		fileText: "{name}: {amount} of {goal}, {left} to go",
	};
	const period = { scope: "custom", from: "2026-12-01T18:00", to: "2026-12-03T23:59" };
	const samples: Record<string, Readonly<Record<string, unknown>>> = {
		"remote-action": {
			...choice,
			...appearance,
			holdActionCode: "reset",
			holdActionName: "Reset",
			guardMs: 500,
		},
		counter: {
			...{ metric: "donationAmount", ...period, provider: "youtube", newOnly: true, uniqueOnly: true },
			...{ offset: -1_234.5, goal: 25_000, goalStep: 5_000, goalAction: choice, format: "compact" },
			...{ ...appearance, flash: false, onPress: "next", onHold: "resetSession", ...file },
		},
		"latest-event": {
			...{ types: eventTypes, onPress: "clear", minAmount: 12.5, fileContent: "session" },
			...{ ...appearance, ...file },
		},
		"top-supporter": {
			...{ by: "total", ...period, rank: 10, listLength: 100, currency: "EUR", ...appearance, ...file },
		},
		"send-event": {
			...{ type: "donation", username: "Marguerite", amount: "1,000.50", currency: "EUR", resub: "12" },
			...{ viewers: "1500", hostname: "Marguerite", message: "Thank you for the stream!", needsHold: true },
			...appearance,
		},
		chart: { series: "donationAmount", range: "month", ...appearance },
	};

	it.each(Object.entries(samples))("take less than 1 kB: %s", (name, sample) => {
		const parser = Object.entries(parsers).find(([action]) => action === name)?.[1];
		expect(Object.keys(sample)).toEqual(expect.arrayContaining(Object.keys(parser?.fields ?? {})));
		const settings = parser?.parse(sample);
		expect(settings).toEqual(sample);
		expect(Buffer.byteLength(JSON.stringify(settings))).toBeLessThan(1_000);
	});
});
