/** One JSON message of the Stream Deck protocol. */
export type Frame = Readonly<Record<string, unknown>>;

/** Settings of an action or of the whole plugin: a JSON object that the app does not interpret. */
export type Settings = Readonly<Record<string, unknown>>;

/** Undoes the call that returned it. Calling it again has no effect. */
export type Disposer = () => void;

/** Returns epoch milliseconds with a fraction, on a clock that never jumps. */
export function nowMs(): number {
	return performance.timeOrigin + performance.now();
}

/** Whether a value can hold settings: a plain JSON object. */
export function isSettings(value: unknown): value is Settings {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
