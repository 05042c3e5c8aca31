/** Characters without a visible glyph: spaces, controls, format characters and blank letters. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\u2800]+/gu;
const accents = /\p{M}+/gu;
const plainWord = /^[a-z0-9_]+$/;

/** Names that services and widgets use for donors without a name, in the plugin's eight languages. */
const placeholders: ReadonlySet<string> = new Set([
	"anonymous",
	"anonym",
	"anonyme",
	"anonymer",
	"anonymes",
	"anonimo",
	"anonima",
	"匿名",
	"匿名さん",
	"匿名希望",
	"名無し",
	"名無しさん",
	"无名氏",
	"無名氏",
	"익명",
	"무명",
	"匿名用户",
	"匿名用戶",
	"匿名使用者",
]);

/** Returns whether a user name identifies no user: empty, invisible, or a placeholder such as `Anonymous`. */
export function isAnonymous(name: string): boolean {
	const word = name.toLowerCase();
	if (plainWord.test(word)) return placeholders.has(word);
	const visible = visibleTextOf(word.normalize("NFKD")).replace(accents, "").normalize("NFC");
	return visible === "" || placeholders.has(visible);
}

/** Returns the text; undefined if it would be displayed blank. */
export function unlessBlank(text: string | undefined): string | undefined {
	return text === undefined || visibleTextOf(text) === "" ? undefined : text;
}

function visibleTextOf(text: string): string {
	return text.replace(invisible, "");
}

/** Normalizes a user name, so that names that differ only in case are equal. */
export function normaliseUserName(person: string): string {
	return person.normalize("NFC").toLowerCase();
}
