/**
 * A number as people write it: `12,5`, `12.5`, `1 000`, `1,234.50`, `1.234,50`, `１２`. A lone comma or point before
 * exactly three digits groups them, as in `1,000`, unless nothing but a zero stands before it.
 * @returns Undefined for what is no number.
 */
export function parseNumber(typed: string): number | undefined {
	const plain = typed.normalize("NFKC").replace(/[\s'’_]/gu, "");
	const parts = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(plain);
	if (!parts) return undefined;
	const [, sign = "", digits = ""] = parts;
	const decimal = decimalMark(digits);
	const [whole = "", fraction, ...more] = decimal === undefined ? [digits] : digits.split(decimal);
	if (more.length > 0 || !isGrouped(whole)) return undefined;
	const value = Number(`${sign}${whole.replace(/[.,]/g, "") || "0"}.${fraction ?? "0"}`);
	return Number.isFinite(value) ? value : undefined;
}

/** Which of the two marks, if any, stands before the decimals. */
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
