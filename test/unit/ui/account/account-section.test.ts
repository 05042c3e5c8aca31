// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { AccountView } from "../../../../src/inspector/message-parts";
import { AccountState } from "../../../../ui/account/account";
import { mountAccount } from "../../../../ui/account/account-section";
import { translator } from "../../../../ui/strings";
import { FakeApp, workingAccount } from "../fake-app";

const text = translator("en");
let app: FakeApp;
let root: HTMLElement;

beforeEach(async () => {
	vi.useFakeTimers();
	app = new FakeApp();
	root = document.createElement("div");
	document.body.replaceChildren(root);
	mountAccount(root, { host: app.host, account: new AccountState(app.host), text });
	await app.start();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	document.body.replaceChildren();
});

function pushAccount(change: Partial<AccountView> = {}): void {
	app.push({ event: "getAccount", account: { ...workingAccount, ...change } });
}

function field(id: string): HTMLInputElement {
	const found = root.querySelector(`#${id}`);
	if (!(found instanceof HTMLInputElement)) throw new Error(`there is no field ${id}`);
	return found;
}

function enter(id: string, value: string): void {
	const input = field(id);
	input.value = value;
	input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
}

function request(index: number) {
	const found = app.requests("setAccount")[index];
	if (!found) throw new Error(`change ${index} was not sent`);
	return found;
}

function outcome(): string {
	return root.querySelector(".outcome [role=status]")?.textContent ?? "";
}

describe("the account section", () => {
	it("displays the outcome of the latest change when an earlier response arrives after it", async () => {
		pushAccount();
		enter("baseUrl", "https://first.example");
		enter("baseUrl", "https://second.example");
		await app.answer(request(1), { event: "setAccount", outcome: "refused", field: "apiKey" });
		await app.answer(request(0), { event: "setAccount", outcome: "saved" });
		expect(outcome()).toBe(text("keyRefused"));
		expect(field("apiKey").getAttribute("aria-invalid")).toBe("true");
	});

	it.each([
		["retry", "unreachable", undefined],
		["useKey", "different-address", "https://new.example"],
	] as const)("focuses the field when the button %s disappears", async (name, outcomeName, origin) => {
		pushAccount({ hasKey: true, keyEnding: "4242" });
		enter("baseUrl", "https://new.example");
		const answer = { event: "setAccount", outcome: outcomeName, field: "baseUrl", origin } as const;
		await app.answer(request(0), answer);
		const found = [...root.querySelectorAll("button")].find(({ textContent }) => textContent === text(name));
		found?.focus();
		expect(document.activeElement).toBe(found);
		found?.click();
		expect(found?.hidden).toBe(true);
		expect(document.activeElement).toBe(field("baseUrl"));
	});

	it("has one Cancel button when a new key is refused, which also removes the refusal", async () => {
		pushAccount({ hasKey: true, keyEnding: "4242" });
		const visible = (name: "cancel" | "replaceKey") =>
			[...root.querySelectorAll<HTMLElement>("button")].filter(
				(each) => each.textContent === text(name) && !each.closest("[hidden]"),
			);
		visible("replaceKey")[0]?.click();
		enter("apiKey", "a-wrong-key");
		await app.answer(request(0), {
			event: "setAccount",
			outcome: "refused",
			field: "apiKey",
			isAccountKept: true,
		});
		expect(outcome()).toContain(text("keyRefused"));
		expect(visible("cancel")).toHaveLength(1);
		visible("cancel")[0]?.click();
		expect(outcome()).toBe("");
		expect(field("apiKey").value).toBe("");
		expect(visible("replaceKey")).toHaveLength(1);
		expect(visible("cancel")).toHaveLength(0);
	});

	it("offers calendar and ignored names with an account only", () => {
		const sections = () =>
			["#calendar", "#ignored-names"].map((id) => root.querySelector<HTMLElement>(id)?.hidden);
		pushAccount({ baseUrl: undefined, hasKey: false });
		expect(sections()).toEqual([true, true]);
		pushAccount();
		expect(sections()).toEqual([false, false]);
	});

	it("keeps checking when an earlier change fails", async () => {
		pushAccount();
		enter("baseUrl", "https://first.example");
		enter("apiKey", "a-key-of-mine");
		await app.answer(request(0), { event: "setAccount", outcome: "unreachable", field: "baseUrl" });
		expect(outcome()).toBe(text("checkingKey"));
		await app.answer(request(1), { event: "setAccount", outcome: "connected", username: "ada" });
		expect(outcome()).toBe("");
	});

	it("displays it immediately when the plugin restarts during a check", async () => {
		pushAccount();
		enter("baseUrl", "https://first.example");
		expect(outcome()).toBe(text("checkingAddress"));
		await app.startPlugin("run-2");
		expect(outcome()).toBe(text("timeout"));
	});

	it("keeps an address that is being typed while the plugin sends the stored one", () => {
		pushAccount();
		field("baseUrl").value = "https://half-an-addr";
		pushAccount({ username: "someone else" });
		expect(field("baseUrl").value).toBe("https://half-an-addr");
	});

	it("clears the key's field once that key is stored, but not when another one is being typed", async () => {
		pushAccount({ hasKey: false, keyEnding: undefined, link: { phase: "not-set-up" } });
		enter("apiKey", "first-key");
		field("apiKey").value = "second-k";
		await app.answer(request(0), { event: "setAccount", outcome: "connected", username: "ada" });
		expect(field("apiKey").value).toBe("second-k");
		enter("apiKey", "second-key");
		await app.answer(request(1), { event: "setAccount", outcome: "connected", username: "ada" });
		expect(field("apiKey").value).toBe("");
	});
});
