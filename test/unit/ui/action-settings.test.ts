// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ActionSettings, type Writer } from "../../../ui/action-settings";
import type { RawSettings } from "../../../ui/host";

/** The part of the host that the settings use. */
class FakeSettingsHost {
	readonly saved: RawSettings[] = [];
	readonly initialSettings: RawSettings;
	#listener: ((settings: RawSettings) => void) | undefined;

	constructor(initialSettings: RawSettings = {}) {
		this.initialSettings = initialSettings;
	}

	saveSettings(settings: RawSettings): void {
		this.saved.push(settings);
	}

	onSettings(listener: (settings: RawSettings) => void): void {
		this.#listener = listener;
	}

	push(settings: RawSettings): void {
		this.#listener?.(settings);
	}
}

let host: FakeSettingsHost;
let settings: ActionSettings;

function open(initialSettings: RawSettings = {}): void {
	host = new FakeSettingsHost(initialSettings);
	settings = new ActionSettings(host);
}

beforeEach(() => {
	vi.useFakeTimers();
	open();
});
afterEach(() => {
	vi.useRealTimers();
});

describe("a key's settings on the page", () => {
	it("are saved on the first change, then at most every 200 ms, and always after the last change", async () => {
		for (const label of ["H", "He", "Hel", "Hell", "Hello"]) settings.change({ label });
		expect(host.saved).toEqual([{ label: "H" }]);
		await vi.advanceTimersByTimeAsync(199);
		expect(host.saved).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(host.saved).toEqual([{ label: "H" }, { label: "Hello" }]);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(host.saved).toHaveLength(2);
		expect(vi.getTimerCount()).toBe(0);
	});

	it("keep unsaved changes when the host sends other settings", async () => {
		settings.change({ label: "H" });
		settings.change({ label: "Hello" });
		settings.change({ goal: 5 });
		host.push({ label: "H", color: "#ffffff" });
		expect(settings.current).toEqual({ label: "Hello", goal: 5, color: "#ffffff" });
		await vi.advanceTimersByTimeAsync(200);
		expect(host.saved.at(-1)).toEqual({ label: "Hello", goal: 5, color: "#ffffff" });
	});

	it("keep the unsaved removal of a field", () => {
		open({ label: "Old" });
		settings.change({ goal: 1 });
		settings.change({ label: "" });
		host.push({ label: "Old", goal: 1 });
		expect(settings.current).toEqual({ goal: 1 });
	});

	it("are the host's once they are saved", async () => {
		settings.change({ label: "Mine" });
		await vi.advanceTimersByTimeAsync(200);
		host.push({ label: "Theirs" });
		expect(settings.current).toEqual({ label: "Theirs" });
	});

	it("keep unknown fields, and drop empty ones", () => {
		open({ future: { kept: true }, label: "A", types: ["follow"] });
		settings.change({ label: undefined, types: [] });
		expect(host.saved).toEqual([{ future: { kept: true } }]);
	});

	it("report who changed them", () => {
		const writers: Writer[] = [];
		settings.onChange((writer) => writers.push(writer));
		settings.change({ label: "A" });
		host.push({ label: "B" });
		expect(writers).toEqual(["page", "host"]);
	});

	it.each(["pagehide", "blur"])("are saved completely on %s", (name) => {
		settings.flushOnLeave(window);
		settings.change({ label: "H" });
		settings.change({ label: "Hello" });
		window.dispatchEvent(new Event(name));
		expect(host.saved.at(-1)).toEqual({ label: "Hello" });
	});

	it.each(["focusout", "visibilitychange"])("are saved completely on %s", (name) => {
		settings.flushOnLeave(window);
		settings.change({ label: "H" });
		settings.change({ label: "Hello" });
		document.dispatchEvent(new Event(name));
		expect(host.saved.at(-1)).toEqual({ label: "Hello" });
	});

	it("are saved 200 ms after the page was left, not when an earlier timer would have ended", async () => {
		settings.flushOnLeave(window);
		settings.change({ label: "H" });
		settings.change({ label: "He" });
		await vi.advanceTimersByTimeAsync(100);
		window.dispatchEvent(new Event("blur"));
		settings.change({ label: "Hello" });
		await vi.advanceTimersByTimeAsync(199);
		expect(host.saved).toEqual([{ label: "H" }, { label: "He" }]);
		await vi.advanceTimersByTimeAsync(1);
		expect(host.saved.at(-1)).toEqual({ label: "Hello" });
	});

	it("are not saved twice when the page is left and the timer ends later", async () => {
		settings.flushOnLeave(window);
		settings.change({ label: "H" });
		settings.change({ label: "Hello" });
		window.dispatchEvent(new Event("pagehide"));
		await vi.advanceTimersByTimeAsync(1_000);
		expect(host.saved).toEqual([{ label: "H" }, { label: "Hello" }]);
		expect(vi.getTimerCount()).toBe(0);
	});
});
