import type { AccountState } from "./account/account";
import type { ActionSettings } from "./action-settings";
import type { Fields } from "./fields/fields";
import type { Host } from "./host";
import type { Translate } from "./strings";
import type { StringKey } from "./strings/en";

/** Objects that every page uses. */
export type PageContext = {
	readonly host: Host;
	readonly account: AccountState;
	readonly settings: ActionSettings;
	readonly text: Translate;
	readonly fields: Fields;
	/** Parent of the page's fields. */
	readonly form: HTMLFormElement;
	/** Subscribes to the key's color, chosen or default. */
	readonly onColor: (listener: (color: string) => void) => void;
};

/** The page of one action: its title, and a function that adds its fields. */
export type Page = { readonly title: StringKey; readonly build: (context: PageContext) => void };
