import type { PageContext } from "../page";
import { mountPreview } from "../preview";

/** The account is all there is to set up. */
export function connectionPage({ host, settings, text, preview }: PageContext): void {
	mountPreview(preview, host, settings, text);
}
