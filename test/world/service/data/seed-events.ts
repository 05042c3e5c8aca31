import { toMoney } from "./currency";
import { wallClock, wallToMs } from "./local-time";
import type { EventDraft, StoredTotals } from "./store";

const msPerMinute = 60_000;
const msPerDay = 24 * 60 * msPerMinute;
const listedDays = 365;
const streamDays = [0, 2, 4, 6];

const people = [
	"PixelPanda", "たなかさん", "نور_البث", "👩‍🚀Ada🇫🇷", "שלום_גיימר", "<b>Bold</b> & \"Co\"", "zoë_ïrl", "x",
	"Максим", "la_grande_duchesse_de_gerolstein_42", "김서연", "mr.beans", "O'Neill", "🍀lucky🍀", "Quentin",
	"night_owl_77", "sève", "TheRealSlimShady", "ไทยแลนด์", "bot_hunter", "Łukasz", "carol", "dan_the_fan", "Ève",
]; // prettier-ignore

const messages = [
	"Love the stream!", "GG 🎉", "ありがとう", "شكرا على البث", "<script>alert('hi')</script>", "First time here",
	"That boss fight… wow.\nRespect!", "Merci pour tout ❤️",
]; // prettier-ignore

const donationAmounts: Readonly<Record<string, readonly string[]>> = {
	EUR: ["1", "2", "3.50", "5", "5.50", "10", "0.10", "25"],
	USD: ["1", "4.99", "5", "20"],
	GBP: ["2", "3.33"],
	JPY: ["100", "500", "1500", "10000"],
	BHD: ["1.234", "0.500"],
};
const weightedCurrencies = ["EUR", "EUR", "EUR", "EUR", "EUR", "EUR", "USD", "USD", "JPY", "BHD", "GBP"];

/** Lifetime figures of the years before the first listed event. */
export const totalsBeforeSeed: StoredTotals = {
	followers: 42_276,
	subscribers: 1_204,
	donations: { minorUnits: 18_220_715, currency: "EUR" },
	byProvider: {
		twitch: { followers: 38_112, subscribers: 1_101 },
		youtube: { followers: 4_164, subscribers: 103 },
	},
};

export const zeroTotals: StoredTotals = {
	followers: 0,
	subscribers: 0,
	donations: { minorUnits: 0, currency: "EUR" },
	byProvider: {},
};

/** A year of stream evenings up to now, oldest first. The same now gives the same events. */
export function createSeedEvents(nowMs: number, timeZone: string): EventDraft[] {
	const random = createRandom(20_240_131);
	const pick = <T>(values: readonly [T, ...T[]] | readonly T[]): T => {
		const value = values[Math.floor(random() * values.length)];
		if (value === undefined) throw new Error("nothing to pick from");
		return value;
	};

	const drawEvent = (createdAtMs: number): EventDraft => {
		const common = { createdAtMs, origin: random() < 0.85 ? "twitch" : "youtube" };
		const draw = random();
		if (draw < 0.56) return { ...common, type: "follow", username: pick(people) };
		if (draw < 0.78) {
			const resub = random() < 0.4 ? 1 + Math.floor(random() * 36) : 0;
			return { ...common, type: "subscription", username: pick(people), resub };
		}
		if (draw < 0.93) {
			const amount = drawDonationAmount();
			const message = random() < 0.7 ? pick(messages) : undefined;
			return { createdAtMs, type: "donation", username: pick(people), amount, message };
		}
		if (draw < 0.98)
			return { ...common, type: "hosting", hostname: pick(people), viewers: Math.floor(random() * 400) };
		if (draw < 0.99) return { ...common, type: "cheer", username: pick(people) };
		// An event without any parameters.
		return { ...common, type: "follow" };
	};
	const drawDonationAmount = (): EventDraft["amount"] => {
		const currency = pick(weightedCurrencies);
		return toMoney(pick(donationAmounts[currency] ?? ["1"]), currency);
	};

	const drafts: EventDraft[] = [];
	const today = wallClock(nowMs, timeZone);
	const todayMs = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
	for (let day = listedDays; day >= 0; day--) {
		const wallDayMs = todayMs - day * msPerDay;
		const isStreamDay = streamDays.includes(new Date(wallDayMs).getUTCDay());
		const count = isStreamDay ? 8 + Math.floor(random() * 15) : Math.floor(random() * 3);
		for (let index = 0; index < count; index++) {
			const minutes = isStreamDay ? 19 * 60 + random() * 240 : random() * 24 * 60;
			drafts.push(drawEvent(wallToMs(wallDayMs + minutes * msPerMinute, timeZone)));
		}
	}
	return [
		...drafts.filter(({ createdAtMs = 0 }) => createdAtMs < nowMs - 25 * msPerMinute),
		...recentEvents(nowMs),
	].sort((a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0));
}

/** One event of each type shortly before now, at any time of day. */
function recentEvents(nowMs: number): EventDraft[] {
	const ago = (minutes: number): number => nowMs - minutes * msPerMinute;
	return [
		{ createdAtMs: ago(21), type: "hosting", origin: "twitch", hostname: "Quentin", viewers: 168 },
		{ createdAtMs: ago(14), type: "subscription", origin: "twitch", username: "zoë_ïrl", resub: 7 },
		{
			createdAtMs: ago(11),
			type: "donation",
			username: "たなかさん",
			amount: toMoney("1500", "JPY"),
			message: "ありがとう",
		},
		{ createdAtMs: ago(8), type: "donation", username: "mr.beans", amount: toMoney("5.50", "EUR") },
		{ createdAtMs: ago(5), type: "subscription", origin: "youtube", username: "نور_البث", resub: 0 },
		{ createdAtMs: ago(2), type: "follow", origin: "twitch", username: "👩‍🚀Ada🇫🇷" },
	];
}

/** Mulberry32: small, and the same everywhere. */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
