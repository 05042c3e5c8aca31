/** Values that are choices of the settings, not typed by the user. */
const nonPersonalValue =
	/^(#[0-9a-f]{6}|followers|subscriptions|donations|donationAmount|hostings|viewers|lifetime|session|today|day|week|month|year|auto|full|compact|refresh|next|none|clear|resetSession|follow|subscription|donation|hosting|total)$/;

/**
 * Returns settings without typed text: numbers, booleans and choices in full, other text as its length only. For example
 * `metric: followers, label: text of 5`.
 */
export function settingsOutline(settings: unknown): string {
	if (typeof settings !== "object" || settings === null) return "none";
	const members = Object.entries(settings)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}: ${valueOutline(value)}`);
	return members.length === 0 ? "none" : members.join(", ");
}

function valueOutline(value: unknown): string {
	switch (typeof value) {
		case "boolean":
		case "number":
			return String(value);
		case "string":
			return nonPersonalValue.test(value) ? value : `text of ${value.length}`;
		case "object":
			if (value === null) return "null";
			return Array.isArray(value) ? `[${value.map(valueOutline).join(", ")}]` : `{${settingsOutline(value)}}`;
		default:
			return typeof value;
	}
}
