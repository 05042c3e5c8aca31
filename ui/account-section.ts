import type { AccountChange, AccountView } from "../src/inspector/messages";
import { isSetUp, type AccountState } from "./account";
import { createAccountHead } from "./account-head";
import { createKeyField } from "./account-key";
import { createOutcomeLine, type Outcome } from "./account-outcome";
import { isSuccess } from "./account-texts";
import { element } from "./dom";
import { createEntry } from "./entry";
import { collapsible } from "./fields";
import type { Host } from "./host";
import { createLinkLine } from "./link-line";
import { joinSentences, type Translate } from "./strings";

type Entered = Omit<AccountChange, "event">;

/** The account, the same on every page: address, credential, how the link is. The plugin keeps it, not the page. */
export function mountAccount(
	root: HTMLElement,
	{ host, account, text }: { readonly host: Host; readonly account: AccountState; readonly text: Translate },
): void {
	const inputs = {
		baseUrl: createEntry({ id: "baseUrl", kind: "address", onEntered: () => enterAccount() }),
		apiKey: createEntry({ id: "apiKey", kind: "secret", onEntered: () => enterAccount() }),
		accessToken: createEntry({ id: "accessToken", kind: "secret", onEntered: () => enterAccount() }),
		sceneSocketUrl: createEntry({
			...{ id: "sceneSocketUrl", kind: "address" },
			onEntered: () => void change({ sceneSocketUrl: inputs.sceneSocketUrl.value.trim() }),
		}),
	};
	const head = createAccountHead(text);
	const key = createKeyField({
		text,
		input: inputs.apiKey,
		remove: () => void change({ removeKey: true }),
	});
	const outcome = createOutcomeLine(text, {
		retry: () => void change(lastEntered),
		cancel: () => {
			for (const input of Object.values(inputs)) input.value = "";
			showOutcome(undefined);
			if (account.current) showSaved(account.current);
			head.root.focus();
		},
		undo: () => void change({ restoreKey: true }),
	});
	const hideNumbers = element("input", { id: "hideNumbers", type: "checkbox" });
	hideNumbers.addEventListener("change", () => {
		void change({ hideNumbers: hideNumbers.checked });
	});
	const link = createLinkLine(text, () => void host.request({ event: "reconnect" }));
	const advanced = collapsible(
		text("advanced"),
		field(text("accessToken"), inputs.accessToken, text("accessTokenHint")),
		field(text("sceneSocketUrl"), inputs.sceneSocketUrl, text("sceneSocketUrlHint")),
	);
	const hideNumbersLabel = element("label", { className: "check" }, hideNumbers);
	hideNumbersLabel.append(element("span", { textContent: text("hideNumbers") }));
	const introduction = element(
		"div",
		{ className: "introduction" },
		element("h2", { textContent: text("accountSetUp") }),
		element("p", { textContent: joinSentences(text("accountHint"), text("apiKeyHint")) }),
	);
	const section = element("details", { className: "account" }, head.root, introduction);
	section.append(
		field(text("baseUrl"), inputs.baseUrl),
		key.root,
		outcome.root,
		link.root,
		hideNumbersLabel,
		advanced,
	);
	root.append(section);

	let lastEntered: Entered = {};
	let changeCount = 0;

	/** Address and credential go together, so that both can be replaced at once. */
	function enterAccount(): void {
		const typed = inputs.baseUrl.value.trim();
		const saved = account.current?.baseUrl;
		if (typed === "" && saved !== undefined) inputs.baseUrl.value = saved;
		const entered: Entered = {
			...(typed === "" || typed === saved ? {} : { baseUrl: typed }),
			...enteredText("apiKey", inputs.apiKey),
			...enteredText("accessToken", inputs.accessToken),
		};
		if (Object.keys(entered).length > 0) void change(entered);
		else showOutcome(undefined);
	}

	async function change(entered: Entered): Promise<void> {
		lastEntered = entered;
		const changeNumber = ++changeCount;
		const isKey = entered.apiKey !== undefined || entered.accessToken !== undefined;
		showOutcome(isKey ? "checking-key" : "checking-address");
		const reply = await host.request({ event: "setAccount", ...entered });
		if (changeNumber !== changeCount) return;
		const answer: Outcome = reply ?? { outcome: "timeout" };
		if (isSuccess(answer.outcome)) {
			clearCredentials(entered);
			if (account.current) showSaved(account.current);
		}
		showOutcome(answer);
	}

	/** Empties the credentials that the plugin has now; what is being typed by now is another one. */
	function clearCredentials({ apiKey, accessToken }: Entered): void {
		if (apiKey !== undefined && holdsOneOf(inputs.apiKey, apiKey)) key.clear();
		if (accessToken !== undefined && holdsOneOf(inputs.accessToken, accessToken)) {
			inputs.accessToken.value = "";
			key.clear();
		}
	}

	function showOutcome(state: Parameters<typeof outcome.show>[0]): void {
		for (const input of Object.values(inputs)) input.removeAttribute("aria-invalid");
		const isFault = typeof state === "object" && !isSuccess(state.outcome);
		section.classList.toggle("has-fault", isFault);
		// Connected is what the account's line says.
		const isShownInHead =
			typeof state === "object" && (state.outcome === "connected" || state.outcome === "restored");
		outcome.show(isShownInHead ? undefined : state);
		if (!isFault || !state.field) return;
		inputs[state.field].setAttribute("aria-invalid", "true");
		if (state.field === "accessToken" || state.field === "sceneSocketUrl") advanced.open = true;
	}

	/** The addresses as they are kept, in place of those that were entered; not of one that is being typed. */
	function showSaved({ baseUrl = "", sceneSocketUrl = "" }: AccountView, previous?: AccountView): void {
		if (holdsOneOf(inputs.baseUrl, previous?.baseUrl, lastEntered.baseUrl)) inputs.baseUrl.value = baseUrl;
		if (holdsOneOf(inputs.sceneSocketUrl, previous?.sceneSocketUrl, lastEntered.sceneSocketUrl)) {
			inputs.sceneSocketUrl.value = sceneSocketUrl;
		}
	}

	/** One of the fields holds what is neither kept nor entered. */
	function hasUnsavedInput({ baseUrl, sceneSocketUrl }: AccountView): boolean {
		const isSaved =
			holdsOneOf(inputs.baseUrl, baseUrl, lastEntered.baseUrl) &&
			holdsOneOf(inputs.apiKey, lastEntered.apiKey) &&
			holdsOneOf(inputs.accessToken, lastEntered.accessToken) &&
			holdsOneOf(inputs.sceneSocketUrl, sceneSocketUrl, lastEntered.sceneSocketUrl);
		return !isSaved;
	}

	account.onChange((current, previous) => {
		const hasAccount = isSetUp(current);
		const hadAccount = previous !== undefined && isSetUp(previous);
		document.body.dataset["account"] = hasAccount ? "there" : "none";
		head.show(current);
		key.show(current);
		link.show(current);
		hideNumbers.checked = current.hideNumbers;
		showSaved(current, previous);
		head.root.hidden = !hasAccount;
		introduction.hidden = hasAccount;
		link.root.hidden ||= !hasAccount;
		hideNumbersLabel.hidden = !hasAccount;
		if (!hasAccount) section.open = true;
		else if (previous === undefined) section.open = needsUserAction(current);
		else if (!hadAccount && !hasUnsavedInput(current)) {
			const hadFocus = section.contains(document.activeElement) || document.activeElement === document.body;
			section.open = needsUserAction(current);
			if (hadFocus) head.root.focus();
		}
		outcome.showUndo(current.canRestoreKey);
	});
}

function needsUserAction({ link: { trouble } }: AccountView): boolean {
	return trouble !== undefined && trouble !== "unreachable" && trouble !== "service-error";
}

/** A field holds one of these, or nothing. */
function holdsOneOf({ value }: HTMLInputElement, ...texts: readonly (string | undefined)[]): boolean {
	return ["", ...texts].includes(value.trim());
}

function enteredText(name: "apiKey" | "accessToken", { value }: HTMLInputElement): Entered {
	const typed = value.trim();
	return typed === "" ? {} : { [name]: typed };
}

function field(label: string, input: HTMLInputElement, hint?: string): HTMLElement {
	const content = element("div", {}, input);
	if (hint !== undefined) {
		const id = `${input.id}-hint`;
		content.append(element("p", { id, className: "hint", textContent: hint }));
		input.setAttribute("aria-describedby", id);
	}
	const labelElement = element("label", { htmlFor: input.id, textContent: label });
	return element("div", { className: "field" }, labelElement, content);
}
