import fc from "fast-check";

const names = [
	"__proto__",
	"constructor",
	"prototype",
	"toString",
	"length",
	"id",
	"type",
	"event",
	"datas",
	"data",
];
const longName = "n".repeat(30_000);

/** Values that have caused failures before. */
const edgeCases = fc.constantFrom<unknown>(
	...[null, true, 0, -0, -1, 1e21, 1e308, 5e-324, 2 ** 53, "", " ", "0", "NaN", "Infinity", "1e999", "-5,50"],
	...["\u0000", "\ud800", "\u202e", "</text><script>", "constructor", "__proto__", "9".repeat(400), longName],
	...[
		"2026-13-45T99:99:99Z",
		"+275760-09-13",
		"%",
		"https://[::1",
		"<html>",
		"é".repeat(200),
		"👩‍🚀".repeat(40),
	],
	...[[], {}, [[]], [null], { length: 1e9 }, { toString: 1 }, { "": {} }, [1, [2, [3]]]],
);
const anything = fc.oneof(
	{ weight: 3, arbitrary: edgeCases },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
	{ weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

type Mutation = {
	readonly at: number;
	readonly value: unknown;
	readonly how: "replace" | "remove" | "rename" | "repeat";
};

const mutation: fc.Arbitrary<Mutation> = fc.record({
	at: fc.nat({ max: 200 }),
	value: anything,
	how: fc.constantFrom("replace", "replace", "remove", "rename", "repeat"),
});

/** Returns a specimen with a few changed parts, as JSON text: only text can contain an own `__proto__` property. */
export function mutatedJson(corpus: readonly unknown[]): fc.Arbitrary<string> {
	return fc
		.tuple(fc.constantFrom(...corpus), fc.array(mutation, { maxLength: 4 }), fc.nat())
		.map(([sample, mutations, choice]) =>
			mutations.reduce((text, { at, value, how }) => {
				const parts = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|true|false|null/g)];
				const part = parts[at % Math.max(1, parts.length)];
				if (!part) return text;
				const isName = part[0].endsWith(":");
				const [before, after] = [text.slice(0, part.index), text.slice(part.index + part[0].length)];
				if (isName) return `${before}${JSON.stringify(names[(at + choice) % names.length])}:${after}`;
				if (how === "repeat") return `${before}[${Array<string>(500).fill(part[0]).join(",")}]${after}`;
				return `${before}${how === "remove" ? "null" : JSON.stringify(value)}${after}`;
			}, JSON.stringify(sample)),
		);
}

/** Returns the text with some characters removed, doubled or changed, so that it no longer matches its format. */
export function mutatedText(source: fc.Arbitrary<string>): fc.Arbitrary<string> {
	const change = fc.tuple(fc.nat(), fc.nat({ max: 12 }), fc.string({ unit: "binary", maxLength: 6 }));
	return fc.oneof(
		source,
		fc.tuple(source, fc.array(change, { minLength: 1, maxLength: 4 })).map(([text, changes]) =>
			changes.reduce((changed, [place, cut, added]) => {
				const at = place % (changed.length + 1);
				return changed.slice(0, at) + added + changed.slice(at + cut);
			}, text),
		),
		fc.string({ unit: "binary", maxLength: 200 }),
	);
}
