/** Supported devices. `type` is the app's own number. Source: Elgato's `DeviceType`. */
const models = {
	mk2: { name: "Stream Deck MK.2", type: 0, columns: 5, rows: 3, dials: 0 },
	mini: { name: "Stream Deck Mini", type: 1, columns: 3, rows: 2, dials: 0 },
	xl: { name: "Stream Deck XL", type: 2, columns: 8, rows: 4, dials: 0 },
	mobile: { name: "Stream Deck Mobile", type: 3, columns: 3, rows: 2, dials: 0 },
	plus: { name: "Stream Deck +", type: 7, columns: 4, rows: 2, dials: 4 },
	neo: { name: "Stream Deck Neo", type: 9, columns: 4, rows: 2, dials: 0 },
	studio: { name: "Stream Deck Studio", type: 10, columns: 16, rows: 2, dials: 2 },
} as const;

export type DeviceKind = keyof typeof models;

export const defaultProfile = "Default";

/** One connected device. */
export class Device {
	readonly id: string;
	readonly kind: DeviceKind;
	readonly name: string;
	readonly type: number;
	readonly columns: number;
	readonly rows: number;
	readonly dials: number;
	/** The visible profile or page. */
	profile = defaultProfile;
	isConnected = false;

	constructor(id: string, kind: DeviceKind) {
		const { name, type, columns, rows, dials } = models[kind];
		this.id = id;
		this.kind = kind;
		this.name = name;
		this.type = type;
		this.columns = columns;
		this.rows = rows;
		this.dials = dials;
	}

	/** Returns the device as in `deviceDidConnect`. */
	get info() {
		return { name: this.name, type: this.type, size: { columns: this.columns, rows: this.rows } };
	}
}
