import { connectionFace } from "../key-face/connection-face";
import type { Face } from "../key-face/face";
import type { TemporaryNotice } from "../key-face/face-timing";
import { ActionController } from "./action-controller";
import type { PressPlan } from "./keys/press";
import type { KeyState } from "./keys/keys";

type ConnectionView = { isBusy?: boolean; notice?: TemporaryNotice | undefined };

type ConnectionKey = KeyState<unknown, ConnectionView>;

/** Connection: displays the account and the connection status. A press reconnects, a hold hides all numbers. */
export class Connection extends ActionController<unknown, ConnectionView> {
	override readonly manifestId = "com.example.streamevents.connection";
	protected override readonly parseSettings = (settings: unknown): unknown => settings;
	protected override readonly createView = (): ConnectionView => ({});

	protected override face(key: ConnectionKey, nowMs: number): Face {
		const { state, ledger } = this.context.store;
		const input = {
			...this.syncedInput(key),
			sceneLink: state.sceneLink,
			username: state.account?.username,
			host: state.serviceHost,
			lastEventAtMs: ledger.newestMs(),
			notice: key.view.notice,
		};
		return connectionFace(input, nowMs, this.context.words());
	}

	protected override planPress(key: ConnectionKey): PressPlan {
		const { guard } = this.context;
		return {
			onPress: () => guard("connecting anew", () => this.runner.runAlone(key, () => this.#reconnect(key))),
			onHold: () => guard("hiding the numbers", () => this.#toggleNumbers()),
		};
	}

	async #reconnect(key: ConnectionKey): Promise<void> {
		await this.runner.reportOutcome(key, await this.context.connection.reconnectAndSync());
	}

	async #toggleNumbers(): Promise<void> {
		const { settings, store } = this.context;
		await settings.change({ hideNumbers: !store.state.hideNumbers });
	}
}
