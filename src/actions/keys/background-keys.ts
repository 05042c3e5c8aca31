import type { Clock, Dispose } from "../../state/time/clock";
import type { KeyPlace, Surface } from "./surface";
import { decisionMs, maxHiddenMs, refreshIntervalMs } from "../timing";
import { DeviceChanges, isSamePosition } from "./device-changes";

const maxKeys = 500;

/** Stored key, whose goal and file continue while it is hidden. Times are epoch milliseconds. */
export type BackgroundKey = {
	readonly id: string;
	readonly manifestId: string;
	readonly deviceId: string;
	/** Undefined if the app does not send it. */
	readonly position?: string | undefined;
	readonly settings: Readonly<Record<string, unknown>>;
	readonly seenAtMs: number;
};

/** Storage of background keys across restarts. */
export interface BackgroundKeyStorage {
	load(): readonly BackgroundKey[];
	save(keys: readonly BackgroundKey[]): void;
}

export type AppearingKey = {
	readonly id: string;
	readonly manifestId: string;
	readonly surface: Pick<Surface, "kind" | "place">;
	/** Raw settings of the app. */
	readonly settings: unknown;
	/** Equal for two keys with the same settings. */
	readonly identity: string;
	/** Whether it has a goal or a file, which continue while it is hidden. */
	readonly isKept: boolean;
};

type TrackedKey = AppearingKey & {
	readonly place: KeyPlace;
	/** Time of appearance on the monotonic clock, in milliseconds; undefined while the key is hidden. */
	visibleFromMs: number | undefined;
	seenAtMs: number;
	/** Whether an earlier run displayed the key. The app may have given it another id since. */
	readonly isRestored: boolean;
	/** Set until the reason for the key's disappearance is decided. */
	departure?: Departure | undefined;
};

type Departure = {
	readonly atMs: number;
	readonly cancelTimer: Dispose;
	readonly decided: Promise<void>;
	readonly resolve: () => void;
	/** Whether it is certain that the key was not removed. It may still turn out to be moved. */
	isCertain: boolean;
};

export type BackgroundKeysOptions = {
	readonly clock: Pick<Clock, "now" | "elapsedMs" | "schedule">;
	readonly storage: BackgroundKeyStorage;
	/** Called when a key was removed from the deck or stopped. Its goal and file end. */
	readonly onRemove: (key: Pick<BackgroundKey, "id" | "manifestId">) => void;
	/** Called when the list of hidden keys has changed. */
	readonly onChange: () => void;
};

/**
 * Decides why a key disappeared. A key that disappears alone was removed; otherwise it is hidden. The goal and file of a
 * hidden key continue, also after a restart, until it is displayed with other settings, stopped, or not displayed for
 * 30 days.
 *
 * | State     | Meaning                                              | Leaves on                              |
 * | --------- | ---------------------------------------------------- | -------------------------------------- |
 * | visible   | displayed                                            | `disappear()`                          |
 * | undecided | disappeared less than `decisionMs` ago               | `appear()`, timeout, moved to a new id |
 * | hidden    | not removed; goal and file continue                  | `appear()`, `stop()`, expiry           |
 */
export class BackgroundKeys {
	readonly #options: BackgroundKeysOptions;
	readonly #keys = new Map<string, TrackedKey>();
	readonly #changes = new DeviceChanges();
	#savedJson: string | undefined;
	#isRefreshScheduled = false;

	constructor(options: BackgroundKeysOptions) {
		this.#options = options;
	}

