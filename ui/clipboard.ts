/**
 * Copies the text of a field. If the app denies access to the clipboard, selects the text instead.
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
