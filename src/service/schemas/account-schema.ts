import { z } from "zod/mini";

import type { Account } from "../../state/account";
import { field, optionalListField, textField } from "./wire-fields";
import { isRecord } from "../../state/is-record";
import { fieldsOf, textFrom } from "./wire-scalars";

/** Only these two fields are read: entries can contain tokens, which must not be passed on. */
const providerSchema = z.object({
	code: z.pipe(field(textFrom), z.string().check(z.toLowerCase())),
	username: textField,
});

/** A user as the profile endpoint returns it. Source: docs/service.md, Shapes. */
const userSchema = z.object({
	username: z.pipe(field(textFrom), z.string()),
	currency: field((value) => textFrom(isRecord(value) ? value["code"] : value)?.toUpperCase()),
	avatar: field(avatarFrom),
	providers: optionalListField(providerSchema),
});

/** Parses a user; undefined unless it has a name. */
export function parseAccount(user: unknown): Account | undefined {
	const parsed = userSchema.safeParse(user);
	return parsed.success ? parsed.data : undefined;
}

/** A media id or an address, bare or inside an object; `false` if there is none. */
function avatarFrom(value: unknown): string | undefined {
	const { url, path, id } = fieldsOf(value);
	return textFrom(value) ?? textFrom(url) ?? textFrom(path) ?? textFrom(id);
}
