import type { AccountChange, AccountView, ReplyTo } from "../src/inspector/messages";
import { createKeyField, createSecretInput, onEntered } from "./account-key";
import { isGood, linkText, outcomeText } from "./account-words";
import { element, setText } from "./dom";
import { showComplaint } from "./form";
import { answerLimitMs, type Host } from "./host";
import { createLinkLine } from "./link-line";
import type { Translate } from "./strings";

/** The account, the same on every page: address, credential, how the link is. The plugin keeps it, not the page. */
export function mountAccount(root: HTMLElement, host: Host, text: Translate): void {
	let limit: number | undefined;
	const change = (entered: Omit<AccountChange, "event">): void => {
		showOutcome(undefined);
		limit = window.setTimeout(() => {
			showOutcome({ event: "setAccount", outcome: "timeout" });
		}, answerLimitMs);
		host.ask({ event: "setAccount", ...entered });
	};
	const head = createHead(text);
	const outcome = element("p", { className: "outcome", role: "status" });
	const baseUrl = createAddressInput("baseUrl", "https://…", (typed) => {
		change({ baseUrl: typed });
	});
	const key = createKeyField(text, {
		send: (apiKey) => {
			change({ apiKey });
		},
		remove: () => {
			change({ removeKey: true });
		},
	});
	const accessToken = createSecretInput("accessToken");
	onEntered(accessToken, (typed) => {
		change({ accessToken: typed });
	});
	const sceneSocketUrl = createAddressInput("sceneSocketUrl", "https://…", (typed) => {
		change({ sceneSocketUrl: typed });
	});
	const hideNumbers = element("input", { id: "hideNumbers", type: "checkbox" });
	hideNumbers.addEventListener("change", () => {
		change({ hideNumbers: hideNumbers.checked });
	});
	const link = createLinkLine(text, () => {
		host.ask({ event: "reconnect" });
	});
	const hint = element("p", { className: "hint", textContent: text("accountHint") });
	const advanced = element(
		"details",
		{ className: "advanced" },
		element("summary", { textContent: text("advanced") }),
		field(text("accessToken"), accessToken, text("accessTokenHint")),
		field(text("sceneSocketUrl"), sceneSocketUrl, text("sceneSocketUrlHint")),
		element(
			"label",
			{ className: "check" },
			hideNumbers,
			element("span", { textContent: text("hideNumbers") }),
		),
	);
	const section = element("details", { className: "account" }, head.root, hint);
	section.append(field(text("baseUrl"), baseUrl), key.root, outcome, link.root, advanced);
	root.append(section);

	const inputs = { baseUrl, apiKey: key.input, accessToken, sceneSocketUrl };
	const showOutcome = (answer: ReplyTo<"setAccount"> | undefined): void => {
		window.clearTimeout(limit);
		for (const input of Object.values(inputs)) showComplaint(input, "");
		const said = answer ? outcomeText(answer.outcome, answer.username, text) : text("checking");
		const isFault = answer !== undefined && !isGood(answer.outcome);
		setText(outcome, said);
		outcome.classList.toggle("fault", isFault);
		outcome.classList.toggle("good", answer !== undefined && !isFault);
		if (isFault && answer.field) {
			inputs[answer.field].setAttribute("aria-invalid", "true");
			if (answer.field === "accessToken" || answer.field === "sceneSocketUrl") advanced.open = true;
		}
	};

	let isFirst = true;
	host.onReply((reply) => {
		if (reply.event === "setAccount") showOutcome(reply);
		if (reply.event !== "getAccount") return;
		const { account } = reply;
		head.show(account);
		key.show(account);
		link.show(account);
		hint.hidden = account.hasKey;
		showTyped(baseUrl, account.baseUrl);
		showTyped(sceneSocketUrl, account.sceneSocketUrl);
		hideNumbers.checked = account.hideNumbers;
		if (isFirst && needsTheStreamer(account)) section.open = true;
		isFirst = false;
	});
	host.ask({ event: "getAccount" });
}

function needsTheStreamer({ hasKey, baseUrl, link }: AccountView): boolean {
	const { trouble } = link;
	return !hasKey || baseUrl === undefined || (trouble !== undefined && trouble !== "unreachable");
}

/** The line that is always to be seen: who, and how the link is. */
function createHead(text: Translate) {
	const picture = element("img", { className: "avatar", alt: "", width: 24, height: 24, hidden: true });
	const initials = element("span", { className: "avatar", ariaHidden: "true", hidden: true });
	const name = element("span", { className: "name", textContent: text("account") });
	const status = element("span", { className: "link-state" });
	const root = element("summary", {}, picture, initials, name, status);
	return {
		root,
		show: ({ username, avatar, hasKey, link }: AccountView): void => {
			picture.hidden = avatar === undefined;
			if (avatar !== undefined && picture.src !== avatar) picture.src = avatar;
			initials.hidden = avatar !== undefined || username === undefined;
			setText(initials, initialOf(username ?? ""));
			setText(name, username ?? text(hasKey ? "account" : "accountSetUp"));
			setText(status, linkText(link, text));
			root.dataset["phase"] = link.phase;
		},
	};
}

function initialOf(name: string): string {
	const [first] = new Intl.Segmenter().segment(name);
	return first?.segment.toUpperCase() ?? "";
}

/** Sent when it is left or Enter is pressed: half an address must never be given the key. */
function createAddressInput(
	id: string,
	placeholder: string,
	send: (typed: string) => void,
): HTMLInputElement {
	const input = element("input", { id, type: "text", placeholder, inputMode: "url", spellcheck: false });
	input.autocomplete = "off";
	input.addEventListener("change", () => {
		send(input.value.trim());
	});
	return input;
}

/** Never under the user's hands. */
function showTyped(input: HTMLInputElement, value = ""): void {
	if (input !== document.activeElement) input.value = value;
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
