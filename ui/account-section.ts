import type { AccountChange, AccountView } from "../src/inspector/messages";
import { isSetUp, type ToldAccount } from "./account";
import { createAccountHead } from "./account-head";
import { createKeyField } from "./account-key";
import { createOutcomeLine, type Outcome } from "./account-outcome";
import { isGood } from "./account-words";
import { element } from "./dom";
import { createEntry } from "./entry";
import { folded } from "./fields";
import type { Host } from "./host";
import { createLinkLine } from "./link-line";
import { joinSentences, type Translate } from "./strings";

type Entered = Omit<AccountChange, "event">;

/** The account, the same on every page: address, credential, how the link is. The plugin keeps it, not the page. */
export function mountAccount(
	root: HTMLElement,
	{ host, account, text }: { readonly host: Host; readonly account: ToldAccount; readonly text: Translate },
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
		tryAgain: () => void change(last),
		giveUp: () => {
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
	const link = createLinkLine(text, () => void host.ask({ event: "reconnect" }));
	const advanced = folded(
		text("advanced"),
		field(text("accessToken"), inputs.accessToken, text("accessTokenHint")),
		field(text("sceneSocketUrl"), inputs.sceneSocketUrl, text("sceneSocketUrlHint")),
	);
	const hide = element("label", { className: "check" }, hideNumbers);
	hide.append(element("span", { textContent: text("hideNumbers") }));
	const introduction = element(
		"div",
		{ className: "introduction" },
		element("h2", { textContent: text("accountSetUp") }),
		element("p", { textContent: joinSentences(text("accountHint"), text("apiKeyHint")) }),
	);
	const section = element("details", { className: "account" }, head.root, introduction);
	section.append(field(text("baseUrl"), inputs.baseUrl), key.root, outcome.root, link.root, hide, advanced);
	root.append(section);

	let last: Entered = {};
	let changeCount = 0;

	/** Address and credential go together, so that both can be replaced at once. */
	function enterAccount(): void {
		const typed = inputs.baseUrl.value.trim();
		const saved = account.current?.baseUrl;
		if (typed === "" && saved !== undefined) inputs.baseUrl.value = saved;
		const entered: Entered = {
			...(typed === "" || typed === saved ? {} : { baseUrl: typed }),
			...textOf("apiKey", inputs.apiKey),
			...textOf("accessToken", inputs.accessToken),
		};
		if (Object.keys(entered).length > 0) void change(entered);
		else showOutcome(undefined);
	}

	async function change(entered: Entered): Promise<void> {
		last = entered;
		const number = ++changeCount;
		const isKey = entered.apiKey !== undefined || entered.accessToken !== undefined;
		showOutcome(isKey ? "checking-key" : "checking-address");
		const reply = await host.ask({ event: "setAccount", ...entered });
		if (number !== changeCount) return;
		const answer: Outcome = reply ?? { outcome: "timeout" };
		if (isGood(answer.outcome)) {
			takeUp(entered);
			if (account.current) showSaved(account.current);
		}
		showOutcome(answer);
	}

	/** Empties the credentials that the plugin has now; what is being typed by now is another one. */
	function takeUp({ apiKey, accessToken }: Entered): void {
		if (apiKey !== undefined && isIn(inputs.apiKey, apiKey)) key.entered();
		if (accessToken !== undefined && isIn(inputs.accessToken, accessToken)) {
			inputs.accessToken.value = "";
			key.entered();
		}
	}

	function showOutcome(told: Parameters<typeof outcome.show>[0]): void {
		for (const input of Object.values(inputs)) input.removeAttribute("aria-invalid");
		const isFault = typeof told === "object" && !isGood(told.outcome);
		section.classList.toggle("has-fault", isFault);
		// Connected is what the account's line says.
		const isToldAbove =
			typeof told === "object" && (told.outcome === "connected" || told.outcome === "restored");
		outcome.show(isToldAbove ? undefined : told);
		if (!isFault || !told.field) return;
		inputs[told.field].setAttribute("aria-invalid", "true");
		if (told.field === "accessToken" || told.field === "sceneSocketUrl") advanced.open = true;
	}

	/** The addresses as they are kept, in place of those that were entered; not of one that is being typed. */
	function showSaved({ baseUrl = "", sceneSocketUrl = "" }: AccountView, before?: AccountView): void {
		if (isIn(inputs.baseUrl, before?.baseUrl, last.baseUrl)) inputs.baseUrl.value = baseUrl;
		if (isIn(inputs.sceneSocketUrl, before?.sceneSocketUrl, last.sceneSocketUrl)) {
			inputs.sceneSocketUrl.value = sceneSocketUrl;
		}
	}

	/** One of the fields holds what is neither kept nor entered. */
	function isBeingTyped({ baseUrl, sceneSocketUrl }: AccountView): boolean {
		const isKept =
			isIn(inputs.baseUrl, baseUrl, last.baseUrl) &&
			isIn(inputs.apiKey, last.apiKey) &&
			isIn(inputs.accessToken, last.accessToken) &&
			isIn(inputs.sceneSocketUrl, sceneSocketUrl, last.sceneSocketUrl);
		return !isKept;
	}

	account.onChange((now, before) => {
		const isThere = isSetUp(now);
		const wasThere = before !== undefined && isSetUp(before);
		document.body.dataset["account"] = isThere ? "there" : "none";
		head.show(now);
		key.show(now);
		link.show(now);
		hideNumbers.checked = now.hideNumbers;
		showSaved(now, before);
		head.root.hidden = !isThere;
		introduction.hidden = isThere;
		link.root.hidden ||= !isThere;
		hide.hidden = !isThere;
		if (!isThere) section.open = true;
		else if (before === undefined) section.open = needsTheStreamer(now);
		else if (!wasThere && !isBeingTyped(now)) {
			const hadFocus = section.contains(document.activeElement) || document.activeElement === document.body;
			section.open = needsTheStreamer(now);
			if (hadFocus) head.root.focus();
		}
		outcome.showUndo(now.canRestoreKey);
	});
}

function needsTheStreamer({ link: { trouble } }: AccountView): boolean {
	return trouble !== undefined && trouble !== "unreachable" && trouble !== "service-error";
}

/** A field holds one of these, or nothing. */
function isIn({ value }: HTMLInputElement, ...texts: readonly (string | undefined)[]): boolean {
	return ["", ...texts].includes(value.trim());
}

function textOf(name: "apiKey" | "accessToken", { value }: HTMLInputElement): Entered {
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
	const labelled = element("label", { htmlFor: input.id, textContent: label });
	return element("div", { className: "field" }, labelled, content);
}
