import { Ledger } from "../../../src/ledger/ledger";
import { Store } from "../../../src/state/store";

/** Returns a store with an empty ledger, as the plugin creates it. */
export function createStore(): Store {
	return new Store((cache) => new Ledger(cache));
}
