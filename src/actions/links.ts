import type { GlobalSettingsStore } from "../settings/global-settings";
import type { StreamCommand } from "../state/stream-command";
import type { ActionContext } from "./action-context";
import type { StreamCommands } from "./stream-commands";

const commandsByPath: ReadonlyMap<string, StreamCommand> = new Map([
	["session/new", "newSession"],
	["numbers/hide", "hideNumbers"],
	["numbers/show", "showNumbers"],
	["numbers/toggle", "toggleNumbers"],
	["thanks/next", "thankNext"],
	["thanks/all", "thankAll"],
	["refresh", "refresh"],
]);

type Dependencies = {
	readonly commands: Pick<StreamCommands, "run">;
	readonly settings: Pick<GlobalSettingsStore, "current">;
	readonly log: Pick<ActionContext["log"], "info" | "warn">;
};

/**
 * Runs the commands that other programs ask for by a link, where the user accepts links. There is none for a remote
 * action: a link may come from any web page.
 */
export class Links {
	readonly #dependencies: Dependencies;

	constructor(dependencies: Dependencies) {
		this.#dependencies = dependencies;
	}

	/** @param path What follows the plugin's name in the link; it may say anything, and is not logged. */
	async open(path: string): Promise<void> {
		const { commands, settings, log } = this.#dependencies;
		if (settings.current?.allowLinks !== true) return log.warn("link: ignored, links are not accepted");
		const command = commandsByPath.get(path.replace(/^\/+/, ""));
		if (command === undefined) return log.warn("link: ignored, it names no command");
		const { kind } = await commands.run(command);
		log.info(`link: ran ${command} (${kind})`);
	}
}
