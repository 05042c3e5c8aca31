import type { ItemOption, SceneOption } from "../../src/inspector/message-parts";
import { isDifferentAccount, type AccountState } from "../account/account";
import { DataSource } from "../fields/data-source";
import type { Host } from "../host";

/** A scene's picture, once it has arrived. */
type Thumbnail = { image: string | undefined };

/**
 * The scenes, and the items of the selected ones. Loaded lists are kept. Invariant: thumbnails belong to the current
 * account and run of the plugin.
 */
export class SceneLists {
	readonly scenes: DataSource<SceneOption>;
	readonly #host: Host;
	readonly #account: AccountState;
	readonly #items = new Map<string, DataSource<ItemOption>>();
	readonly #thumbnails = new Map<string, Thumbnail>();
	readonly #listeners: (() => void)[] = [];
	#lastScene: string | undefined;

	constructor(host: Host, account: AccountState) {
		this.#host = host;
		this.#account = account;
		this.scenes = this.#createSource(async (options) => {
			const reply = await host.request({ event: "getScenes", ...options });
			this.#lastScene = reply?.lastScene ?? this.#lastScene;
			return reply;
		});
		account.onChange((current, previous) => {
			if (previous && isDifferentAccount(previous, current)) this.#thumbnails.clear();
		});
		host.plugin.onStart(() => {
			this.#thumbnails.clear();
		});
	}

	/** The token of the scene that was chosen last for any key. */
	get lastScene(): string | undefined {
		return this.#lastScene;
	}

	/** The picture of a scene as a data URI. The first call requests it. */
	thumbnailOf(scene: string): string | undefined {
		if (!this.#thumbnails.has(scene) && this.#host.plugin.isPresent) this.#fetchThumbnail(scene);
		return this.#thumbnails.get(scene)?.image;
	}

	/** Returns the items of a scene. The first call requests them. */
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

	/** Reloads both lists and the picture. */
	refresh(scene: string | undefined): void {
		this.scenes.fetch({ isRefresh: true });
		if (scene === undefined) return;
		this.itemsOf(scene).fetch({ isRefresh: true });
		this.#fetchThumbnail(scene);
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
				this.#notify();
			},
		});
	}

	#fetchThumbnail(scene: string): void {
		const thumbnail: Thumbnail = { image: this.#thumbnails.get(scene)?.image };
		this.#thumbnails.set(scene, thumbnail);
		void this.#host.request({ event: "getSceneThumbnail", scene }).then((reply) => {
			// Ignored if it was replaced by a later request, or belongs to another account or run of the plugin.
			if (!reply || this.#thumbnails.get(scene) !== thumbnail) return;
			thumbnail.image = reply.image;
			this.#notify();
		});
	}

	#notify(): void {
		for (const listener of this.#listeners) listener();
	}
}