	/** Hidden keys with a goal or a file, of this run and earlier ones. */
	get hidden(): readonly BackgroundKey[] {
		return [...this.#keys.values()]
			.filter((key) => isHidden(key) && key.isKept && !key.departure)
			.map(toStored);
	}

	/**
	 * Loads the keys of earlier runs. All of them start as hidden.
	 * @param restore Continues a key and returns the identity of its settings; undefined if it has neither goal nor file.
	 */
	restore(restore: (key: BackgroundKey) => string | undefined): void {
		for (const stored of this.#options.storage.load()) {
			if (this.#isExpired(stored.seenAtMs)) continue;
			const identity = restore(stored);
			if (identity === undefined) continue;
			const place = { deviceId: stored.deviceId, position: stored.position };
			this.#keys.set(stored.id, {
				id: stored.id,
				manifestId: stored.manifestId,
				surface: { kind: "key", place },
				settings: stored.settings,
				identity,
				isKept: true,
				place,
				visibleFromMs: undefined,
				seenAtMs: stored.seenAtMs,
				isRestored: true,
			});
		}
		if (this.#keys.size > 0) this.#scheduleRefresh();
	}

	/**
	 * Records that a key appeared or that its settings changed.
	 * @returns The id of the hidden key that continues as this one, if its id differs.
	 */
	appear(key: AppearingKey): string | undefined {
		const { clock } = this.#options;
		const existing = this.#keys.get(key.id);
		const place = key.surface.place ?? { deviceId: "" };
		const isNew = !existing || isHidden(existing);
		const predecessor =
			isNew && existing?.identity !== key.identity ? this.#findPredecessor(key, place) : undefined;
		if (existing && existing.manifestId !== key.manifestId) this.#remove(existing);
		endDeparture(existing);
		const visibleFromMs = (isNew ? undefined : existing.visibleFromMs) ?? clock.elapsedMs();
		this.#keys.set(key.id, { ...key, place, visibleFromMs, seenAtMs: clock.now(), isRestored: false });
		if (predecessor) {
			endDeparture(predecessor);
			this.#keys.delete(predecessor.id);
		}
		if (isNew) this.#changes.record({ kind: "appeared", id: key.id, place, atMs: visibleFromMs });
		this.#decideEarly();
		if ([key, existing, predecessor].some((tracked) => tracked?.isKept)) this.#save();
		return predecessor?.id;
	}

	disappear(id: string): void {
		const key = this.#keys.get(id);
		if (!key || isHidden(key)) return;
		const { clock } = this.#options;
		const atMs = clock.elapsedMs();
		key.visibleFromMs = undefined;
		key.seenAtMs = clock.now();
		this.#changes.record({ kind: "disappeared", id, place: key.place, atMs });
		if (key.isKept) this.#decideLater(key, atMs);
		this.#decideEarly();
		if (key.isKept) this.#save();
	}

	#decideLater(key: TrackedKey, atMs: number): void {
		let resolve: () => void = () => undefined;
		const decided = new Promise<void>((settle) => {
			resolve = settle;
		});
		const cancelTimer = this.#options.clock.schedule(() => {
			if (this.#isRemoved(key, atMs)) return this.#remove(key);
			endDeparture(key);
			this.#save();
		}, decisionMs);
		key.departure = { atMs, cancelTimer, decided, resolve, isCertain: false };
	}

	/** Removes a key without calling back. */
	forget(id: string): void {
		endDeparture(this.#keys.get(id));
		this.#keys.delete(id);
		this.#save();
	}

	/** Ends the goal and the file of a hidden key on the user's request. */
	stop(id: string): void {
		const key = this.#keys.get(id);
		if (key && isHidden(key)) this.#remove(key);
	}

	/** Resolves when it is decided whether the key was removed; undefined when that is certain already. */
	decisionOf(id: string): Promise<void> | undefined {
		const departure = this.#keys.get(id)?.departure;
		return departure?.isCertain ? undefined : departure?.decided;
	}

	/** Decides before the time is over: usually the next changes already show that a page was left. */
	#decideEarly(): void {
		for (const key of this.#keys.values()) {
			const { departure } = key;
			if (!departure || departure.isCertain || this.#isRemoved(key, departure.atMs)) continue;
			departure.isCertain = true;
			departure.resolve();
		}
	}

	/** Whether the key was removed. Dials can be stacked: a dial that disappears alone may be below another one. */
	#isRemoved({ id, place, surface }: TrackedKey, atMs: number): boolean {
		if (surface.kind === "dial") return false;
		const isNeighborVisible = [...this.#keys.values()].some(
			(other) => other.place.deviceId === place.deviceId && (other.visibleFromMs ?? Infinity) <= atMs,
		);
		return isNeighborVisible && !this.#changes.hasOtherReason(id, place, atMs);
	}

	/** Returns a hidden key with the same settings, which was moved or was displayed by an earlier run under another id. */
	#findPredecessor(
		{ id, identity, manifestId, surface }: AppearingKey,
		place: KeyPlace,
	): TrackedKey | undefined {
		const nowMs = this.#options.clock.elapsedMs();
		// OpenDeck gives a moved key another id. A dial at the same position can be one of the same stack.
		const isMoved = (other: TrackedKey) =>
			other.surface.kind === surface.kind &&
			!isSamePosition(other.place, place) &&
			this.#changes.isOnlyChange(other.id, other.place, nowMs);
		const candidates = [...this.#keys.values()].filter(
			(other) =>
				other.id !== id &&
				isHidden(other) &&
				other.manifestId === manifestId &&
				other.identity === identity &&
				other.place.deviceId === place.deviceId &&
				(other.departure !== undefined || other.isRestored || isMoved(other)),
		);
		return candidates.find((other) => isSamePosition(other.place, place)) ?? candidates[0];
	}

	#remove(key: TrackedKey): void {
		this.#keys.delete(key.id);
		this.#options.onRemove({ id: key.id, manifestId: key.manifestId });
		endDeparture(key);
		this.#save();
	}

	#isExpired(seenAtMs: number): boolean {
		return this.#options.clock.now() - seenAtMs > maxHiddenMs;
	}

	#save(): void {
		const { storage, onChange } = this.#options;
		const kept = [...this.#keys.values()].filter(({ isKept }) => isKept).slice(-maxKeys);
		const json = JSON.stringify(
			kept.map((key) => [key.id, key.identity, isHidden(key), key.departure === undefined]),
		);
		if (json === (this.#savedJson ?? "[]")) return;
		this.#savedJson = json;
		storage.save(kept.map(toStored));
		if (kept.length > 0 && !this.#isRefreshScheduled) this.#scheduleRefresh();
		onChange();
	}

	/** Once a day, drops the keys that were not displayed for 30 days and stores when the visible keys were last displayed. */
	#scheduleRefresh(): void {
		const { clock } = this.#options;
		this.#isRefreshScheduled = true;
		clock.schedule(() => {
			this.#isRefreshScheduled = false;
			for (const key of [...this.#keys.values()]) {
				if (!isHidden(key)) key.seenAtMs = clock.now();
				else if (this.#isExpired(key.seenAtMs)) this.#remove(key);
			}
			this.#savedJson = undefined;
			this.#save();
		}, refreshIntervalMs);
	}
}

function isHidden({ visibleFromMs }: TrackedKey): boolean {
	return visibleFromMs === undefined;
}

function endDeparture(key: TrackedKey | undefined): void {
	key?.departure?.cancelTimer();
	key?.departure?.resolve();
	if (key) key.departure = undefined;
}

function toStored({ id, manifestId, place, settings, seenAtMs }: TrackedKey): BackgroundKey {
	const record = typeof settings === "object" && settings !== null ? { ...settings } : {};
	return { id, manifestId, deviceId: place.deviceId, position: place.position, settings: record, seenAtMs };
}
