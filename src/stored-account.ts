import type { Guard } from "./actions/guard";
import type { ConnectionManager } from "./connection/connection-manager";
import { GlobalSettingsStore, type GlobalSettingsHost } from "./settings/global-settings";
import type { GlobalSettings } from "./settings/schemas";
import { testEventKeysOf } from "./settings/test-events";
import { rememberThanked } from "./settings/thank-marks";
import type { Clock } from "./state/clock";
import { hasBegun, sessionStartMs } from "./state/periods";
import type { Store } from "./state/store";

type Dependencies = {
	readonly store: Store;
	readonly clock: Clock;
	readonly connection: Pick<ConnectionManager, "configure">;
	readonly guard: Guard;
	/** Told what may stand in no log. */
	readonly onSecret: (secret: string) => void;
};

/**
 * What the host keeps for all keys, and what follows from it: whose account it is, since when the session counts, who has
 * been thanked and which events are tests of our own.
 */
export class StoredAccount {
	readonly settings: GlobalSettingsStore;
	readonly #dependencies: Dependencies;

	constructor(host: GlobalSettingsHost, dependencies: Dependencies) {
		const { store, clock, guard } = dependencies;
		this.#dependencies = dependencies;
		this.settings = new GlobalSettingsStore(host, clock, (current) => this.#apply(current));
		// Who became known late and came before the last one thanked would be lost at a restart.
		store.subscribe((batch) => {
			const { marks } = store.ledger.thanks;
			const hasChanged =
				batch && JSON.stringify(marks) !== JSON.stringify(this.settings.current?.thanked ?? {});
			if (hasChanged) guard("noting who was thanked", () => rememberThanked(this.settings, marks));
		});
	}

	/** What time it is, the service has told by now: a session that has yet to begin is none and would count nothing. */
	beginSession(): void {
		const { store, clock, guard } = this.#dependencies;
		guard("beginning a session", async () => {
			if (hasBegun(store.state.sessionStartedAtMs, clock.now())) return;
			const startMs = sessionStartMs(clock.now(), store.ledger.newestMs());
			await this.settings.change({ sessionStartedAt: new Date(startMs).toISOString() });
		});
	}

	#apply(current: GlobalSettings): void {
		const { store, connection, guard, onSecret } = this.#dependencies;
		const { baseUrl, apiKey, sceneSocketUrl, hideNumbers, sessionStartedAt } = current;
		if (apiKey !== undefined) onSecret(apiKey);
		const credentials =
			baseUrl === undefined || apiKey === undefined ? "none" : { baseUrl, apiKey, sceneSocketUrl };
		const { ledger } = store;
		const hadAccount = store.state.serviceHost !== undefined;
		connection.configure(credentials);
		const isAccountChanged = hadAccount && store.ledger !== ledger;
		store.ledger.restoreTests(testEventKeysOf(current, store.state.serviceHost));
		const startMs = sessionStartedAt === undefined ? undefined : Date.parse(sessionStartedAt);
		store.ledger.thanks.resume(isAccountChanged ? {} : (current.thanked ?? {}), startMs);
		if (isAccountChanged && current.thanked)
			guard("forgetting who was thanked", () => this.settings.change({ thanked: undefined }));
		store.update({ hideNumbers, sessionStartedAtMs: startMs });
		if (store.state.link.phase === "live") this.beginSession();
	}
}
