import { existsSync } from "node:fs";
import { join } from "node:path";

/** Locations of a language's texts: on keys, on pages and in the app. */
const filesOf = (language) => {
	const name = language.toLowerCase().replace("_", "-");
	return [
		`src/key-face/strings/${name}.ts`,
		`ui/strings/${name}.ts`,
		`com.example.streamevents.sdPlugin/${language}.json`,
	];
};

/** Requires all texts of every listed language. */
export const languages = {
	meta: {
		type: "problem",
		schema: [],
		messages: {
			missing:
				"“{{language}}” has no {{path}}: copy the English file beside it, translate it, and name it where that is named.",
		},
	},
	create(context) {
		return {
			'VariableDeclarator[id.name="languages"] ArrayExpression > Literal'(node) {
				const language = String(node.value);
				for (const path of filesOf(language))
					if (!existsSync(join(context.cwd, path)))
						context.report({ node, messageId: "missing", data: { language, path } });
			},
		};
	},
};
