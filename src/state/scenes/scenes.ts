/** A scene without its items, from the scene list. Source: docs/service.md, Shapes. */
export type SceneSummary = {
	readonly token: string;
	readonly name: string;
};

export type Scene = SceneSummary & {
	readonly items: readonly SceneItem[];
	/** Path of a thumbnail image on the service, as received. */
	readonly thumbnail?: string | undefined;
};

/** Position and size of an item in its scene. The service does not document the unit. */
export type ItemPlace = {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
};

/** An item of a scene. `remoteActions` is empty if it accepts none. */
export type SceneItem = {
	readonly id: number;
	readonly name: string;
	/** `text` and `widget` occur; other types are kept. */
	readonly type: string;
	readonly remoteActions: readonly RemoteAction[];
	/** Absent unless the service sent all four numbers. */
	readonly place?: ItemPlace | undefined;
};

/** A command a scene item accepts. */
export type RemoteAction = {
	readonly code: string;
	/** Display title; the code if the service sent none. */
	readonly name: string;
	readonly description?: string | undefined;
};
