import { closestLanguage } from "../../src/state/language";
import type { AccountView } from "../../src/inspector/message-parts";
import type { Fields } from "../fields/fields";
import { collapsible, fillSelect } from "../fields/fields";
import { element, setText } from "../dom";
import { checkNumber, showError } from "../fields/form";
import type { Host } from "../host";
import { numberFromTyped } from "../../src/state/typed-number";
import { joinSentences, type Translate } from "../strings";

type Options = { readonly host: Host; readonly fields: Fields; readonly text: Translate };

const latestDayStart = 12;
const checkIdleHours = checkNumber({ min: 1, max: 72, error: "guardInvalid" });

/** When days, weeks and sessions begin, the same for all keys, and what that means today. */
export function createCalendarSection({ host, fields, text }: Options) {
	const locale = closestLanguage(host.language).replace("_", "-");
	const weekStartsOn = fields.select({ name: "weekStartsOn", label: "weekStartsOn" }, [
		["monday", "monday"],
		["sunday", "sunday"],
	]);
	const dayStartHour = fields.select({ name: "dayStartHour", label: "dayStartHour" });
	fillSelect(
		dayStartHour.control,
		Array.from({ length: latestDayStart + 1 }, (_, hour) => ({
			label: timeOf(new Date(2026, 0, 1, hour).getTime(), locale),
			value: String(hour),
		})),
	);
	const example = element("p", { id: "calendar-example", className: "hint" });
	const idleHours = fields.number({
		name: "newSessionAfterIdleHours",
		label: "idleHours",
		hint: "idleHoursHint",
	});
	const session = element("p", { id: "session-example", className: "hint" });
	const root = collapsible(
		text("calendar"),
		weekStartsOn.row,
		dayStartHour.row,
		example,
		idleHours.row,
		session,
	);
	root.id = "calendar";

	weekStartsOn.control.addEventListener("change", () => {
		const { value } = weekStartsOn.control;
		if (value === "monday" || value === "sunday")
			void host.request({ event: "setAccount", weekStartsOn: value });
	});
	dayStartHour.control.addEventListener("change", () => {
		void host.request({ event: "setAccount", dayStartHour: Number(dayStartHour.control.value) });
	});
	idleHours.control.addEventListener("change", () => {
		const { value } = idleHours.control;
		const complaint = checkIdleHours(idleHours.control);
		showError(idleHours.control, complaint ? text(complaint.key, complaint.values) : "");
		if (complaint) return;
		void host.request({ event: "setAccount", newSessionAfterIdleHours: numberFromTyped(value) ?? null });
	});

	return {
		root,
		show: ({ calendar }: AccountView): void => {
			if (!calendar) return;
			weekStartsOn.control.value = calendar.weekStartsOn;
			dayStartHour.control.value = String(calendar.dayStartHour);
			if (document.activeElement !== idleHours.control)
				idleHours.control.value = String(calendar.newSessionAfterIdleHours ?? "");
			const { todayStartMs, weekStartMs, sessionStartMs, sessionKeyCount: count } = calendar;
			const today = timeOf(todayStartMs, locale);
			setText(example, text("calendarExample", { today, week: momentOf(weekStartMs, locale) }));
			const resets = count === 1 ? text("sessionResetsOne") : text("sessionResetsMany", { count });
			const since =
				sessionStartMs === undefined ? "" : text("sessionSince", { time: momentOf(sessionStartMs, locale) });
			setText(session, joinSentences(since, count === 0 ? "" : resets));
		},
	};
}

function timeOf(ms: number, locale: string): string {
	return new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(ms);
}

/** A time of today; of other days with weekday or date. */
function momentOf(ms: number, locale: string): string {
	if (new Date(ms).toDateString() === new Date().toDateString()) return timeOf(ms, locale);
	const options = {
		month: "short",
		day: "numeric",
		weekday: "short",
		hour: "numeric",
		minute: "2-digit",
	} as const;
	return new Intl.DateTimeFormat(locale, options).format(ms);
}
