import { parseLatestEventSettings } from "../../src/settings/schemas";
import { bindForm } from "../form";
import type { PageContext } from "../page";
import { mountPreview } from "../preview";

/** Which kinds of event the key shows, and what a press does with them. */
export function latestEventPage({ host, settings, text, form, preview }: PageContext): void {
	bindForm({ form, settings, parse: parseLatestEventSettings, text });
	mountPreview(preview, host, settings, text);
}
