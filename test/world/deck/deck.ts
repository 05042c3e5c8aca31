import type { Language } from "../../../src/state/language";
import type { DialOptions, KeyOptions, StepOptions } from "./board";
import type { Device, DeviceKind } from "./devices";
import { DeckObserver } from "./deck-observer";
import type { Disposer, Settings } from "./frame";
import { Gestures } from "./gestures";
import { Host, type HostOptions } from "./host/host";
import type { InspectorSession } from "./inspectors/inspector-session";
import type { InspectorDriver } from "./inspectors/inspectors";
import type { AnyKey, Coordinates, Dial, Key, Step } from "./keys";
import type { Manifest } from "./plugin/manifest";
import { titleMessage } from "./host/messages";
import type { Exit } from "./plugin/plugin-process";
import type { Complaint, DeckEvents, LoggedFrame } from "./recording";
import { waitUntil, type WaitOptions } from "./wait-until";

/** A virtual Stream Deck: the app, its devices, and the gestures of a user. */
export class Deck extends DeckObserver {
	readonly #host: Host;
	readonly #gestures: Gestures;
	#isAsleep = false;

	constructor(host: Host) {
		super();
		this.#host = host;
		this.#gestures = new Gestures(host.dialect, (frame) => {
			if (this.#isAsleep) throw new Error("The deck is asleep");
			host.link.send(frame);
		});
	}

	get manifest(): Manifest {
		return this.#host.manifest;
	}

	get port(): number {
		return this.#host.port;
	}

	/** The folder in which the plugin runs, with its `logs` folder. */
	get pluginDir(): string {
		return this.#host.pluginDir;
	}

	/** Replaces the user's data folder. */
	get dataDir(): string {
		return this.#host.dataDir;
	}

	// The plugin

	/** Starts the plugin; resolves when it has registered. */
	async launch(): Promise<void> {
		await this.#host.launch();
	}

	/** Whether it has registered and its socket is open. */
	get isRunning(): boolean {
		return this.#host.link.isRegistered;
	}

	get pid(): number | undefined {
		return this.#host.link.process?.pid;
	}

	/** Undefined while the process runs, null after a signal ended it. */
	get exitCode(): number | null | undefined {
		return this.#host.link.process?.exit?.code;
	}

	/** What the plugin wrote to stdout and stderr. */
	get output(): string {
		return this.#host.link.process?.output ?? "";
	}

	/** Waits until the plugin's process has ended. */
	async exited(options: WaitOptions = {}): Promise<Exit> {
		return waitUntil(() => this.#host.link.process?.exit, { message: "the plugin to end", ...options });
	}

	async stopPlugin(): Promise<void> {
		await this.#host.link.stop();
	}

	async restartPlugin(): Promise<void> {
		await this.stopPlugin();
		await this.launch();
	}

	/** The app's language. */
	get language(): Language {
		return this.#host.language;
	}

	/** Switches the app's language, for which the app starts its plugins again. */
	async switchLanguage(language: Language): Promise<void> {
		this.#host.language = language;
		await this.restartPlugin();
	}

	/** Kills the process like a crash. It is not restarted unless `restartAfterMs` is set. */
	async crashPlugin(): Promise<void> {
		await this.#host.link.process?.crash();
	}

	/** Ends the host without a message, and does not end the process. */
	closeSocket(): void {
		this.#host.link.closeSocket();
	}

	/** Ends the plugin and the server. */
	async stop(): Promise<void> {
		await this.#host.close();
	}

	// Devices and their keys

	get devices(): readonly Device[] {
		return this.#host.board.devices;
	}

	get keys(): readonly AnyKey[] {
		return this.#host.board.keys;
	}

	/** Connects one more device. */
	addDevice(kind: DeviceKind): Device {
		const device = this.#host.board.addDevice(kind);
		this.#host.board.connect(device);
		return device;
	}

	connect(device: Device): void {
		this.#host.board.connect(device);
	}

	disconnect(device: Device): void {
		this.#host.board.disconnect(device);
	}

	place(options: KeyOptions): Key {
		return this.#host.board.placeKey(options);
	}

	placeDial(options: DialOptions): Dial {
		return this.#host.board.placeDial(options);
	}

	placeInMultiAction(options: StepOptions): Step {
		return this.#host.board.placeStep(options);
	}

	remove(key: AnyKey): void {
		this.#host.board.remove(key);
	}

	/** Moves a key to another position. */
	move(key: Key, at: Coordinates): Key {
		return this.#host.board.moveKey(key, at);
	}

	/** Switches all devices, or the given one, to a profile or page. */
	showProfile(profile: string, device?: Device): void {
		this.#host.board.showProfile(profile, device ? [device] : this.devices);
	}

	get isAsleep(): boolean {
		return this.#isAsleep;
	}

	/** Starts system sleep: nothing can be pressed. */
	sleep(): void {
		this.#isAsleep = true;
	}

	/** Ends system sleep: every visible key appears again, followed by one wake event; with `silently`, nothing is sent. */
	wake({ announce = "event" }: { readonly announce?: "event" | "silent" } = {}): void {
		this.#isAsleep = false;
		if (announce === "silent") return;
		this.#host.announceKeys();
		this.#host.link.send({ event: "systemDidWakeUp" });
	}

	/** Another program opens a link to the plugin. @param url What follows the plugin's name: `/path?query#fragment`. */
	openLink(url: string): void {
		this.#host.link.send({ event: "didReceiveDeepLink", payload: { url } });
	}

	// Gestures

	down(key: Key | Dial): void {
		this.#gestures.down(key);
	}

	up(key: Key | Dial): void {
		this.#gestures.up(key);
	}

	async press(key: Key, { heldMs }: { readonly heldMs?: number } = {}): Promise<void> {
		await this.#gestures.press(key, heldMs);
	}

	/** Presses for longer than the 500 ms of a hold. */
	async hold(key: Key | Dial): Promise<void> {
		await this.#gestures.hold(key);
	}

	/** Presses a dial. */
	async push(dial: Dial, { heldMs }: { readonly heldMs?: number } = {}): Promise<void> {
		await this.#gestures.press(dial, heldMs);
	}

	rotate(dial: Dial, ticks: number, { pressed = false }: { readonly pressed?: boolean } = {}): void {
		this.#gestures.rotate(dial, ticks, pressed ? "pressed" : "free");
	}

	tap(
		dial: Dial,
		{ hold = false, at }: { readonly hold?: boolean; readonly at?: readonly [number, number] } = {},
	): void {
		this.#gestures.tap(dial, hold ? "long" : "short", at);
	}

	async runMultiAction(...steps: readonly Step[]): Promise<void> {
		await this.#gestures.runMultiAction(steps);
	}

	// Settings and inspector

	/** Writes settings as the inspector would: the plugin is notified. */
	setSettings(key: AnyKey, settings: Settings): void {
		this.#host.settings.write(key, settings, "inspector");
	}

	settingsOf(key: AnyKey): Settings {
		return key.settings;
	}

	get globalSettings(): Settings {
		return this.#host.settings.global;
	}

	/** Writes global settings as an inspector would: the plugin is notified. */
	setGlobalSettings(settings: Settings): void {
		this.#host.settings.writeGlobal(settings, "inspector");
	}

	/** Writes the user's own title; undefined removes it. */
	setUserTitle(key: Key | Dial, title: string | undefined): void {
		if (!key.action.UserTitleEnabled) throw new Error(`${key.action.Name} has no user title`);
		key.userTitle = title;
		if (key.isVisible) this.#host.link.send(titleMessage(key, this.#host.dialect));
	}

	/** Opens the key's property inspector. With `by: "page"`, it appears once a real page has connected. */
	openInspector(key: AnyKey, { by = "test" }: { readonly by?: InspectorDriver } = {}): InspectorSession {
		return this.#host.inspectors.openFor(key, by);
	}

	/** Loads the key's inspector without showing it, as the OpenDeck dialect does for all keys. */
	loadInspector(key: AnyKey): InspectorSession {
		return this.#host.inspectors.loadFor(key);
	}

	/** The loaded inspectors: at most one, except in the OpenDeck dialect. */
	get inspectors(): readonly InspectorSession[] {
		return this.#host.inspectors.open;
	}

	// Recording

	/** All messages in both directions, in order. */
	get log(): readonly LoggedFrame[] {
		return this.#host.recording.log.entries;
	}

	/** Commands that the app would have refused. */
	get complaints(): readonly Complaint[] {
		return this.#host.recording.complaints.entries;
	}

	get openedUrls(): readonly string[] {
		return this.#host.recording.openedUrls;
	}

	/** Lines that plugin and inspector wrote to the app's log. */
	get messages(): readonly string[] {
		return this.#host.recording.messages;
	}

	on<E extends keyof DeckEvents>(event: E, listener: (...args: DeckEvents[E]) => void): Disposer {
		return this.#host.recording.on(event, listener);
	}
}

/** Creates the deck: it listens and its devices are connected. The plugin starts with {@link Deck.launch}. */
export async function startDeck(options: HostOptions): Promise<Deck> {
	return new Deck(await Host.start(options));
}
