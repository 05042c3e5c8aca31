import { relative } from "node:path";

/** Expressions to avoid in comments, and their replacements. Patterns match whole words in any case. */
const glossary = [
	["anew", "again"],
	["at once", "immediately"],
	["for good", "permanently"],
	["meanwhile", "in the meantime, or while X is running"],
	["whoever|whatever|whichever", "the thing itself: the caller, the key, the value"],
	[
		"somebody|nobody|no one|everybody|someone|everyone|anybody|anyone",
		"the caller, the user, the streamer, or unused",
	],
	["lest", "so that … not"],
	["lacks?|lacked|lacking", "missing, does not contain"],
	["heard|overheard", "received"],
	["told|tells?|telling|tellings|untold", "pushed, received, listed, reports"],
	["wish|wishes|wished", "request, scope"],
	["looks? at|a look|the look|looks", "sync, snapshot, page, check, appearance"],
	["fingers?|laid on|taken off", "press, pressed, released"],
	["in sight|out of sight|unseen", "visible, hidden"],
	["otherwise than|the other way round", "different from, reversed"],
	["unsure", "incomplete"],
	["of which|be it|so long after|as is", "a shorter sentence"],
	["left alone|leave alone|leaves alone|let alone", "back off, cooldown, unchanged"],
	["takes? back|taken back|took back", "remove (an event), undo (an action of the user)"],
	["lets? go", "release, drop"],
	["the house|a room of its own", "the project, a module"],
	["inquiry|inquiries", "query"],
	["hurry|hurried", "retryNow, early"],
	["happenings?", "event, batch"],
	["takes? away|taken away|took away", "remove"],
	["gives? up|given up|gave up", "abandon, stop"],
	["asks? for|asked for|asking for", "request, require"],
	["says?|said", "display, report, return, contain"],
	["for sure", "exact, certainly"],
	["all the same|nevertheless|in vain|ever more", "a shorter sentence"],
	["wherever", "for each"],
];

/** Parts of identifiers to avoid, and their replacements. */
const nameParts = {
	anew: "again",
	heard: "received",
	hear: "onMessage",
	told: "pushed, received or listed",
	telling: "source",
	tellings: "sources",
	untold: "withdrawn",
	lack: "missing",
	lacks: "missing",
	lacking: "missing",
	wish: "scope, request",
	want: "require, request",
	wanted: "requested, required",
	finger: "press",
	unsure: "incomplete",
	sight: "visible",
	meanwhile: "pending",
	whoever: "the thing itself",
	nobody: "none",
	somebody: "person",
	happening: "event",
	happenings: "events",
	inquiry: "query",
	inquiries: "queries",
	hurry: "retryNow, early",
	hurried: "retryNow, early",
	look: "snapshot, sync, appearance",
	looks: "snapshots, syncs",
	unseen: "hidden",
	nowhere: "none",
	wording: "variant",
	wordings: "variants",
	pursuit: "tracked goal",
	anybody: "none, any",
	everybody: "all",
};

/** In the plugin's code only. Pages and their tests have buttons and panels. */
const namePartsOfPlugin = { ...nameParts, button: "key", panel: "inspector" };

/** A bound begins with `max` or `min`: `maxDelayMs`, not `longestDelayMs`. */
const bounds = {
	most: "max",
	longest: "max",
	largest: "max",
	fewest: "min",
	shortest: "min",
	smallest: "min",
};

const commentPatterns = glossary.map(([pattern, instead]) => ({
	pattern: new RegExp(`\\b(?:${pattern})\\b`, "i"),
	instead,
}));

const partsOf = (name) =>
	name
		.split(/(?=[A-Z])|[_\-\d]+/)
		.map((part) => part.toLowerCase())
		.filter(Boolean);

/** Reports names and comments with expressions to avoid. Names are checked where they are declared. */
export const words = {
	meta: {
		type: "suggestion",
		schema: [],
		messages: {
			name: "“{{part}}” in `{{name}}` is not a term of the glossary. Use {{instead}}.",
			bound: "Name a bound `{{instead}}…`, not `{{part}}…`: rename `{{name}}`.",
			comment: "“{{found}}” is not a term of the glossary. Use {{instead}}.",
		},
	},
	create(context) {
		const isPlugin = relative(context.cwd, context.filename).startsWith("src");
		const replacements = isPlugin ? namePartsOfPlugin : nameParts;
		const checkName = (id) => {
			const name = id?.name;
			if (typeof name !== "string") return;
			const [first, ...others] = partsOf(name);
			const part = [first, ...others].find((candidate) => Object.hasOwn(replacements, candidate));
			if (part)
				context.report({ node: id, messageId: "name", data: { part, name, instead: replacements[part] } });
			if (others.length > 0 && Object.hasOwn(bounds, first))
				context.report({ node: id, messageId: "bound", data: { part: first, name, instead: bounds[first] } });
		};
		return {
			Program() {
				for (const comment of context.sourceCode.getAllComments()) {
					const text = comment.value.replace(/\s+\*?\s*/g, " ");
					for (const { pattern, instead } of commentPatterns) {
						const found = pattern.exec(text)?.[0];
						if (found) context.report({ loc: comment.loc, messageId: "comment", data: { found, instead } });
					}
				}
			},
			"VariableDeclarator > .id": checkName,
			":function > .id, ClassDeclaration > .id, TSTypeAliasDeclaration > .id": checkName,
			"TSInterfaceDeclaration > .id": checkName,
			"MethodDefinition > .key, PropertyDefinition > .key": checkName,
			"TSPropertySignature > .key, TSMethodSignature > .key": checkName,
			":function > Identifier.params": checkName,
		};
	},
};
