import { describe, expect, it } from "vitest";

import {
	GlobalSettingsStore,
	reservedBytes,
	type GlobalSettingsHost,
} from "../../../src/settings/global-settings";
import { parseGlobalSettings, type GlobalSettings } from "../../../src/settings/schemas/global";
import { flushPromises, VirtualClock } from "../../world/fakes/virtual-clock";

const bytesOf = (settings: unknown) => Buffer.byteLength(JSON.stringify(settings));
const account = { baseUrl: "https://service.example", apiKey: "key" };

/** The app: answers a reading when reported to, and keeps what is written once it got round to it. */
class FakeHost implements GlobalSettingsHost {
	readonly written: GlobalSettings[] = [];
	readCount = 0;
	#readers: { readonly resolve: (raw: unknown) => void; readonly reject: (error: Error) => void }[] = [];
	#refusal: Error | undefined;
	#busyUntil: Promise<void> = Promise.resolve();

	read(): Promise<unknown> {
		this.readCount++;
		return new Promise((resolve, reject) => {
			this.#readers.push({ resolve, reject });
		});
	}

	async write(settings: GlobalSettings): Promise<void> {
		await this.#busyUntil;
		if (this.#refusal) throw this.#refusal;
		this.written.push(settings);
	}

	/** Responds to all requests so far. */
	async answer(raw: unknown): Promise<void> {
		for (const { resolve } of this.#readers.splice(0)) resolve(raw);
		await flushPromises();
	}

	async fail(): Promise<void> {
		for (const { reject } of this.#readers.splice(0)) reject(new Error("no connection"));
		await flushPromises();
	}

	/** Delays writes until the returned function is called. */
	beBusy(): () => void {
		const finishing: (() => void)[] = [];
		this.#busyUntil = new Promise((resolve) => void finishing.push(resolve));
		return () => finishing[0]?.();
	}

	refuseWrites(refusal: Error | undefined): void {
		this.#refusal = refusal;
	}
}

function setUp() {
	const clock = new VirtualClock();
	const host = new FakeHost();
	const reported: GlobalSettings[] = [];
	const settings = new GlobalSettingsStore(host, clock, (changed) => void reported.push(changed));
	return { clock, host, reported, settings };
}

async function loaded(raw: unknown = account) {
	const rig = setUp();
	void rig.settings.load();
	await rig.host.answer(raw);
	return rig;
}

describe("loading the settings", () => {
	it("reports the settings once the host has responded, as far as they are valid", async () => {
		const { settings, reported } = await loaded({ ...account, hideNumbers: "perhaps", later: 1 });
		expect(settings.current).toMatchObject({ ...account, hideNumbers: false, later: 1 });
		expect(reported).toEqual([settings.current]);
	});

	it("leaves them unknown until then", async () => {
		const { settings, clock } = setUp();
		void settings.load();
		await clock.advance(60_000);
		expect(settings.current).toBeUndefined();
	});

	it("repeats the request to a host that does not respond, and accepts a late response", async () => {
		const { settings, clock, host } = setUp();
		void settings.load();
		await clock.advance(9_500);
		expect(host.readCount).toBe(4);
		await host.answer(account);
		expect(settings.current).toMatchObject(account);
		await clock.advance(60_000);
		expect(host.readCount).toBe(4);
		expect(clock.pendingCount).toBe(0);
	});

	it("uses the first of several responses, and reports it once", async () => {
		const { settings, clock, host, reported } = setUp();
		void settings.load();
		await clock.advance(3_500);
		await host.answer(account);
		expect(settings.current).toMatchObject(account);
		expect(reported).toHaveLength(1);
	});

	it("retries after a failure, with a delay", async () => {
		const { settings, clock, host } = setUp();
		void settings.load();
		await host.fail();
		expect(host.readCount).toBe(1);
		await clock.advance(3_000);
		expect(host.readCount).toBe(2);
		await host.answer(account);
		expect(settings.current).toMatchObject(account);
	});

	it("is finished when the host sends the settings by itself, and ignores an old response", async () => {
		const { settings, clock, host, reported } = setUp();
		void settings.load();
		settings.applyRaw(account);
		await host.answer({});
		await clock.advance(60_000);
		expect(host.readCount).toBe(1);
		expect(settings.current).toMatchObject(account);
		expect(reported).toHaveLength(1);
	});

	it.each([null, "text", [], 5])("treats %j as no account, and ignores it later", async (raw) => {
		const { settings } = await loaded(raw);
		expect(settings.current).toMatchObject({ hideNumbers: false });
		expect(settings.current?.apiKey).toBeUndefined();
		settings.applyRaw(account);
		settings.applyRaw(raw);
		expect(settings.current).toMatchObject(account);
	});
});

describe("a change", () => {
	it("is not reverted by a late answer to the first request, which OpenDeck sends like a change", async () => {
		const clock = new VirtualClock();
		const host = new FakeHost();
		const store = new GlobalSettingsStore(host, clock, () => undefined);
		void store.load();
		await host.answer(account);
		await store.change({ hideNumbers: true });
		store.applyRaw(account);
		expect(store.current).toMatchObject({ ...account, hideNumbers: true });
		store.applyRaw({ ...account, apiKey: "other" });
		expect(store.current).toMatchObject({ apiKey: "other", hideNumbers: false });
		await clock.advance(11_000);
		store.applyRaw(account);
		expect(store.current).toMatchObject({ ...account, hideNumbers: false });
	});

	it("is never made before the settings are loaded", async () => {
		const { settings, host, reported } = setUp();
		void settings.load();
		await expect(settings.change({ hideNumbers: true })).rejects.toThrow("not been read");
		await host.answer(account);
		expect(settings.current?.hideNumbers).toBe(false);
		expect(host.written).toEqual([]);
		expect(reported).toHaveLength(1);
	});

	it("keeps all other fields, including unknown ones", async () => {
		const { settings, host, reported } = await loaded({ ...account, later: { deep: [1] } });
		await settings.change({ hideNumbers: true });
		expect(host.written).toEqual([{ ...account, later: { deep: [1] }, hideNumbers: true }]);
		expect(settings.current).toEqual(host.written[0]);
		expect(reported.at(-1)).toEqual(host.written[0]);
	});

	it("removes a field that is set to undefined", async () => {
		const { settings, host } = await loaded({ ...account, sessionStartedAt: "2026-03-04T12:00:00.000Z" });
		await settings.change({ sessionStartedAt: undefined });
		expect(JSON.parse(JSON.stringify(host.written))).toEqual([{ ...account, hideNumbers: false }]);
	});

	it("waits for the previous one, and both are kept", async () => {
		const { settings, host } = await loaded();
		const finish = host.beBusy();
		const first = settings.change({ hideNumbers: true });
		const second = settings.change({ apiKey: "other" });
		await flushPromises();
		expect(settings.current).toMatchObject({ hideNumbers: true, apiKey: "key" });
		finish();
		await Promise.all([first, second]);
		expect(host.written.map(({ hideNumbers, apiKey }) => [hideNumbers, apiKey])).toEqual([
			[true, "key"],
			[true, "other"],
		]);
	});

	it("is applied to settings that the host sent in the meantime", async () => {
		const { settings, host } = await loaded();
		const finish = host.beBusy();
		const first = settings.change({ hideNumbers: true });
		const second = settings.change({ sceneSocketUrl: "https://scenes.example" });
		await flushPromises();
		settings.applyRaw({ ...account, apiKey: "sent-by-the-host" });
		finish();
		await Promise.all([first, second]);
		expect(host.written.at(-1)).toMatchObject({
			apiKey: "sent-by-the-host",
			hideNumbers: false,
			sceneSocketUrl: "https://scenes.example",
		});
		expect(settings.current).toEqual(host.written.at(-1));
	});

	it("that the host refuses is reported, and included in the next one", async () => {
		const { settings, host } = await loaded();
		host.refuseWrites(new Error("disk full"));
		await expect(settings.change({ hideNumbers: true })).rejects.toThrow("disk full");
		host.refuseWrites(undefined);
		await settings.change({ apiKey: "other" });
		expect(host.written).toEqual([{ ...account, apiKey: "other", hideNumbers: true }]);
	});

	it("that would not fit is refused in advance, and the next one is made", async () => {
		const { settings, host, reported } = await loaded();
		const before = settings.current;
		await expect(settings.change({ sceneSocketUrl: "é".repeat(500) })).rejects.toThrow(RangeError);
		expect(settings.current).toBe(before);
		expect(host.written).toEqual([]);
		expect(reported).toHaveLength(1);
		await settings.change({ sceneSocketUrl: "e".repeat(500) });
		expect(host.written).toHaveLength(1);
	});

	it("leaves space for the session's start, thank-you marks and hidden numbers, up to a thousand bytes", async () => {
		const { settings, host } = await loaded({ note: "" });
		const othersOf = (current: object | undefined) => ({ ...current, hideNumbers: undefined });
		const spare = 1_000 - reservedBytes - bytesOf({ ...othersOf(settings.current), ignoredNames: "" });
		await expect(settings.change({ ignoredNames: "n".repeat(spare + 1) })).rejects.toThrow(RangeError);
		await settings.change({ ignoredNames: "n".repeat(spare) });
		const mark = { at: 1_767_225_600, id: "2480000123" };
		const thanked = { follow: mark, subscription: mark, donation: mark, hosting: mark, since: mark.at };
		await settings.change({ sessionStartedAt: "2026-11-28T18:04:00.000Z", thanked, hideNumbers: true });
		expect(bytesOf(host.written.at(-1))).toBeLessThanOrEqual(1_000);
	});

	it("is made to settings that exceed the limit already, unless it fills the space of the session", async () => {
		const { settings, host } = await loaded({ note: "n".repeat(1_500) });
		await settings.change({ sessionStartedAt: "2026-11-28T18:04:00.000Z" });
		await settings.change({ apiKey: undefined });
		await expect(settings.change({ ignoredNames: "n".repeat(100) })).rejects.toThrow(RangeError);
		expect(host.written).toHaveLength(2);
	});
});

describe("the global settings with every field set", () => {
	it("take less than 1 kB, including stored state", () => {
		const mark = { at: 1_767_225_600, id: "2480000123" };
		const settings = parseGlobalSettings({
			baseUrl: "https://events.streaming-service.example",
			apiKey: "0123456789abcdef0123456789abcdef01234567",
			sceneSocketUrl: "https://scenes.streaming-service.example:4242",
			sessionStartedAt: "2026-11-28T18:04:00.000Z",
			thanked: { follow: mark, subscription: mark, donation: mark, hosting: mark },
			hideNumbers: true,
			weekStartsOn: "sunday",
			dayStartHour: 12,
			newSessionAfterIdleHours: 72,
			ignoredNames: "Nightbot, StreamElements, Moobot, Fossabot, Wizebot, 匿名希望",
			allowLinks: true,
		});
		expect(Object.values(settings)).not.toContain(undefined);
		expect(Buffer.byteLength(JSON.stringify(settings))).toBeLessThan(900);
	});
});
