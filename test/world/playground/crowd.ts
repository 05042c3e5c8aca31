import { streamEventTypes, type StreamEventType } from "../../../src/state/events/stream-event";
import type { StandInService } from "../service/stand-in";

const firstDelayMs = 1_500;
const minPauseMs = 1_800;
const maxPauseMs = 5_500;
const maxViewers = 120;
/** Relative frequency of each event. */
const shares = { follow: 0.62, subscription: 0.18, donation: 0.13, hosting: 0.07 };

const names = [
	...["ada", "Björn", "Chloé", "dmitri_k", "eve.codes", "Fatima", "Göksu", "hikari", "Inês", "Jo"],
	...["kaito", "Léa", "mads", "Nils", "Oyá", "pixelfox", "quinn", "Rosa", "Søren", "Tamika"],
];
const messages = ["Great stream!", "For the coffee ☕", "GG", "Merci !", "頑張って！", ""];
const amounts = ["1.00", "2.50", "5.00", "5.00", "10.00", "20.00", "50.00"];

/** Automatic viewers, so that events keep arriving. */
export class Crowd {
	readonly #service: StandInService;
	readonly #random: () => number;
	#timer: NodeJS.Timeout | undefined;
	#nameCount = 0;

	constructor(service: StandInService, random: () => number = Math.random) {
		this.#service = service;
		this.#random = random;
	}

	get isActive(): boolean {
		return this.#timer !== undefined;
	}

	/** Starts the automatic viewers. */
	start(): void {
		this.#timer ??= setTimeout(() => this.#next(), firstDelayMs);
	}

	/** Stops the automatic viewers. */
	stop(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	#next(): void {
		this.#addRandomEvent();
		const pauseMs = minPauseMs + this.#random() * (maxPauseMs - minPauseMs);
		this.#timer = setTimeout(() => this.#next(), pauseMs);
	}

	#addRandomEvent(): void {
		const username = `${this.#pick(names)}${this.#nameCount++ % 90 || ""}`;
		const origin = this.#pick(["twitch", "youtube"]);
		switch (this.#kind()) {
			case "follow":
				return void this.#service.follow({ username, origin });
			case "subscription":
				return void this.#service.subscribe({ username, origin, resub: this.#random() < 0.5 ? 0 : 3 });
			case "donation": {
				const [amount, message] = [this.#pick(amounts), this.#pick(messages)];
				return void this.#service.donate({ username, amount, currency: "EUR", message });
			}
			case "hosting": {
				const viewers = Math.ceil(this.#random() * maxViewers);
				return void this.#service.host({ hostname: username, viewers, origin });
			}
		}
	}

	#kind(): StreamEventType {
		let chance = this.#random();
		return streamEventTypes.find((type) => (chance -= shares[type]) < 0) ?? "follow";
	}

	#pick(choices: readonly string[]): string {
		return choices[Math.floor(this.#random() * choices.length)] ?? "";
	}
}
