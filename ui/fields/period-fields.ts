import { counterScopes } from "../../src/state/counters/counter-query";
import { isUnset, localTimeMs, type ScopePeriod } from "../../src/state/time/scope";
import type { Field, Fields } from "./fields";
import type { Check } from "./form";

/** Creates the choice of a period, and the bounds of a custom one. */
export function createPeriodFields(fields: Fields) {
	const scope = fields.select(
		{ name: "scope", label: "period" },
		counterScopes.map((each) => [each, each]),
	);
	const from = dateTime(fields, { name: "from", label: "from" });
	const to = dateTime(fields, { name: "to", label: "to", hint: "toHint" });
	const checks: Readonly<Record<string, Check>> = {
		from: ({ value }) =>
			scope.control.value === "custom" && isUnset({ scope: "custom", from: value })
				? { key: "required" }
				: undefined,
		to: ({ value }) => {
			const [fromMs, toMs] = [from.control.value, value].map(localTimeMs);
			return fromMs !== undefined && toMs !== undefined && toMs <= fromMs ? { key: "toInvalid" } : undefined;
		},
	};
	return {
		rows: [scope.row, from.row, to.row],
		checks,
		/** Shows what matters for the saved settings. */
		show: (saved: ScopePeriod): void => {
			from.row.hidden = to.row.hidden = saved.scope !== "custom";
		},
	};
}

function dateTime(fields: Fields, definition: Parameters<Fields["text"]>[0]): Field<HTMLInputElement> {
	// Where the browser has no such control, the text is typed.
	return fields.text(definition, { type: "datetime-local", placeholder: "2026-12-01T18:00" });
}
