import type { Guard } from "../state/guard";
import type { Ledger } from "../ledger/ledger";
import type { OwnEventRecords } from "../ledger/own-events";
import type { ThankMarks } from "../ledger/thank-marks";
import { GlobalSettingsStore, type GlobalSettingsHost } from "./global-settings";
import { scopeSettings, type GlobalSettings } from "./schemas/global";
import { accountSecret, type AccountCredentials } from "../state/account";
import { storeThankMarks } from "./thank-marks";
import type { CounterQuery } from "../state/counters/counter-query";
import type { Clock } from "../state/time/clock";
import { ignoredNamesFrom } from "../state/events/ignored-names";
import { clockSlackMs, hasBegun, sessionStartMs } from "../state/time/periods";
import type { Store, StreamState } from "../state/store";

const hourMs = 3_600_000;

/** One query for each type of event. */
const sessionQueries = (["followers", "subscriptions", "donations", "hostings"] as const).map(
	(metric): CounterQuery => ({ metric, scope: "session", newOnly: false, uniqueOnly: false }),
);

type Dependencies = {
	readonly store: Store;
	readonly clock: Clock;
	readonly connection: { configure(credentials: AccountCredentials | "none"): void };
	readonly demand: { setBackground(queries: readonly CounterQuery[]): void };
	readonly guard: Guard;
	/** Stores the identities of own events. `add` returns whether they are on the disk. */
	readonly ownEvents: {
		recordsOf(host: string): OwnEventRecords;
		save(host: string, records: OwnEventRecords): void;
		add(host: string, keys: readonly string[]): Promise<boolean>;
	};
	/** Stores reached goals of the selected account. `migrate` returns whether they are on the disk. */
	readonly reachedGoals: {
		selectAccount(secret: string | undefined): void;
		migrate(goals: readonly (readonly [string, number])[]): Promise<boolean>;
	};
	/** Stores the numbers of the selected account. Only a digest of `secret` is stored. */
	readonly numbers: { selectAccount(secret: string | undefined): void };
	/** Called with each secret that must not appear in the log. */
	readonly onSecret: (secret: string) => void;
};

/**
 * Settings shared by all keys and the state that depends on them: the account, the start of the session, the thank-you
 * positions and the identities of own events.
 */
export class StoredAccount {
	readonly settings: GlobalSettingsStore;
	readonly #dependencies: Dependencies;
	/** Ledger that the stored identities of own events were loaded into. */
	#restoredLedger: Ledger | undefined;
	#ignoredNames: string | undefined;
	/** The settings that determine the start of periods, as last applied. */
	#periods = "";
	/** User name of the account that the stored marks belong to; undefined before the account is read. */
	#username: string | undefined;
	/** Marks of the accounts that were used before in this run, by user name. */
	readonly #otherMarks = new Map<string, ThankMarks>();

	constructor(host: GlobalSettingsHost, dependencies: Dependencies) {
		const { store, clock, guard } = dependencies;
		this.#dependencies = dependencies;
		store.setDerivation((state) => {
			this.#selectMarks(state);
			return this.#newerSession(state);
		});
		this.settings = new GlobalSettingsStore(host, clock, (current) => this.#apply(current));
		// An event that arrives late and is older than the last thanked one would be lost at a restart.
		store.subscribeLater((batch) => {
			const { marks } = store.ledger.thanks;
			const hasChanged =
				batch && JSON.stringify(marks) !== JSON.stringify(this.settings.current?.thanked ?? {});
			if (hasChanged) guard("storing who was thanked", () => storeThankMarks(this.settings, marks));
		});
	}

	/**
	 * Begins a session unless one has begun. Called once the service has sent its time. A start in the future is
	 * replaced, because that session would count nothing.
	 */
	beginSession(): void {
		const { store, clock, guard } = this.#dependencies;
		guard("beginning a session", async () => {
			if (hasBegun(store.state.sessionStartedAtMs, clock.now())) return;
			const startMs = sessionStartMs(clock.now(), store.ledger.newestMs());
			await this.settings.change({ sessionStartedAt: new Date(startMs).toISOString() });
		});
	}

	/** Returns the state with an automatic session, if one has begun. Missed events have to be counted first. */
	#newerSession({ sessionStartedAtMs, confirmation }: StreamState): Partial<StreamState> | undefined {
		const { newSessionAfterIdleHours } = this.settings.current ?? {};
		if (newSessionAfterIdleHours === undefined || sessionStartedAtMs === undefined) return undefined;
		if (confirmation !== "confirmed") return undefined;
		const { store, clock, guard } = this.#dependencies;
		const idleMs = newSessionAfterIdleHours * hourMs;
		const startMs = store.ledger.idleSession.next(sessionStartedAtMs, idleMs, clock.now() + clockSlackMs);
		if (startMs === undefined) return undefined;
		const sessionStartedAt = new Date(startMs).toISOString();
		guard("beginning a session", () =>
			// A reset by hand that is stored first stays.
			this.settings.change((current) =>
				Date.parse(current.sessionStartedAt ?? "") === sessionStartedAtMs ? { sessionStartedAt } : {},
			),
		);
		return { sessionStartedAtMs: startMs };
	}

