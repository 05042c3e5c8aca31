import type { AccountView } from "../../src/inspector/message-parts";
import { isSetUp, type AccountState } from "./account";
import { createAccountHead } from "./account-head";
import { enteredText, holdsOneOf, type Entered } from "./account-inputs";
import { createKeyField } from "./account-key";
import { createOutcomeLine, type Outcome } from "./account-outcome";
import { isSuccess, troubleOfOutcome } from "./account-texts";
import { element } from "../dom";
import { createEntry } from "../fields/entry";
import { createCalendarSection } from "./calendar-section";
import { collapsible, Fields } from "../fields/fields";
import { createIgnoredNames } from "./ignored-names";
import type { Host } from "../host";
import { createLinkLine } from "./link-line";
import { joinSentences, type Translate } from "../strings";

/**
 * Mounts the account section, which is the same on every page: address, credential and connection status. The account
 * is stored by the plugin and shared by all keys.
 */
export function mountAccount(
	root: HTMLElement,
	{ host, account, text }: { readonly host: Host; readonly account: AccountState; readonly text: Translate },
): void {
	const fields = new Fields(text);
	const inputs = {
		baseUrl: createEntry({ id: "baseUrl", kind: "address", onEntered: (isAgain) => enterAccount(isAgain) }),
		apiKey: createEntry({ id: "apiKey", kind: "secret", onEntered: () => enterAccount() }),
		accessToken: createEntry({ id: "accessToken", kind: "secret", onEntered: () => enterAccount() }),
		sceneSocketUrl: createEntry({
			id: "sceneSocketUrl",
			kind: "address",
			onEntered: () => void change({ sceneSocketUrl: inputs.sceneSocketUrl.value.trim() }),
		}),
	};
	const head = createAccountHead(text);
	const key = createKeyField({
		text,
		input: inputs.apiKey,
		remove: () => void change({ removeKey: true }),
		onCancel: () => {
			if (shown?.field === "apiKey") showOutcome(undefined);
		},
	});
	const outcome = createOutcomeLine(text, {
		retry: () => {
			focusEntered();
			void change(lastEntered);
		},
		cancel: () => {
			for (const input of Object.values(inputs)) input.value = "";
			key.clear();
			showOutcome(undefined);
			if (account.current) showSaved(account.current);
			head.root.focus();
		},
		useKey: () => {
			focusEntered();
			void change({ ...lastEntered, ...(shown?.origin && { confirmedOrigin: shown.origin }) });
		},
		keepAddress: () => {
			focusEntered().value = "";
			showOutcome(undefined);
			if (account.current) showSaved(account.current);
		},
		undo: () => void change({ restoreKey: true }),
	});
	const hideNumbers = element("input", { id: "hideNumbers", type: "checkbox" });
	hideNumbers.addEventListener("change", () => void saveQuietly({ hideNumbers: hideNumbers.checked }));
	const allowLinks = element("input", { id: "allowLinks", type: "checkbox" });
	allowLinks.addEventListener("change", () => void saveQuietly({ allowLinks: allowLinks.checked }));
	const link = createLinkLine(text, () => void host.request({ event: "reconnect" }));
	const advanced = collapsible(
		text("advanced"),
		fields.row({ label: "accessToken", hint: "accessTokenHint" }, inputs.accessToken).row,
		fields.row({ label: "sceneSocketUrl", hint: "sceneSocketUrlHint" }, inputs.sceneSocketUrl).row,
		fields.checkRow(allowLinks, "allowLinks"),
	);
	const calendar = createCalendarSection({ host, fields, text });
	const ignoredNames = createIgnoredNames({ host, fields, text });
	const hideNumbersLabel = fields.checkRow(hideNumbers, "hideNumbers");
	const introduction = element(
		"div",
		{ className: "introduction" },
		element("h2", { textContent: text("accountSetUp") }),
		element("p", { textContent: joinSentences(text("accountHint"), text("apiKeyHint")) }),
	);
	const section = element("details", { className: "account" }, head.root, introduction);
	section.append(
		fields.row({ label: "baseUrl" }, inputs.baseUrl).row,
		key.root,
		outcome.root,
		link.root,
		hideNumbersLabel,
		calendar.root,
		ignoredNames.root,
		advanced,
	);
	root.append(section);

	let lastEntered: Entered = {};
	let changeCount = 0;
	let isChecking = false;
	let shown: Outcome | undefined;
	/**
	 * The account has just been set up: the section closes when it contains no running check, fault or unsaved input.
	 */
	let isFoldPending = false;

	/** Focuses the field of the displayed outcome, whose buttons disappear. */
	function focusEntered(): HTMLInputElement {
		const input = inputs[shown?.field ?? "baseUrl"];
		input.focus();
		return input;
	}

	/**
	 * Sends address and credentials in one request, because both may be replaced together.
	 * @param isAgain Whether to check the stored address again if nothing was entered.
	 */
	function enterAccount(isAgain = false): void {
		const typed = inputs.baseUrl.value.trim();
		const saved = account.current?.baseUrl;
		if (typed === "" && saved !== undefined) inputs.baseUrl.value = saved;
		const entered: Entered = {
			...(typed === "" || typed === saved ? {} : { baseUrl: typed }),
			...enteredText("apiKey", inputs.apiKey),
			...enteredText("accessToken", inputs.accessToken),
		};
		if (Object.keys(entered).length > 0) void change(entered);
		else if (isAgain && saved !== undefined) void change({ baseUrl: saved });
		else showOutcome(undefined);
	}

	async function change(entered: Entered): Promise<void> {
		lastEntered = entered;
		const changeNumber = ++changeCount;
		const isKey = entered.apiKey !== undefined || entered.accessToken !== undefined;
		const isAddress = entered.baseUrl !== undefined || entered.sceneSocketUrl !== undefined;
		isChecking = true;
		showOutcome(isKey ? "checking-key" : isAddress ? "checking-address" : undefined);
		const reply = await host.request({ event: "setAccount", ...entered });
		if (changeNumber !== changeCount) return;
		isChecking = false;
		const answer: Outcome = reply ?? { outcome: "timeout" };
		if (isSuccess(answer.outcome)) {
			clearCredentials(entered);
			if (account.current) showSaved(account.current);
			// The connection may be waiting for its next retry.
			if (answer.outcome === "connected" && account.current?.link.trouble)
				void host.request({ event: "reconnect" });
		}
		showOutcome(answer);
		foldWhenSettled();
	}

	/** Saves a change that requires no check. Only a failure is announced. */
	async function saveQuietly(entered: Entered): Promise<void> {
		const answer: Outcome = (await host.request({ event: "setAccount", ...entered })) ?? {
			outcome: "timeout",
		};
		if (isSuccess(answer.outcome)) return;
		lastEntered = entered;
		hideNumbers.checked = account.current?.hideNumbers === true;
		allowLinks.checked = account.current?.allowLinks === true;
		showOutcome(answer);
	}

	/** Clears the fields of stored credentials, unless the user has entered another one in the meantime. */
	function clearCredentials({ apiKey, accessToken }: Entered): void {
		if (apiKey !== undefined && holdsOneOf(inputs.apiKey, apiKey)) key.clear();
		if (accessToken !== undefined && holdsOneOf(inputs.accessToken, accessToken)) {
			inputs.accessToken.value = "";
			key.clear();
		}
	}

	function showOutcome(state: Parameters<typeof outcome.show>[0]): void {
		for (const input of Object.values(inputs)) input.removeAttribute("aria-invalid");
		shown = typeof state === "object" ? state : undefined;
		const isQuestion = shown?.outcome === "different-address";
		const isFault = shown !== undefined && !isQuestion && !isSuccess(shown.outcome);
		section.classList.toggle("has-fault", isFault);
		if (account.current) showLink(account.current);
		// The account's summary line already displays "Connected".
		const isShownInHead =
			typeof state === "object" && (state.outcome === "connected" || state.outcome === "restored");
		outcome.show(isShownInHead ? undefined : state, key.isReplacing && shown?.field === "apiKey");
		const field = shown?.field;
		if ((!isFault && !isQuestion) || !field) return;
		if (field === "accessToken" || field === "sceneSocketUrl") advanced.open = true;
		if (isFault) inputs[field].setAttribute("aria-invalid", "true");
		else if ([inputs[field], document.body].includes(document.activeElement as HTMLElement))
			outcome.focusQuestion();
	}

	/** Displays the connection status, or the problem of the entered account until a connection was tried. */
	function showLink(current: AccountView): void {
		const trouble = shown && !shown.isAccountKept ? troubleOfOutcome(shown.outcome) : undefined;
		head.show(current, trouble);
		link.show(current, section.classList.contains("has-fault"));
		link.root.hidden ||= !isSetUp(current);
	}

	/** Removes a displayed failure when the connection is up, unless the failure was about another address. */
	function clearOvercomeFault(current: AccountView, previous: AccountView | undefined): void {
		const isRecovered = current.link.phase === "live" && previous?.link.phase !== "live";
		const isOfAccount = [undefined, current.baseUrl].includes(lastEntered.baseUrl);
		if (!isRecovered || isChecking || !isOfAccount || !shown || !troubleOfOutcome(shown.outcome)) return;
		if (holdsOneOf(inputs.apiKey, lastEntered.apiKey)) key.clear();
		showOutcome(undefined);
	}

	function foldWhenSettled(): void {
		const { current } = account;
		if (!isFoldPending || isChecking || !current || section.classList.contains("has-fault")) return;
		isFoldPending = false;
		if (hasUnsavedInput(current)) return;
		const hadFocus = section.contains(document.activeElement) || document.activeElement === document.body;
		section.open = needsUserAction(current);
		if (hadFocus) head.root.focus();
	}

	/** Displays the stored addresses, unless the user is entering another one. */
	function showSaved({ baseUrl = "", sceneSocketUrl = "" }: AccountView, previous?: AccountView): void {
		if (holdsOneOf(inputs.baseUrl, previous?.baseUrl, lastEntered.baseUrl)) inputs.baseUrl.value = baseUrl;
		if (holdsOneOf(inputs.sceneSocketUrl, previous?.sceneSocketUrl, lastEntered.sceneSocketUrl)) {
			inputs.sceneSocketUrl.value = sceneSocketUrl;
		}
	}

	/** Returns whether a field contains text that was neither stored nor sent. */
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
		key.show(current);
		showLink(current);
		clearOvercomeFault(current, previous);
		calendar.show(current);
		ignoredNames.show(current);
		hideNumbers.checked = current.hideNumbers;
		allowLinks.checked = current.allowLinks === true;
		showSaved(current, previous);
		head.root.hidden = !hasAccount;
		introduction.hidden = hasAccount;
		hideNumbersLabel.hidden = calendar.root.hidden = ignoredNames.root.hidden = !hasAccount;
		if (!hasAccount) section.open = true;
		else if (previous === undefined) section.open = needsUserAction(current);
		else if (!hadAccount) isFoldPending = true;
		foldWhenSettled();
		outcome.showUndo(current.canRestoreKey);
	});
}

function needsUserAction({ link: { trouble } }: AccountView): boolean {
	return trouble !== undefined && trouble !== "unreachable" && trouble !== "service-error";
}
