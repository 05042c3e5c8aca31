import { parseControlSettings } from "../../src/settings/schemas/control";
import { bindForm } from "../fields/form";
import type { Page } from "../page";

/** Settings of a Stream Control key: the command. */
export const controlPage: Page = {
	title: "controlPage",
	build: ({ settings, text, fields, form }) => {
		const command = fields.select({ name: "command", label: "command", hint: "commandUndoHint" }, [
			["", "chooseCommand"],
			["newSession", "commandNewSession"],
			["hideNumbers", "commandHideNumbers"],
			["showNumbers", "commandShowNumbers"],
			["toggleNumbers", "commandToggleNumbers"],
			["thankNext", "commandThankNext"],
			["thankAll", "commandThankAll"],
			["refresh", "commandRefresh"],
		]);
		form.append(command.row);
		const show = (): void => {
			const { command: chosen } = parseControlSettings(settings.current);
			const hint = command.row.querySelector<HTMLElement>(".hint");
			if (hint) hint.hidden = chosen !== "newSession" && chosen !== "thankAll";
		};
		settings.onChange(show);
		show();
		bindForm({ form, settings, parse: parseControlSettings, text });
	},
};
