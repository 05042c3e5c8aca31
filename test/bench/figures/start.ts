import type { Bench } from "../figure";
import { startScenario } from "../scenario";
import { median } from "../statistics";

/** From the start of the process to its registration, and to the first number that it is sure of. */
export const startFigures: Bench = async (context) => {
	const samples = { plugin: emptySamples(), floor: emptySamples() };
	for (let round = 0; round < 8 * context.effort; round++) {
		for (const side of ["plugin", "floor"] as const) {
			const { measured, stop } = await startScenario(context, context[side]);
			const { startedAtMs, registeredAtMs } = measured;
			await measured.until(() => measured.face("key-0").state === "live", "a number");
			samples[side].registered.push(registeredAtMs - startedAtMs);
			samples[side].shown.push(measured.face("key-0").at - startedAtMs);
			await stop();
		}
	}
	const figure = (name: string, pick: (side: ReturnType<typeof emptySamples>) => number[]) => ({
		name,
		plugin: median(pick(samples.plugin)),
		floor: median(pick(samples.floor)),
		unit: "ms",
		target: "≤ 1.0 ×",
	});
	return [
		figure("start → registered", ({ registered }) => registered),
		figure("start → first value on a key", ({ shown }) => shown),
	];
};

function emptySamples(): { readonly registered: number[]; readonly shown: number[] } {
	return { registered: [], shown: [] };
}
