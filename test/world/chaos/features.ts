/**
 * What histories can contain beyond the basic faults. A feature is on by default once the plugin survives it; the others
 * are switched on with `npm run chaos -- --with name,…` or `--with all`.
 */
const isOnByDefault = {
	/** Lower limits for entries, pages and requests, so that about a hundred events cross each. */
	limits: true,
	/** A few histories with thousands of events and the plugin's own limits. */
	size: true,
	/** Pages with different keys of all kinds appear and disappear. */
	pages: true,
	/** Dials turn through periods and metrics. */
	dials: true,
	/** Sessions are reset, and resets undone. */
	sessions: true,
	/** Keys that rank supporters. */
	supporters: true,
	/** Keys that display the latest event and thank people. */
	thanks: true,
	/** Goals of all kinds: none missed, doubled, or sent for a removed key. */
	goals: true,
	/** The scene address changes. */
	settings: true,
	/** Edits that are pushed, at any depth. */
	"pushed-edits": true,
	/** Edits that nothing announces, at any depth. */
	"deep-edits": true,
	/** Deletions within the second in which the event was created. */
	"same-second": true,
	/** Events dated minutes to weeks ahead. */
	future: true,
	/** New events that are pushed some seconds after the list shows them. */
	"late-pushes": true,
	/** Many events of one type, which may be one that no key uses. */
	flood: true,
	/** Listed rows that vanish and return. */
	vanish: true,
	/** Keys with custom periods, and lists that ignore or reject `start` and `end`. */
	custom: true,
	/** User names that are never ranked. */
	ignored: true,
	/** A list that ignores `order` or `offset`. */
	disorder: true,
};

export type Feature = keyof typeof isOnByDefault;

export const featureNames = Object.keys(isOnByDefault) as readonly Feature[];

export const defaultFeatures: readonly Feature[] = featureNames.filter((name) => isOnByDefault[name]);

/** @param text Names separated by commas, or `all`, or `none`; `-name` removes one. */
export function parseFeatures(text: string): readonly Feature[] {
	const features = new Set(defaultFeatures);
	for (const word of text.split(",").map((part) => part.trim())) {
		if (word === "all") for (const name of featureNames) features.add(name);
		else if (word === "none") features.clear();
		else if (word.startsWith("-")) features.delete(featureNamed(word.slice(1)));
		else if (word !== "") features.add(featureNamed(word));
	}
	return [...features];
}

function featureNamed(word: string): Feature {
	const name = featureNames.find((candidate) => candidate === word);
	if (name === undefined) throw new Error(`${word} is no feature; there are ${featureNames.join(", ")}`);
	return name;
}
