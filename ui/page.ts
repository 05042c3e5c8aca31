import type { AccountState } from "./account";
import type { ActionSettings } from "./action-settings";
import type { Fields } from "./fields";
import type { Host } from "./host";
import type { StringKey, Translate } from "./strings";

/** What every action's page works with. */
export type PageContext = {
	readonly host: Host;
	readonly account: AccountState;
	readonly settings: ActionSettings;
	readonly text: Translate;
	readonly fields: Fields;
	/** Where the page puts its fields. */
	readonly form: HTMLFormElement;
	/** Hears the colour that the key has, whoever chose it. */
	readonly onColor: (listener: (color: string) => void) => void;
};

/** One action's page: what it is called, and what puts its fields there. */
export type Page = { readonly title: StringKey; readonly build: (context: PageContext) => void };
