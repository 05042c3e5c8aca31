import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

import { dataFolderOf } from "./installation";

export type Exit = {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
	/** Whether the deck ended it. */
	readonly requested: "yes" | "no";
	/** Why it could not be started. */
	readonly error?: Error;
};

export type ProcessOptions = {
	readonly pluginDir: string;
	readonly codePath: string;
	readonly nodePath?: string | undefined;
	readonly env?: Readonly<Record<string, string | undefined>> | undefined;
	/** Arguments after the script. */
	readonly args: readonly string[];
};

const appNodeFlags = ["--enable-source-maps", "--no-global-search-paths"];
const maxOutputLength = 200_000;
const stopTimeoutMs = 3_000;

/** The plugin's process, started as the app does. */
export class PluginProcess {
	readonly exited: Promise<Exit>;
	exit: Exit | undefined;
	#child: ChildProcess;
	#output = "";
	#isStopRequested = false;

	constructor({ pluginDir, codePath, nodePath = process.execPath, env, args }: ProcessOptions) {
		this.#child = spawn(nodePath, [...appNodeFlags, join(pluginDir, codePath), ...args], {
			cwd: pluginDir,
			env: {
				...process.env,
				NODE_OPTIONS: undefined,
				NODE_ENV: undefined,
				VITEST: undefined,
				STREAM_EVENTS_DATA_FOLDER: dataFolderOf(pluginDir),
				...env,
			},
			stdio: ["ignore", "pipe", "pipe"],
			windowsHide: true,
		});
		for (const stream of [this.#child.stdout, this.#child.stderr]) {
			stream?.setEncoding("utf8").on("data", (text: string) => {
				this.#output = (this.#output + text).slice(-maxOutputLength);
			});
		}
		this.exited = new Promise((resolve) => {
			const finish = (exit: Omit<Exit, "requested">) => {
				this.exit ??= { ...exit, requested: this.#isStopRequested ? "yes" : "no" };
				resolve(this.exit);
			};
			this.#child.once("close", (code, signal) => finish({ code, signal }));
			this.#child.once("error", (error) => finish({ code: null, signal: null, error }));
		});
	}

	get pid(): number | undefined {
		return this.#child.pid;
	}

	/** The end of its combined stdout and stderr. */
	get output(): string {
		return this.#output;
	}

	/** Stops the process permanently: with a signal, then by force. */
	async stop(): Promise<Exit> {
		this.#isStopRequested = true;
		this.#child.kill("SIGTERM");
		const force = setTimeout(() => this.#child.kill("SIGKILL"), stopTimeoutMs);
		const exit = await this.exited;
		clearTimeout(force);
		return exit;
	}

	/** Kills the process immediately, like a crash. */
	async crash(): Promise<Exit> {
		this.#child.kill("SIGKILL");
		return this.exited;
	}
}
