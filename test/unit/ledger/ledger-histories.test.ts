import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Ledger } from "../../../src/ledger/ledger";
import type { StreamEvent, StreamEventType } from "../../../src/state/events/stream-event";
import { noonMs, someEvent, someSnapshot } from "./some-events";

/** One step of a history. An index selects one of the events so far. */
type Step =
	| {
			readonly kind: "event";
			readonly type: StreamEventType;
			readonly delivery: "live" | "unreported" | "twice";
	  }
	| { readonly kind: "repeat"; readonly index: number; readonly missing: "nothing" | "id" }
	| { readonly kind: "delete"; readonly index: number; readonly delivery: "announced" | "quietly" }
	| { readonly kind: "read"; readonly back: "all" | "some"; readonly totals: "fresh" | "cached" };

const index = fc.nat(200);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constant("event" as const),
			type: fc.constantFrom<StreamEventType>("follow", "subscription", "donation", "hosting"),
			delivery: fc.constantFrom("live", "unreported", "twice"),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("repeat" as const), index, missing: fc.constantFrom("nothing", "id") }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), index, delivery: fc.constantFrom("announced", "quietly") }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("read" as const), back: fc.constantFrom("all", "some"), totals: fc.constantFrom("fresh", "cached") }) },
); // prettier-ignore

const before = { followers: 1_000, subscribers: 100 };

/** A small service model, and a ledger that receives only part of its events. */
class ServiceAndLedger {
	readonly ledger = new Ledger();
	readonly #events: StreamEvent[] = [];
	#nowMs = noonMs;
	#cached = this.#totals;

	get #listed(): readonly StreamEvent[] {
		return this.#events.filter(({ isDeleted }) => !isDeleted);
	}

	get #totals() {
		const count = (type: StreamEventType) =>
			this.#listed.filter((event) => event.type === type && !event.resub).length;
		return {
			followers: before.followers + count("follow"),
			subscribers: before.subscribers + count("subscription"),
			byProvider: {},
		};
	}

	apply(move: Step): void {
		this.#nowMs += 7_000;
		const chosen = "index" in move ? this.#events[move.index % this.#events.length] : undefined;
		switch (move.kind) {
			case "event": {
				const id = this.#events.length + 1;
				const event = { ...someEvent(id, { type: move.type, resub: id % 3 }), createdAtMs: this.#nowMs };
				this.#events.push(event);
				if (move.delivery !== "unreported") this.ledger.applyEvent(event, this.#nowMs);
				if (move.delivery === "twice") this.ledger.applyEvent(event, this.#nowMs);
				return;
			}
			case "repeat":
				if (chosen && !chosen.isDeleted) {
					this.ledger.applyEvent(move.missing === "id" ? { ...chosen, id: undefined } : chosen, this.#nowMs);
				}
				return;
			case "delete": {
				if (!chosen) return;
				const deleted = { ...chosen, isDeleted: true };
				this.#events[this.#events.indexOf(chosen)] = deleted;
				if (move.delivery === "announced") this.ledger.applyEvent(deleted, this.#nowMs);
				return;
			}
			case "read":
				this.read(move.back, move.totals);
		}
	}

	read(back: "all" | "some", totals: "fresh" | "cached"): void {
		const newestFirst = this.#listed.toReversed();
		const events = back === "all" ? newestFirst : newestFirst.slice(0, 5);
		const isWhole = events.length === newestFirst.length;
		if (totals === "fresh") this.#cached = this.#totals;
		const snapshot = someSnapshot(events, {
			reachMs: isWhole ? -Infinity : (events.at(-1)?.createdAtMs ?? 0) + 1,
			totalCount: newestFirst.length,
			totals: this.#cached,
			hostings: { count: newestFirst.filter(({ type }) => type === "hosting").length },
			startedAtMs: this.#nowMs,
			atMs: this.#nowMs - noonMs,
		});
		this.ledger.applySnapshot(snapshot);
	}

	/** Applies complete snapshots, newer than any cached response and far enough apart to confirm each other. */
	settle(): void {
		this.#nowMs += 200_000;
		for (let count = 0; count < 3; count++) {
			this.#nowMs += 6_000;
			this.read("all", "fresh");
		}
	}

	#value(metric: "followers" | "subscriptions" | "hostings" | "donations", scope: "lifetime" | "year") {
		const value = this.ledger.value(
			{ metric, scope, newOnly: false, uniqueOnly: false },
			{ nowMs: this.#nowMs, currency: "EUR" },
		);
		return value.kind === "count" ? value.count : value.kind;
	}

	get shown() {
		return [
			...[this.#value("followers", "lifetime"), this.#value("subscriptions", "lifetime")],
			...[this.#value("hostings", "lifetime")],
			...(["followers", "subscriptions", "donations", "hostings"] as const).map((m) =>
				this.#value(m, "year"),
			),
		];
	}

	get truth() {
		const count = (type: StreamEventType) => this.#listed.filter((event) => event.type === type).length;
		const types = ["follow", "subscription", "donation", "hosting"] as const;
		return [this.#totals.followers, this.#totals.subscribers, count("hosting"), ...types.map(count)];
	}

	/** Whether the ledger displays more followers than ever existed, or fewer than at the start. */
	get isAbsurd(): boolean {
		const shown = this.#value("followers", "lifetime");
		const ever = before.followers + this.#events.filter(({ type }) => type === "follow").length;
		return typeof shown === "number" && (shown > ever || shown < before.followers);
	}
}

describe("the ledger in any history", () => {
	it("ends with the service's values and never counts an event twice on the way", () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				const pair = new ServiceAndLedger();
				for (const move of steps) {
					pair.apply(move);
					expect(pair.isAbsurd).toBe(false);
				}
				pair.settle();
				expect(pair.shown).toEqual(pair.truth);
				expect(pair.ledger.needsConfirmation).toBe(false);
			}),
			{ numRuns: 500 },
		);
	});
});
