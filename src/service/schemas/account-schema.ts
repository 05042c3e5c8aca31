import type { Account } from "../../state/account";
import { isRecord } from "../../state/is-record";
import { entriesFrom, fieldsOf, textFrom } from "./wire-scalars";

/** Parses a user as the profile endpoint returns it; undefined unless it has a name. Source: docs/service.md, Shapes. */
export function parseAccount(user: unknown): Account | undefined {
	const { currency, avatar, providers, ...fields } = fieldsOf(user);
	const username = textFrom(fields["username"]);
	if (username === undefined) return undefined;
	return {
		username,
		currency: textFrom(isRecord(currency) ? currency["code"] : currency)?.toUpperCase(),
		avatar: avatarFrom(avatar),
		providers: entriesFrom(providers, providerFrom) ?? [],
	};
}

/** Only the code is read: entries can contain tokens, which must not be passed on. */
function providerFrom(entry: unknown): Account["providers"][number] | undefined {
	const code = textFrom(fieldsOf(entry)["code"])?.toLowerCase();
	return code === undefined ? undefined : { code };
}

/** A media id or an address, bare or inside an object; `false` if there is none. */
function avatarFrom(value: unknown): string | undefined {
	const { url, path, id } = fieldsOf(value);
	return textFrom(value) ?? textFrom(url) ?? textFrom(path) ?? textFrom(id);
}
