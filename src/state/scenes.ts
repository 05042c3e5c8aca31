/** A scene without its items, as the scene list gives it. Source: docs/service.md, Shapes. */
export type SceneSummary = {
	readonly token: string;
	readonly name: string;
};

/** A scene with everything that can be controlled in it. */
export type Scene = SceneSummary & {
	readonly items: readonly SceneItem[];
	/** The address of a small picture, as the service gives it: a path at the service. */
	readonly thumbnail?: string | undefined;
};

/** Position and size of an item in its scene. The service does not document the unit. */
export type ItemPlace = {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
};

/** Something on the scene. `remoteActions` is empty when it accepts none. */
export type SceneItem = {
	readonly id: number;
	readonly name: string;
	/** `text` and `widget` occur; others are kept. */
	readonly type: string;
	readonly remoteActions: readonly RemoteAction[];
	/** Absent unless the service gave all four numbers. */
	readonly place?: ItemPlace | undefined;
};

/** A command a scene item accepts. */
export type RemoteAction = {
	readonly code: string;
	/** Display title; the code when the service gave none. */
	readonly name: string;
	readonly description?: string | undefined;
};
