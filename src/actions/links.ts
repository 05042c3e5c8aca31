import type { GlobalSettingsStore } from "../settings/global-settings";
import { awaitState } from "../state/await-state";
import type { Clock } from "../state/time/clock";
import type { Store } from "../state/store";
import type { StreamCommand } from "../state/stream-command";
import type { ActionContext } from "./action-context";
import type { StreamCommands } from "./stream-commands";
import { commandWaitMs, earlyAnswerMs } from "./timing";

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
	readonly store: Store;
	readonly clock: Clock;
	readonly log: Pick<ActionContext["log"], "info" | "warn">;
};

/**
 * Runs commands from links of other programs, if the user allows links. There is no command for a remote action, because
 * any web page can open a link.
 */
export class Links {
	readonly #dependencies: Dependencies;

	constructor(dependencies: Dependencies) {
		this.#dependencies = dependencies;
	}

	/**
	 * Runs the command of a link.
	 * @param path The part after the plugin's name. It is untrusted and never logged.
	 */
	async open(path: string): Promise<void> {
		const { commands, settings, store, clock, log } = this.#dependencies;
		// A link can arrive before the settings, because it can start the app.
		await awaitState(store, clock, () => settings.current, commandWaitMs);
		if (settings.current?.allowLinks !== true) return log.warn("link: ignored, links are not accepted");
		const command = commandsByPath.get(path.replace(/^\/+/, ""));
		if (command === undefined) return log.warn("link: ignored, it contains no command");
		const warn = () => log.warn(`link: ${command} is still running`);
		const { kind } = await commands.run(command).finally(clock.schedule(warn, earlyAnswerMs));
		log.info(`link: ran ${command} (${kind})`);
	}
}
