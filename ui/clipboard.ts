/**
 * Copies the text of a field. Where the app keeps pages from the clipboard, the text is selected instead.
 * @returns Whether it was copied.
 */
export async function copyText(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(field.value);
		return true;
	} catch {
		field.focus();
		field.select();
		return false;
	}
}
