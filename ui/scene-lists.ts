import type { ItemOption, SceneOption } from "../src/inspector/messages";
import type { AccountState } from "./account";
import { DataSource } from "./data-source";
import type { Host } from "./host";

/** The scenes, and the items of those that somebody chose: whatever was read once is kept. */
export class SceneLists {
	readonly scenes: DataSource<SceneOption>;
	readonly #host: Host;
	readonly #account: AccountState;
	readonly #items = new Map<string, DataSource<ItemOption>>();
	readonly #listeners: (() => void)[] = [];

	constructor(host: Host, account: AccountState) {
		this.#host = host;
		this.#account = account;
		this.scenes = this.#createSource((options) => host.request({ event: "getScenes", ...options }));
	}

	/** The items of a scene, which are asked for when somebody wants them first. */
	itemsOf(scene: string): DataSource<ItemOption> {
		const cached = this.#items.get(scene);
		if (cached) return cached;
		const source = this.#createSource<ItemOption>((options) =>
			this.#host.request({ event: "getSceneItems", scene, ...options }),
		);
		this.#items.set(scene, source);
		if (this.#host.plugin.isPresent) source.fetch();
		return source;
	}

	/** Reads anew. */
	refresh(scene: string | undefined): void {
		this.scenes.fetch({ isRefresh: true });
		if (scene !== undefined) this.itemsOf(scene).fetch({ isRefresh: true });
	}

	onChange(listener: () => void): void {
		this.#listeners.push(listener);
	}

	#createSource<I>(load: ConstructorParameters<typeof DataSource<I>>[0]["load"]): DataSource<I> {
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
