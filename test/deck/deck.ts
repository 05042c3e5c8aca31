import type { DialOptions, KeyOptions, StepOptions } from "./board";
import type { Device, DeviceKind } from "./devices";
import type { Face } from "./face";
import type { Disposer, Settings } from "./frame";
import { Gestures } from "./gestures";
import { Host, type HostOptions } from "./host";
import type { InspectorSession } from "./inspector-session";
import type { InspectorSpeaker } from "./inspectors";
import type { Journal } from "./journal";
import type { AnyKey, Dial, Key, Step, Strip } from "./keys";
import type { Manifest } from "./manifest";
import { titleMessage } from "./messages";
import type { Exit } from "./plugin-process";
import type { Complaint, DeckEvents, LoggedFrame } from "./recording";
import { defaultTimeoutMs, waitUntil, type WaitOptions } from "./wait-until";

const anything = () => true;

/** A Stream Deck that exists only here: the app, its devices, and the hands on them. */
export class Deck {
	readonly #host: Host;
	readonly #gestures: Gestures;
	readonly #claimed = new WeakMap<Journal<number>, number>();
	#isAsleep = false;

	constructor(host: Host) {
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

	/** Undefined while it runs, null when a signal ended it. */
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

	/** Kills the process as a crash would. It stays down unless `restartAfterMs` says otherwise. */
	async crashPlugin(): Promise<void> {
		await this.#host.link.process?.crash();
	}

	/** The host goes away without a word; the process is left to itself. */
	closeSocket(): void {
		this.#host.link.closeSocket();
	}

	/** Ends plugin and server. */
	async stop(): Promise<void> {
		await this.#host.close();
	}

	// Devices and what lies on them

	get devices(): readonly Device[] {
		return this.#host.board.devices;
	}

	get keys(): readonly AnyKey[] {
		return this.#host.board.keys;
	}

	/** Plugs in one more device. */
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

	/** Switches every device, or the one given, to a profile or page. */
	showProfile(profile: string, device?: Device): void {
		this.#host.board.showProfile(profile, device ? [device] : this.devices);
	}

	get isAsleep(): boolean {
		return this.#isAsleep;
	}

	/** Sleeps: nothing can be pressed. */
	sleep(): void {
		this.#isAsleep = true;
	}

	/** Wakes: every visible key appears again and one wake event follows; or nobody says a word. */
	wake({ announce = "event" }: { readonly announce?: "event" | "silent" } = {}): void {
		this.#isAsleep = false;
		if (announce === "silent") return;
		this.#host.announceKeys();
		this.#host.link.send({ event: "systemDidWakeUp" });
	}

	// Hands

	down(key: Key | Dial): void {
		this.#gestures.down(key);
	}

	up(key: Key | Dial): void {
		this.#gestures.up(key);
	}

	async press(key: Key, { heldMs }: { readonly heldMs?: number } = {}): Promise<void> {
		await this.#gestures.press(key, heldMs);
	}

	/** Presses for longer than the 500 ms that make a hold. */
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

	// Eyes

	/** The face when it satisfies the predicate: the current one, else the first of those to come. */
	async face(
		key: Key,
		predicate: (face: Face) => boolean = isDrawn,
		options: WaitOptions = {},
	): Promise<Face> {
		const message = () => `${key.action.Name} to show it; it shows ${describe(key.faces.last)}`;
		return key.faces.waitFor(predicate, { from: key.faces.entries.length - 1, message, ...options });
	}

	/** The first face drawn from now on that satisfies the predicate. */
	async nextFace(
		key: Key,
		predicate: (face: Face) => boolean = isDrawn,
		options: WaitOptions = {},
	): Promise<Face> {
		const message = () => `${key.action.Name} to draw it; it shows ${describe(key.faces.last)}`;
		return key.faces.waitFor(predicate, { from: key.faces.entries.length, message, ...options });
	}

	currentFace(key: Key): Face | undefined {
		return key.faces.last;
	}

	/** Every face so far, oldest first. */
	faces(key: Key): readonly Face[] {
		return key.faces.entries;
	}

	/** A dial's part of the touch strip when it satisfies the predicate: now, else as soon as it does. */
	async strip(
		dial: Dial,
		predicate: (strip: Strip) => boolean = anything,
		options: WaitOptions = {},
	): Promise<Strip> {
		const message = () => `the strip to show it; it shows ${JSON.stringify(dial.strips.last?.values)}`;
		return dial.strips.waitFor(predicate, { from: dial.strips.entries.length - 1, message, ...options });
	}

	alerts(key: AnyKey): number {
		return key.alerts.entries.length;
	}

	oks(key: AnyKey): number {
		return key.oks.entries.length;
	}

	/** The next alert that no earlier call has returned; its time of arrival. */
	async alert(key: AnyKey, options: WaitOptions = {}): Promise<number> {
		return this.#claim(key.alerts, { message: `an alert on ${key.action.Name}`, ...options });
	}

	/** The next check mark that no earlier call has returned; its time of arrival. */
	async ok(key: AnyKey, options: WaitOptions = {}): Promise<number> {
		return this.#claim(key.oks, { message: `a check mark on ${key.action.Name}`, ...options });
	}

	// Settings and inspector

	/** Writes settings as the inspector would: the plugin is told. */
	setSettings(key: AnyKey, settings: Settings): void {
		this.#host.settings.write(key, settings, "inspector");
	}

	settingsOf(key: AnyKey): Settings {
		return key.settings;
	}

	get globalSettings(): Settings {
		return this.#host.settings.global;
	}

	/** Writes global settings as an inspector would: the plugin is told. */
	setGlobalSettings(settings: Settings): void {
		this.#host.settings.writeGlobal(settings, "inspector");
	}

	/** Writes the user's own title; undefined takes it away. */
	setUserTitle(key: Key | Dial, title: string | undefined): void {
		if (!key.action.UserTitleEnabled) throw new Error(`${key.action.Name} has no user title`);
		key.userTitle = title;
		if (key.isVisible) this.#host.link.send(titleMessage(key, this.#host.dialect));
	}

	/** Opens the key's property inspector. `by: "page"`: it has appeared once a real page has connected. */
	openInspector(key: AnyKey, { by = "test" }: { readonly by?: InspectorSpeaker } = {}): InspectorSession {
		return this.#host.inspectors.openFor(key, by);
	}

	/** The inspectors that are open: at most one, except in the OpenDeck dialect. */
	get inspectors(): readonly InspectorSession[] {
		return this.#host.inspectors.open;
	}

	// The record

	/** Every message, both ways, in order. */
	get log(): readonly LoggedFrame[] {
		return this.#host.recording.log.entries;
	}

	/** What the app would have refused. */
	get complaints(): readonly Complaint[] {
		return this.#host.recording.complaints.entries;
	}

	get openedUrls(): readonly string[] {
		return this.#host.recording.openedUrls;
	}

	/** What plugin and inspector wrote to the app's log. */
	get messages(): readonly string[] {
		return this.#host.recording.messages;
	}

	on<E extends keyof DeckEvents>(event: E, listener: (...told: DeckEvents[E]) => void): Disposer {
		return this.#host.recording.on(event, listener);
	}

	async #claim(marks: Journal<number>, options: WaitOptions): Promise<number> {
		const from = this.#claimed.get(marks) ?? 0;
		const at = await marks.waitFor(anything, { from, timeoutMs: defaultTimeoutMs, ...options });
		this.#claimed.set(marks, from + 1);
		return at;
	}
}

/** Sets up the deck: it listens and its devices are connected. The plugin starts with {@link Deck.launch}. */
export async function startDeck(options: HostOptions): Promise<Deck> {
	return new Deck(await Host.start(options));
}

function isDrawn(face: Face): boolean {
	return face.image !== undefined;
}

function describe(face: Face | undefined): string {
	return face?.title ?? face?.image?.slice(0, 60) ?? "the manifest's image";
}
