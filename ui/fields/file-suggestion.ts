import type { FileStatusView } from "../../src/inspector/message-parts";
import { copyText } from "../clipboard";
import { button, element, setText, show } from "../dom";
import type { PageContext } from "../page";

export type FileSuggestionOptions = {
	readonly path: HTMLInputElement;
	readonly use: (path: string) => void;
	/** Shows why the folder could not be created. */
	readonly showTrouble: (trouble: FileStatusView) => void;
};

/**
 * Creates the controls that suggest a file for a key, create its folder after the user has confirmed the file, and copy
 * its path for other programs.
 */
export function createFileSuggestion(
	{ host, settings, text }: Pick<PageContext, "host" | "settings" | "text">,
	{ path, use, showTrouble }: FileSuggestionOptions,
) {
	let suggestion: string | undefined;
	/** Number of user actions so far. A response to an earlier action is ignored. */
	let step = 0;

	const message = element("p", { className: "status", role: "status" });
	const suggest = button(text("fileSuggest"), () => {
		const requested = ++step;
		void host.request({ event: "suggestFile", settings: settings.current }).then((reply) => {
			if (requested !== step) return;
			suggestion = reply?.path;
			setText(message, reply ? text("fileSuggestion", { path: reply.path }) : text("failed"));
			update();
			if (reply) create.focus();
		});
	});
	const create = button(text("fileCreate"), () => {
		const accepted = suggestion;
		if (accepted === undefined) return;
		const requested = ++step;
		void host.request({ event: "acceptFile", path: accepted }).then((reply) => {
			if (requested !== step) return;
			clear();
			if (!reply) return setText(message, text("failed"));
			if (reply.trouble !== undefined) return showTrouble(reply.trouble);
			use(accepted);
			copy.focus();
		});
	});
	const cancel = button(text("cancel"), () => {
		clear();
		suggest.focus();
	});
	const copy = button(text("filePathCopy"), () => {
		void copyText(path).then((isCopied) => {
			setText(message, text(isCopied ? "filePathCopied" : "diagnosticsSelect"));
		});
	});
	const buttons = element("div", { className: "row" }, suggest, create, cancel, copy);
	const root = element("div", {}, message, buttons);
	let hasFile = false;

	function update(): void {
		const isAsking = suggestion !== undefined;
		// A button that Tab is about to reach must not disappear when the path is saved.
		const hasPath = path.value.trim() !== "";
		show(suggest, !hasPath && !isAsking);
		show(create, !hasFile && isAsking);
		show(cancel, !hasFile && isAsking);
		show(copy, hasFile && hasPath);
	}

	function clear(): void {
		step++;
		suggestion = undefined;
		setText(message, "");
		update();
	}

	// A user who types a path needs no suggestion.
	path.addEventListener("input", clear);
	update();
	return {
		root,
		/** Offers a suggestion to a key without a file, and the path of its file to one that has a file. */
		show: (next: boolean): void => {
			if (next !== hasFile) clear();
			hasFile = next;
			update();
		},
	};
}
