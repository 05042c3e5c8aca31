import { defaultProfile, Device, type DeviceKind } from "./devices";
import type { Dialect } from "./host/dialect";
import type { Settings } from "./frame";
import { Dial, Key, Step, type AnyKey, type Coordinates, type Placement } from "./keys";
import type { Manifest } from "./plugin/manifest";

export type PlaceOptions = {
	/** The action's UUID in the manifest. */
	readonly action: string;
	readonly settings?: Settings;
	/** Default: the first device with a free position. */
	readonly device?: Device | undefined;
	readonly profile?: string;
};
export type KeyOptions = PlaceOptions & { readonly at?: Coordinates };
export type DialOptions = PlaceOptions & { readonly column?: number };
export type StepOptions = PlaceOptions & { readonly desiredState?: number };

type Controller = AnyKey["controller"];
type Slot = {
	readonly controller: Controller;
	readonly at?: Coordinates | undefined;
	readonly index: number;
};

/** Handlers for changes of the board. */
export type BoardListener = {
	connected(device: Device): void;
	disconnected(device: Device): void;
	appeared(key: AnyKey): void;
	disappeared(key: AnyKey): void;
	/** Something changed or ended. */
	changed(): void;
};

/** The connected devices and the keys on them. */
export class Board {
	readonly devices: Device[] = [];
	readonly #keys: AnyKey[] = [];
	readonly #manifest: Manifest;
	readonly #dialect: Dialect;
	readonly #listener: BoardListener;

	constructor(manifest: Manifest, dialect: Dialect, listener: BoardListener) {
		this.#manifest = manifest;
		this.#dialect = dialect;
		this.#listener = listener;
	}

	/** All keys on the board, visible or hidden. */
	get keys(): readonly AnyKey[] {
		return this.#keys.filter((key) => key.isPlaced);
	}

	/** Also finds removed keys. */
	keyByContext(context: string): AnyKey | undefined {
		return this.#keys.findLast((key) => key.context === context);
	}

	addDevice(kind: DeviceKind): Device {
		const device = new Device(this.#dialect.deviceId(), kind);
		this.devices.push(device);
		return device;
	}

	connect(device: Device): void {
		if (device.isConnected) return;
		device.isConnected = true;
		this.#listener.connected(device);
		for (const key of this.keys) if (key.device === device && key.isVisible) this.#listener.appeared(key);
		this.#listener.changed();
	}

	disconnect(device: Device): void {
		if (!device.isConnected) return;
		const visible = this.keys.filter((key) => key.device === device && key.isVisible);
		device.isConnected = false;
		for (const key of visible) this.#listener.disappeared(key);
		this.#listener.disconnected(device);
		this.#listener.changed();
	}

	/** Switches devices to a profile or page: old keys disappear first, then the new ones appear. */
	showProfile(profile: string, devices: readonly Device[]): void {
		const before = this.keys.filter((key) => key.isVisible);
		for (const device of devices) device.profile = profile;
		for (const key of before) if (!key.isVisible) this.#listener.disappeared(key);
		for (const key of this.keys) if (key.isVisible && !before.includes(key)) this.#listener.appeared(key);
		this.#listener.changed();
	}

	placeKey(options: KeyOptions): Key {
		return this.#add(
			new Key(this.#placementFor(options, { controller: "Keypad", at: options.at, index: 0 })),
		);
	}

	placeDial(options: DialOptions): Dial {
		const at = options.column === undefined ? undefined : { column: options.column, row: 0 };
		return this.#add(new Dial(this.#placementFor(options, { controller: "Encoder", at, index: 0 })));
	}

	/** Places a multi-action with this one step on a free key. */
	placeStep(options: StepOptions): Step {
		const placement = this.#placementFor(options, { controller: "Keypad", index: 1 });
		if (!placement.action.SupportedInMultiActions)
			throw new Error(`${options.action} is not for multi-actions`);
		return this.#add(new Step({ ...placement, desiredState: options.desiredState ?? 0 }));
	}

	remove(key: AnyKey): void {
		const wasVisible = key.isVisible;
		key.isPlaced = false;
		if (wasVisible) this.#listener.disappeared(key);
		this.#listener.changed();
	}

	/** Moves a key on its device: it disappears and appears again. OpenDeck gives it another context. */
	moveKey(key: Key, at: Coordinates): Key {
		this.remove(key);
		const placement = this.#placementFor(
			{ action: key.action.UUID, settings: key.settings, device: key.device, profile: key.profile },
			{ controller: "Keypad", at, index: 0 },
		);
		const context = this.#dialect.keepsMovedContext ? key.context : placement.context;
		return this.#add(new Key({ ...placement, context }));
	}

	#add<K extends AnyKey>(key: K): K {
		this.#keys.push(key);
		if (key.isVisible) this.#listener.appeared(key);
		this.#listener.changed();
		return key;
	}

	#placementFor(options: PlaceOptions, slot: Slot): Placement {
		const { controller, index } = slot;
		const action = this.#manifest.Actions.find(({ UUID }) => UUID === options.action);
		if (!action) throw new Error(`The manifest has no action ${options.action}`);
		if (!action.Controllers.includes(controller)) throw new Error(`${action.UUID} is not for ${controller}`);
		const profile = options.profile ?? defaultProfile;
		for (const device of options.device ? [options.device] : this.devices) {
			const free = this.freePlaces(device, { controller, profile });
			const coordinates = slot.at
				? free.find(({ column, row }) => column === slot.at?.column && row === slot.at.row)
				: free[0];
			if (!coordinates) continue;
			const position = coordinates.row * device.columns + coordinates.column;
			const context = this.#dialect.context({ deviceId: device.id, profile, controller, position, index });
			return { action, device, profile, coordinates, context, settings: options.settings ?? {} };
		}
		throw new Error(`No free place for ${action.UUID}`);
	}

	/** Returns the free positions, row by row. */
	freePlaces(
		device: Device,
		{ controller, profile }: { readonly controller: Controller; readonly profile: string },
	): readonly Coordinates[] {
		const [columns, rows] = controller === "Encoder" ? [device.dials, 1] : [device.columns, device.rows];
		const neighbours = this.keys.filter(
			(key) => key.device === device && key.profile === profile && key.controller === controller,
		);
		return Array.from({ length: columns * rows }, (_, index) => ({
			column: index % columns,
			row: Math.floor(index / columns),
		})).filter(
			({ column, row }) =>
				!neighbours.some(({ coordinates }) => coordinates.column === column && coordinates.row === row),
		);
	}
}
