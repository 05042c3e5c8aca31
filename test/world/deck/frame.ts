/** One JSON message of the Stream Deck protocol, as it travels. */
export type Frame = Readonly<Record<string, unknown>>;

/** Settings of an action or of the whole plugin: a JSON object the app never looks into. */
export type Settings = Readonly<Record<string, unknown>>;

/** Stops what it was returned by. Calling it again does nothing. */
export type Disposer = () => void;

/** Epoch milliseconds with a fraction, on a clock that never jumps. */
export function nowMs(): number {
	return performance.timeOrigin + performance.now();
}

/** Whether a value can hold settings: a plain JSON object. */
export function isSettings(value: unknown): value is Settings {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
