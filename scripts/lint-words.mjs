import { relative } from "node:path";

/**
 * One name, one meaning, in plain words: what is found in a name, what to say instead.
 * A name is looked at word by word, so `lastHappening` is found as well.
 */
const insteadOf = {
	happening: "`StreamEvent` for one, `EventBatch` for what came at once",
	happenings: "`StreamEvent` for one, `EventBatch` for what came at once",
	inquiry: "`SetupQueries`, or `query`",
	inquiries: "`SetupQueries`, or `queries`",
	hurry: "`retryNow`, or `early`",
	hurried: "`retryNow`, or `early`",
	want: "`setWanted`",
	hear: "`onMessage`",
	telling: "`source`",
	tellings: "`sources`",
	panel: "`inspector`",
};

/** On a deck. A page has buttons, and is not looked at for this. */
const insteadOfOnDeck = { ...insteadOf, button: "`key`" };

/** A bound begins with `max` or `min`: `maxDelayMs`, not `longestDelayMs`. */
const bounds = {
	most: "max",
	longest: "max",
	largest: "max",
	fewest: "min",
	shortest: "min",
	smallest: "min",
};

const wordsIn = (name) =>
	name
		.split(/(?=[A-Z])|[_\-\d]+/)
		.map((word) => word.toLowerCase())
		.filter(Boolean);

/** Names in the project's words, see CONTRIBUTING.md. Only declarations are looked at: a name is chosen there. */
export const words = {
	meta: {
		type: "suggestion",
		schema: [],
		messages: {
			word: "“{{word}}” in `{{name}}` isn't one of the project's words: say {{instead}}.",
			bound: "A bound is called `{{instead}}…`, not `{{word}}…`: rename `{{name}}`.",
			lest: "Write “so that … not” instead of “lest”: not every reader knows the word.",
		},
	},
	create(context) {
		const isPage = relative(context.cwd, context.filename).startsWith("ui");
		const known = isPage ? insteadOf : insteadOfOnDeck;
		const check = (id) => {
			const name = id?.name;
			if (typeof name !== "string") return;
			const [first, ...others] = wordsIn(name);
			const word = [first, ...others].find((part) => Object.hasOwn(known, part));
			if (word) context.report({ node: id, messageId: "word", data: { word, name, instead: known[word] } });
			if (others.length > 0 && Object.hasOwn(bounds, first))
				context.report({
					node: id,
					messageId: "bound",
					data: { word: first, name, instead: bounds[first] },
				});
		};
		return {
			Program() {
				for (const comment of context.sourceCode.getAllComments())
					if (/\blest\b/i.test(comment.value)) context.report({ node: comment, messageId: "lest" });
			},
			"VariableDeclarator > .id": check,
			":function > .id, ClassDeclaration > .id, TSTypeAliasDeclaration > .id": check,
			"TSInterfaceDeclaration > .id": check,
			"MethodDefinition > .key, PropertyDefinition > .key": check,
			"TSPropertySignature > .key, TSMethodSignature > .key": check,
			":function > Identifier.params": check,
		};
	},
};
