import { z } from "zod/mini";

import { amountFrom, countFrom, fieldsOf, idFrom, listFrom, textFrom, writtenTimeFrom } from "./wire-scalars";

/** A field that may be missing and never fails: the reader says what it makes of whatever came. */
export function field<T>(read: (value: unknown) => T) {
	return z.transform(read);
}

/** An object that may be missing, null or PHP's `[]`: then all its fields are missing. */
export function fieldsSchema<T extends z.core.$ZodLooseShape>(shape: T) {
	return z.pipe(field(fieldsOf), z.object(shape));
}

/** A list that must be there. An entry that does not fit is left out, without losing the others. */
export function listField<T extends z.ZodMiniType>(entry: T) {
	const list = z.pipe(field(listFrom), z.array(z.unknown()));
	return z.pipe(
		list,
		z.transform((items: unknown[]) => validEntries(items, entry)),
	);
}

/** As {@link listField}, but a missing list is an empty one. */
export function optionalListField<T extends z.ZodMiniType>(entry: T) {
	return field((value) => validEntries(listFrom(value) ?? [], entry));
}

function validEntries<T extends z.ZodMiniType>(items: readonly unknown[], entry: T): z.output<T>[] {
	return items.flatMap((item) => {
		const parsed = entry.safeParse(item);
		return parsed.success ? [parsed.data] : [];
	});
}

export const textField = field(textFrom);
export const countField = field(countFrom);
/** Null when something stands there that nobody can read. */
export const amountField = field(
	(value) => amountFrom(value) ?? (textFrom(value) === undefined ? undefined : null),
);
export const idField = field(idFrom);
export const timestampField = field(writtenTimeFrom);
