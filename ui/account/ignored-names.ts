import type { AccountView } from "../../src/inspector/message-parts";
import type { Fields } from "../fields/fields";
import { collapsible } from "../fields/fields";
import { showError } from "../fields/form";
import type { Host } from "../host";
import type { Translate } from "../strings";

type Options = { readonly host: Host; readonly fields: Fields; readonly text: Translate };

/** Creates the list of ignored user names, the same for all keys. */
export function createIgnoredNames({ host, fields, text }: Options) {
	const { row, control } = fields.text({
		name: "ignoredNames",
		label: "ignoredNamesLabel",
		hint: "ignoredNamesHint",
	});
	const root = collapsible(text("ignoredNames"), row);
	root.id = "ignored-names";
	let saved = "";

	control.addEventListener("change", () => {
		void (async () => {
			const answer = await host.request({ event: "setAccount", ignoredNames: control.value });
			const isSaved = answer?.outcome === "saved";
			showError(control, isSaved ? "" : text(answer?.outcome === "too-long" ? "tooLong" : "failed"));
		})();
	});

	return {
		root,
		show: ({ ignoredNames = "" }: AccountView): void => {
			if (control.value === saved) control.value = ignoredNames;
			saved = ignoredNames;
		},
	};
}
