import { describe, expect, it } from "vitest";

import { LifetimeFigure } from "../../../../src/ledger/figures/lifetime-figure";
import { someEntry } from "../some-events";

const weightless = { outstanding: [], reachMs: -Infinity, isExact: true, startedAtMs: 0, atMs: 0 };

function figureAt(total: number): LifetimeFigure {
	const figure = new LifetimeFigure(({ type, isDeleted }) => (type === "follow" && !isDeleted ? 1 : 0));
	figure.applySnapshot({ ...weightless, total });
	return figure;
}

describe("a lifetime figure", () => {
	it("is unknown, not zero, until it is received", () => {
		const figure = new LifetimeFigure(() => 1);
		figure.applyEvent(someEntry(1));
		figure.applySnapshot({ ...weightless, total: undefined });
		expect(figure.value).toBeUndefined();
		figure.applySnapshot({ ...weightless, total: 0 });
		expect(figure.value).toBe(0);
	});

	it("stores no events while no key displays it: their weights are final", () => {
		const figure = figureAt(100);
		const entry = someEntry(1);
		figure.applyEvent(entry);
		figure.releaseAll();
		entry.event = { ...entry.event, isDeleted: true };
		figure.applyChange(entry);
		expect(figure.value).toBe(101);
	});

	it("falls with an event that is deleted after a snapshot has contained neither, although no key displayed it before", () => {
		const figure = figureAt(100);
		const entry = someEntry(1);
		figure.applyEvent(entry);
		figure.releaseAll();
		figure.applySnapshot({ ...weightless, total: 100, outstanding: [entry], isBehind: true, atMs: 10_000 });
		expect(figure.value).toBe(101);
		entry.event = { ...entry.event, isDeleted: true };
		figure.applyChange(entry);
		expect(figure.value).toBe(100);
	});

	it("stays at 101 when the total is 100 once after an event, and falls when it is 100 twice", () => {
		const figure = figureAt(100);
		figure.applyEvent(someEntry(1));
		expect(figure.value).toBe(101);
		figure.applySnapshot({ ...weightless, total: 100, atMs: 10_000 });
		expect(figure.value).toBe(101);
		expect(figure.needsConfirmation).toBe(true);
		figure.applySnapshot({ ...weightless, total: 100, atMs: 14_999 });
		expect(figure.value).toBe(101);
		figure.applySnapshot({ ...weightless, total: 100, atMs: 15_000 });
		expect(figure.value).toBe(100);
		expect(figure.needsConfirmation).toBe(false);
	});

	it("discards a lower total when the next sync returns a higher one", () => {
		const figure = figureAt(100);
		figure.applyEvent(someEntry(1));
		figure.applySnapshot({ ...weightless, total: 100, atMs: 10_000 });
		figure.applySnapshot({ ...weightless, total: 101, atMs: 16_000 });
		figure.applySnapshot({ ...weightless, total: 100, atMs: 22_000 });
		expect(figure.value).toBe(101);
	});

	it("detects a lower total while the list is behind, and accepts it with the next snapshot that is not", () => {
		const figure = figureAt(100);
		figure.applyEvent(someEntry(1));
		figure.applySnapshot({ ...weightless, total: 100, isBehind: true, atMs: 10_000 });
		expect(figure.needsConfirmation).toBe(true);
		figure.applySnapshot({ ...weightless, total: 100, isBehind: true, atMs: 20_000 });
		expect(figure.value).toBe(101);
		figure.applySnapshot({ ...weightless, total: 100, atMs: 25_000 });
		expect(figure.value).toBe(100);
	});

	it("accepts no increase while the list is behind, because the total may include outstanding events", () => {
		const figure = figureAt(100);
		figure.applySnapshot({ ...weightless, total: 101, outstanding: [someEntry(1)], isBehind: true });
		expect(figure.value).toBe(100);
	});

	it("accepts an increase while the list is behind, if no outstanding event adds to it", () => {
		const figure = figureAt(100);
		const donation = someEntry(1, { type: "donation" });
		figure.applySnapshot({ ...weightless, total: 102, outstanding: [donation], isBehind: true });
		expect(figure.value).toBe(102);
	});

	it("accepts an increase immediately", () => {
		const figure = figureAt(100);
		figure.applySnapshot({ ...weightless, total: 250 });
		expect(figure.value).toBe(250);
	});

	it("adds events that the total cannot contain yet, and counts each once when it does", () => {
		const figure = figureAt(100);
		const event = someEntry(1);
		figure.applyEvent(event);
		figure.applySnapshot({ ...weightless, total: 100, outstanding: [event] });
		expect(figure.value).toBe(101);
		figure.applySnapshot({ ...weightless, total: 101 });
		expect(figure.value).toBe(101);
	});

	it("adds an event with its current values until the total contains it", () => {
		const figure = figureAt(100);
		const entry = someEntry(1);
		figure.applyEvent(entry);
		entry.event = { ...entry.event, type: "hosting" };
		figure.applyChange(entry);
		expect(figure.value).toBe(100);
		entry.event = { ...entry.event, type: "follow" };
		figure.applyChange(entry);
		expect(figure.value).toBe(101);
		figure.applySnapshot({ ...weightless, total: 101 });
		figure.applyChange(entry);
		expect(figure.value).toBe(101);
	});

	it("uses an uncertain first total but requires a confirmation", () => {
		const figure = new LifetimeFigure(() => 1);
		figure.applySnapshot({ ...weightless, total: 100, isExact: false });
		expect([figure.value, figure.needsConfirmation]).toEqual([100, true]);
		figure.applySnapshot({ ...weightless, total: 100 });
		expect(figure.needsConfirmation).toBe(false);
	});

	it("rises to an uncertain total five seconds later, when the events in it have been pushed", () => {
		const figure = figureAt(100);
		const uncertain = { ...weightless, isExact: false };
		figure.applySnapshot({ ...uncertain, total: 103, atMs: 1_000 });
		figure.applyEvent(someEntry(1));
		figure.applySnapshot({ ...uncertain, total: 104, atMs: 5_999 });
		expect(figure.value).toBe(101);
		figure.applySnapshot({ ...uncertain, total: 104, atMs: 6_000 });
		expect(figure.value).toBe(103);
		figure.applySnapshot({ ...uncertain, total: 104, atMs: 11_000 });
		expect(figure.value).toBe(104);
	});

	it("does not rise to an uncertain total that has fallen again, or that was followed by a certain one", () => {
		const figure = figureAt(100);
		const uncertain = { ...weightless, isExact: false };
		figure.applySnapshot({ ...uncertain, total: 103, atMs: 1_000 });
		figure.applySnapshot({ ...uncertain, total: 100, atMs: 6_000 });
		expect(figure.value).toBe(100);
		figure.applySnapshot({ ...uncertain, total: 103, atMs: 7_000 });
		figure.applySnapshot({ ...weightless, total: 100, atMs: 10_000 });
		figure.applySnapshot({ ...uncertain, total: 103, atMs: 12_000 });
		expect(figure.value).toBe(100);
	});

	it("stops waiting for a confirmation that is no longer requested", () => {
		const figure = figureAt(100);
		figure.applySnapshot({ ...weightless, total: 99 });
		expect(figure.needsConfirmation).toBe(true);
		figure.applyNotRequested();
		expect([figure.value, figure.needsConfirmation, figure.isWithdrawn]).toEqual([100, false, false]);
	});

	it("keeps the last value as incomplete while the service does not send it", () => {
		const figure = figureAt(100);
		figure.applySnapshot({ ...weightless, total: undefined });
		expect([figure.value, figure.needsConfirmation, figure.isWithdrawn]).toEqual([100, false, true]);
		figure.applySnapshot({ ...weightless, total: 101 });
		expect([figure.value, figure.isWithdrawn]).toEqual([101, false]);
	});

	it("stays incomplete if it returns lower, until that is confirmed", () => {
		const figure = figureAt(100);
		figure.applySnapshot({ ...weightless, total: undefined });
		figure.applySnapshot({ ...weightless, total: 97 });
		expect([figure.value, figure.isWithdrawn]).toEqual([100, true]);
		figure.applySnapshot({ ...weightless, total: 97, atMs: 5_000 });
		expect([figure.value, figure.isWithdrawn]).toEqual([97, false]);
	});
});
