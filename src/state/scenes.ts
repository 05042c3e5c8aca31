/** A scene without its items, as the scene list gives it. Source: docs/service.md, Shapes. */
export type SceneSummary = {
	readonly token: string;
	readonly name: string;
};

/** A scene with everything that can be controlled in it. */
export type Scene = SceneSummary & {
	readonly items: readonly SceneItem[];
};

/** Something on the scene. `remoteActions` is empty when it accepts none. */
export type SceneItem = {
	readonly id: number;
	readonly name: string;
	/** `text` and `widget` occur; others are kept. */
	readonly type: string;
	readonly remoteActions: readonly RemoteAction[];
};

/** A command a scene item accepts. */
export type RemoteAction = {
	readonly code: string;
	/** Display title; the code when the service gave none. */
	readonly name: string;
	readonly description?: string | undefined;
};
