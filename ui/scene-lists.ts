import type { ItemOption, SceneOption } from "../src/inspector/messages";
import type { ToldAccount } from "./account";
import { DataSource } from "./data-source";
import type { Host } from "./host";

/** The scenes, and the items of those that somebody chose: whatever was read once is kept. */
export class SceneLists {
	readonly scenes: DataSource<SceneOption>;
	readonly #host: Host;
	readonly #account: ToldAccount;
	readonly #items = new Map<string, DataSource<ItemOption>>();
	readonly #listeners: (() => void)[] = [];

	constructor(host: Host, account: ToldAccount) {
		this.#host = host;
		this.#account = account;
		this.scenes = this.#source((how) => host.ask({ event: "getScenes", ...how }));
	}

	/** The items of a scene, which are asked for when somebody wants them first. */
	itemsOf(scene: string): DataSource<ItemOption> {
		const known = this.#items.get(scene);
		if (known) return known;
		const source = this.#source<ItemOption>((how) =>
			this.#host.ask({ event: "getSceneItems", scene, ...how }),
		);
		this.#items.set(scene, source);
		if (this.#host.plugin.isThere) source.ask();
		return source;
	}

	/** Reads anew. */
	refresh(scene: string | undefined): void {
		this.scenes.ask({ isRefresh: true });
		if (scene !== undefined) this.itemsOf(scene).ask({ isRefresh: true });
	}

	onChange(listener: () => void): void {
		this.#listeners.push(listener);
	}

	#source<I>(load: ConstructorParameters<typeof DataSource<I>>[0]["load"]): DataSource<I> {
		return new DataSource<I>({
			host: this.#host,
			account: this.#account,
			load,
			onChange: () => {
				for (const listener of this.#listeners) listener();
			},
		});
	}
}
