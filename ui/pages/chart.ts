import { parseChartSettings } from "../../src/settings/schemas";
import { bindForm } from "../form";
import type { PageContext } from "../page";
import { mountPreview } from "../preview";

/** Which numbers are drawn, and over which time. */
export function chartPage({ host, settings, text, form, preview }: PageContext): void {
	bindForm({ form, settings, parse: parseChartSettings, text });
	mountPreview(preview, host, settings, text);
}
