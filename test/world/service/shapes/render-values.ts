import { moneyDigits, type Money } from "../../../../src/state/money";

import type { Shapes } from "./shapes";

export type Json = Record<string, unknown>;

/** Renders a number as configured. */
export function scalar(value: number, shapes: Shapes): number | string {
	return shapes.scalars === "strings" ? String(value) : value;
}

/** Renders an amount: `5.5`, or `"5.50"` if scalars are strings. */
export function decimal(amount: Money, shapes: Shapes): number | string {
	const digits = moneyDigits(amount);
	if (shapes.decimals === "comma") return digits.replace(".", ",");
	return shapes.scalars === "strings" ? digits : Number(digits);
}

/** Renders an object; without members, `[]` as PHP may print it. */
export function renderObject(value: Json, shapes: Shapes): Json | [] {
	return shapes.emptyObjects === "array" && Object.keys(value).length === 0 ? [] : value;
}
