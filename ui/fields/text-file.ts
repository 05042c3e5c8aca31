import type { FileStatusView } from "../../src/inspector/message-parts";
import { parseCounterSettings } from "../../src/settings/schemas/counter";
import { button, element, setText, show as showElement } from "../dom";
import { collapsible } from "./fields";
import { createFileSuggestion } from "./file-suggestion";
import { saveWhenLeft, type Check } from "./form";
import type { PageContext } from "../page";
import type { Translate } from "../strings";
import type { StringKey } from "../strings/en";

const statusTexts: Readonly<Record<Exclude<FileStatusView, "none">, StringKey>> = {
	"bad-path": "fileBadPath",
	"bad-name": "fileBadName",
	taken: "fileTaken",
	"taken-unseen": "fileTakenUnseen",
	waiting: "fileWaiting",
	written: "fileWritten",
	"not-ours": "fileNotOurs",
	remote: "fileRemote",
	"no-folder": "fileNoFolder",
	"not-allowed": "fileNotAllowed",
	"disk-full": "fileDiskFull",
	"not-a-file": "fileNotAFile",
	"name-too-long": "fileNameTooLong",
	"in-use": "fileInUse",
	failed: "fileFailed",
};
const confirmableStatuses: readonly FileStatusView[] = ["not-ours", "remote", "taken-unseen"];
const okStatuses: readonly FileStatusView[] = ["waiting", "written"];

/**
 * Returns a check that reports unknown placeholders, which would be written to the file unchanged.
 * @param hint Hint that lists the known placeholders. They are read from its text: every language lists the same ones.
 */
export function checkPlaceholders(hint: StringKey, text: Translate): Check {
	const known = new Set(text(hint).match(placeholderPattern));
	return ({ value }) => {
		const name = value.match(placeholderPattern)?.find((placeholder) => !known.has(placeholder));
		return name === undefined ? undefined : { key: "unknownPlaceholder", values: { name } };
	};
}

const placeholderPattern = /\{[\p{L}\p{N}_]+\}/gu;

export type TextFileGroupOptions = {
	/** Default text of the file. */
	readonly template: string;
	/** Hint that lists the placeholders, see {@link checkPlaceholders}. */
	readonly placeholders: StringKey;
};

/** Creates the section for a key's text file: path, text, and status. */
export function textFileGroup(
	{ host, settings, text, fields }: PageContext,
	{ template, placeholders }: TextFileGroupOptions,
): HTMLElement {
	const path = element("input", { id: "file", type: "text", spellcheck: false });
	path.autocomplete = "off";
	path.placeholder = text("filePlaceholder");
	const file = fields.row({ label: "file" }, path);
	const content = fields.textArea(
		{ name: "fileText", label: "fileText", hint: placeholders },
		{ maxLength: 500 },
	);
	content.control.rows = 2;
	saveWhenLeft(content.control);
	content.control.placeholder = template;
	const status = element("p", { id: "file-status", className: "status", role: "status" });
	const confirm = button(text("fileConfirm"), () => {
		void host.request({ event: "confirmFile" }).then((reply) => {
			if (reply) show(reply.status);
		});
	});
	const suggestion = createFileSuggestion(
		{ host, settings, text },
		{
			path,
			use: (suggested) => {
				settings.change({ file: suggested });
			},
			showTrouble: (trouble) => {
				show(trouble);
			},
		},
	);
	file.row.lastElementChild?.append(status, confirm, suggestion.root);
	const details = collapsible(text("textFile"), file.row, content.row);

	const show = (fileStatus: FileStatusView): void => {
		setText(status, fileStatus === "none" ? "" : text(statusTexts[fileStatus]));
		status.classList.toggle("fault", fileStatus !== "none" && !okStatuses.includes(fileStatus));
		showElement(confirm, confirmableStatuses.includes(fileStatus), path);
	};
	const showSettings = (): void => {
		const saved = parseCounterSettings(settings.current).file ?? "";
		if (path !== document.activeElement) path.value = saved;
		content.row.hidden = saved === "";
		suggestion.show(saved !== "");
		details.open ||= saved !== "";
	};
	const save = (): void => {
		const saved = parseCounterSettings(settings.current).file ?? "";
		if (path.value.trim() === saved) return;
		settings.change({ file: path.value });
		content.row.hidden = path.value.trim() === "";
	};

	// Saved only when the path is complete, because a partial path would name another file.
	path.addEventListener("change", save);
	host.onReply("getFile", ({ status: fileStatus }) => {
		show(fileStatus);
	});
	host.plugin.onStart(() => void host.request({ event: "getFile" }));
	settings.onChange(showSettings);
	showSettings();
	show("none");
	return details;
}
