import type { ActionSettings } from "./action-settings";
import type { Host } from "./host";
import type { Translate } from "./strings";

/** What every action's page works with. */
export type PageContext = {
	readonly host: Host;
	readonly settings: ActionSettings;
	readonly text: Translate;
	readonly form: HTMLFormElement;
	/** Where the preview of the key goes. */
	readonly preview: HTMLElement;
};

/** Brings one action's page to life. */
export type Page = (context: PageContext) => void;
