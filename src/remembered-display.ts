import type streamDeckModule from "@elgato/streamdeck";

import { createSurface } from "./actions/keys/surface";
import { RememberedCounters } from "./actions/remembered-counters";
import type { EarlyParts } from "./early-parts";
import type { GlobalSettings } from "./settings/schemas/global";

const counterId = "com.example.streamevents.counter";

/**
 * Displays the remembered numbers of the counters that appear, as soon as the settings are known.
 * @returns The counters, and a function that ends this, because the controllers display the keys from then on.
 */
export function displayRememberedNumbers(
	{ actions, info }: typeof streamDeckModule,
	{ clock, numbers, painter }: EarlyParts,
	settings: Promise<GlobalSettings>,
) {
	const { language } = info.application;
	const counters = new RememberedCounters({ numbers, painter, language, now: () => clock.now() });
	const listeners = [
		actions.onWillAppear(({ action, payload }) => {
			if (action.manifestId === counterId)
				counters.appear(action.id, createSurface(action), payload.settings);
		}),
		actions.onWillDisappear(({ action }) => counters.disappear(action.id)),
	];
	settings.then((current) => counters.applySettings(current)).catch(() => undefined);
	const end = () => {
		for (const listener of listeners) listener.dispose();
		counters.forgetAll();
	};
	return { counters, end };
}
