/** A stored scene. */
export type StoredScene = {
	readonly id: number;
	readonly token: string;
	name: string;
	thumbnailUrl: string;
	readonly items: StoredItem[];
	isRemoved: boolean;
};

export type StoredItem = {
	readonly id: number;
	name: string;
	type: string;
	/** In the unit of the scene's canvas; undefined leaves the field out of answers. */
	top: number | undefined;
	left: number | undefined;
	width: number | undefined;
	height: number | undefined;
	readonly parameters: Readonly<Record<string, string>>;
	/** Undefined leaves the field out of answers. */
	remoteActions: unknown;
	isRemoved: boolean;
};

/** The streamer's scenes, and changes to them while a client runs. Every change can be undone. */
export class SceneStore {
	readonly #scenes: StoredScene[];

	constructor(scenes: readonly StoredScene[]) {
		this.#scenes = [...scenes];
	}

	/** Adds an empty scene. */
	addScene({ name }: Pick<StoredScene, "name">): StoredScene {
		const id = 1_000 + this.#scenes.length;
		const scene = { id, token: `added${id}`, name, thumbnailUrl: "", items: [], isRemoved: false };
		this.#scenes.push(scene);
		return scene;
	}

	/** Returns the scenes without removed ones. */
	get all(): StoredScene[] {
		return this.#scenes
			.filter(({ isRemoved }) => !isRemoved)
			.map((scene) => ({ ...scene, items: scene.items.filter(({ isRemoved }) => !isRemoved) }));
	}

	byToken(token: string): StoredScene | undefined {
		return this.all.find((scene) => scene.token === token);
	}

	/** Returns the item of a command, if a scene has it. @param targetId A number, or its digits. */
	itemOf(targetId: unknown): StoredItem | undefined {
		if (typeof targetId !== "number" && typeof targetId !== "string") return undefined;
		return this.all.flatMap(({ items }) => items).find(({ id }) => String(id) === String(targetId));
	}

	renameScene(token: string, name: string): void {
		this.#scene(token).name = name;
	}

	removeScene(token: string): void {
		this.#scene(token).isRemoved = true;
	}

	restoreScene(token: string): void {
		this.#scene(token).isRemoved = false;
	}

	renameItem(id: number, name: string): void {
		this.#item(id).name = name;
	}

	removeItem(id: number): void {
		this.#item(id).isRemoved = true;
	}

	restoreItem(id: number): void {
		this.#item(id).isRemoved = false;
	}

	/** @param type Any text: clients have to handle unknown types. */
	setItemType(id: number, type: string): void {
		this.#item(id).type = type;
	}

	/** @param remoteActions An array as documented, or any other value; undefined omits the field. */
	setRemoteActions(id: number, remoteActions: unknown): void {
		this.#item(id).remoteActions = remoteActions;
	}

	/** @param place In any unit; undefined leaves a field out of answers. */
	moveItem(id: number, place: Partial<Pick<StoredItem, "top" | "left" | "width" | "height">>): void {
		Object.assign(this.#item(id), place);
	}

	setThumbnail(token: string, thumbnailUrl: string): void {
		this.#scene(token).thumbnailUrl = thumbnailUrl;
	}

	#scene(token: string): StoredScene {
		const scene = this.#scenes.find((candidate) => candidate.token === token);
		if (!scene) throw new Error(`no scene has the token ${token}`);
		return scene;
	}

	#item(id: number): StoredItem {
		const item = this.#scenes.flatMap(({ items }) => items).find((candidate) => candidate.id === id);
		if (!item) throw new Error(`no item has the id ${id}`);
		return item;
	}
}
