/**
 * Parses a number with local separators: `12,5`, `12.5`, `1 000`, `1,234.50`, `1.234,50`, `１２`. A single comma or point
 * before exactly three digits groups thousands, as in `1,000`, unless it follows only zeros.
 * @returns A plain decimal such as `-1234.50`, with all digits; undefined for any other text.
 */
export function decimalFromTyped(typed: string): string | undefined {
	const plain = typed
		.normalize("NFKC")
		.replace(/[\s'’_]/gu, "")
		.replace("−", "-");
	const parts = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(plain);
	if (!parts) return undefined;
	const [, sign = "", digits = ""] = parts;
	const decimal = decimalMark(digits);
	const [whole = "", fraction = "", ...more] = decimal === undefined ? [digits] : digits.split(decimal);
	if (more.length > 0 || !isGrouped(whole)) return undefined;
	const wholeDigits = whole.replace(/[.,]/g, "") || "0";
	return `${sign === "-" ? "-" : ""}${wholeDigits}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Parses a number like {@link decimalFromTyped}. Returns undefined for a number that is not finite. */
export function numberFromTyped(typed: string): number | undefined {
	const value = Number(decimalFromTyped(typed) ?? NaN);
	return Number.isFinite(value) ? value : undefined;
}

function decimalMark(digits: string): string | undefined {
	const marks = [...digits.matchAll(/[.,]/g)].map(([mark]) => mark);
	const last = marks.at(-1);
	if (last === undefined) return undefined;
	if (marks.length > 1) return marks.filter((mark) => mark === last).length === 1 ? last : undefined;
	return /^(?!0+[.,])\d{1,3}[.,]\d{3}$/.test(digits) ? undefined : last;
}

function isGrouped(whole: string): boolean {
	return /^\d*$/.test(whole) || /^\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(whole);
}