	/**
	 * Replaces the thank-you queue once the account is read and is another one. A new API key or address of the same
	 * account keeps it.
	 */
	#selectMarks({ account, sessionStartedAtMs }: StreamState): void {
		const previous = this.#username;
		if (!account || account.username === previous) return;
		this.#username = account.username;
		if (previous === undefined) return;
		const { store, clock, guard } = this.#dependencies;
		this.#otherMarks.set(previous, this.settings.current?.thanked ?? {});
		const marks = this.#otherMarks.get(account.username) ?? {};
		store.ledger.restartThanks(marks, sessionStartedAtMs, clock.now());
		guard("storing who was thanked", () => storeThankMarks(this.settings, store.ledger.thanks.marks));
	}

	#apply(current: GlobalSettings): void {
		const { store, connection, demand, guard, numbers, reachedGoals, onSecret } = this.#dependencies;
		const { baseUrl, apiKey, sceneSocketUrl, hideNumbers, newSessionAfterIdleHours } = current;
		const { sessionStartedAtMs, calendar } = scopeSettings(current);
		if (apiKey !== undefined) onSecret(apiKey);
		const credentials =
			baseUrl === undefined || apiKey === undefined ? "none" : { baseUrl, apiKey, sceneSocketUrl };
		// Set before a remembered number can be displayed: the account and the masking.
		store.update({ hideNumbers });
		for (const stored of [numbers, reachedGoals]) stored.selectAccount(accountSecret(current));
		connection.configure(credentials);
		this.#migrate(current);
		this.#restoreOwnEvents();
		store.ledger.thanks.resume(current.thanked ?? {}, sessionStartedAtMs);
		// The queue begins with the first session. A later session must not change its start.
		const { marks } = store.ledger.thanks;
		if (marks.since !== current.thanked?.since)
			guard("storing who was thanked", () => storeThankMarks(this.settings, marks));
		if (current.ignoredNames !== this.#ignoredNames) store.ignore(ignoredNamesFrom(current.ignoredNames));
		this.#ignoredNames = current.ignoredNames;
		const isIdleWatched = newSessionAfterIdleHours !== undefined;
		store.update({ sessionStartedAtMs, calendar });
		const periods = JSON.stringify([sessionStartedAtMs, calendar, isIdleWatched]);
		if (periods !== this.#periods) {
			this.#periods = periods;
			// The idle time requires all types of events.
			demand.setBackground(isIdleWatched ? sessionQueries : []);
		}
		if (store.state.link.phase === "live") this.beginSession();
	}

	#restoreOwnEvents(): void {
		const { store, ownEvents } = this.#dependencies;
		const { ledger } = store;
		const { serviceHost } = store.state;
		if (ledger === this.#restoredLedger || serviceHost === undefined) return;
		this.#restoredLedger = ledger;
		ledger.ownEvents.restore(ownEvents.recordsOf(serviceHost));
		ledger.ownEvents.watch(() => {
			const { records } = ledger.ownEvents;
			// A post may end after the account was replaced by another one of the same service.
			if (ledger === store.ledger) ownEvents.save(serviceHost, records);
			else void ownEvents.add(serviceHost, records.keys);
		});
	}

	/**
	 * Moves data that earlier versions kept in the settings to the data folder. If that cannot be written, the settings
	 * keep it.
	 */
	#migrate({ testEvents, reachedGoals }: GlobalSettings): void {
		const { ownEvents, guard } = this.#dependencies;
		if (testEvents) {
			const keys = testEvents.names.flatMap((joinedKeys) => joinedKeys.split("\n"));
			const isMoved = ownEvents.add(testEvents.host, keys);
			guard("moving own events", async () => {
				if (await isMoved) await this.settings.change({ testEvents: undefined });
			});
		}
		if (reachedGoals) {
			const isMoved = this.#dependencies.reachedGoals.migrate(reachedGoals);
			guard("moving reached goals", async () => {
				if (await isMoved) await this.settings.change({ reachedGoals: undefined });
			});
		}
	}
}
