import { backgroundKeysGroup } from "../account/background-keys";
import { copyText } from "../clipboard";
import { button, element, setText, show } from "../dom";
import { group } from "../fields/fields";
import type { Page, PageContext } from "../page";

/** Page of the connection key, which has no settings: background keys, a starter layout, and a support report. */
export const connectionPage: Page = {
	title: "connectionPage",
	build: (context) => {
		const { text, form } = context;
		form.append(
			element("p", { className: "hint", textContent: text("connectionHint") }),
			backgroundKeysGroup(context),
			starterGroup(context),
			helpGroup(context),
		);
	},
};

/** Creates the section for the starter layout. Hidden unless the app can add one for the device. */
function starterGroup({ host, text }: PageContext): HTMLElement {
	const status = statusLine();
	const add = button(text("starterAdd"), () => {
		void host.request({ event: "addStarter" }).then((reply) => {
			const outcome = reply?.isAdded ? "starterAsked" : "starterNotAdded";
			setText(status, text(reply ? outcome : "failed"));
		});
	});
	const hint = element("p", { className: "hint", textContent: text("starterHint") });
	const section = group(text("starter"), add, status, hint);
	show(section, false);
	const checkStarter = (): void => {
		void host.request({ event: "getStarter" }).then((reply) => {
			show(section, reply?.isOffered === true);
		});
	};
	host.plugin.onStart(checkStarter);
	checkStarter();
	return section;
}

function helpGroup({ host, text }: PageContext): HTMLElement {
	const status = statusLine();
	const report = element("textarea", { id: "diagnostics", readOnly: true, rows: 8, hidden: true });
	report.ariaLabel = text("diagnosticsReport");
	const copy = button(text("diagnosticsCopy"), () => {
		void host.request({ event: "getDiagnostics" }).then(async (reply) => {
			if (!reply) return setText(status, text("failed"));
			report.value = reply.text;
			show(report, true);
			setText(status, text((await copyText(report)) ? "diagnosticsCopied" : "diagnosticsSelect"));
		});
	});
	const hint = element("p", { className: "hint", textContent: text("diagnosticsHint") });
	return group(text("help"), copy, status, report, hint);
}

function statusLine(): HTMLElement {
	const line = element("p", { className: "hint" });
	line.role = "status";
	return line;
}
