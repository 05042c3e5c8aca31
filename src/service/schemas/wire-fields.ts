import { z } from "zod/mini";

import { countFrom, fieldsOf, listFrom, textFrom } from "./wire-scalars";

/** A field that never fails to parse: `read` receives any value, or undefined if the field is missing. */
export function field<T>(read: (value: unknown) => T) {
	return z.transform(read);
}

/** An object that may be missing, null or PHP's `[]`: then all its fields are missing. */
export function fieldsSchema<T extends z.core.$ZodLooseShape>(shape: T) {
	return z.pipe(field(fieldsOf), z.object(shape));
}

/** A required list. Invalid entries are dropped, the others are kept. */
export function listField<T extends z.ZodMiniType>(entry: T) {
	const list = z.pipe(field(listFrom), z.array(z.unknown()));
	return z.pipe(
		list,
		z.transform((items: unknown[]) => validEntries(items, entry)),
	);
}

/** Same as {@link listField}, but a missing list is empty. */
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
