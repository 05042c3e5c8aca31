import type streamDeckModule from "@elgato/streamdeck";

import type { AppHost } from "./app-host";

/** Profile names of the manifest by device type (`DeviceType` of the SDK). */
const profileByDeviceType: ReadonlyMap<number, string> = new Map([
	[0, "profiles/starter-15"],
	[1, "profiles/starter-mini"],
	[2, "profiles/starter-xl"],
	[3, "profiles/starter-mobile"],
	[7, "profiles/starter-plus"],
	[9, "profiles/starter-neo"],
	[10, "profiles/starter-studio"],
]);

/**
 * Returns the bundled starter profile for a device.
 * @param deviceType Undefined for a key without a known device.
 * @returns Undefined if there is no profile for the device, or if the app ignores requests to switch profiles.
 */
export function starterProfileFor(host: AppHost, deviceType: number | undefined): string | undefined {
	return host === "OpenDeck" || deviceType === undefined ? undefined : profileByDeviceType.get(deviceType);
}

/** Returns the offer to add the starter profile for the device of a key. */
export function createStarter({ actions, profiles }: typeof streamDeckModule, appHost: AppHost) {
	const deviceOf = (keyId: string) => actions.getActionById(keyId)?.device;
	const profileOf = (keyId: string) => starterProfileFor(appHost, deviceOf(keyId)?.type);
	return {
		isOffered: (keyId: string) => profileOf(keyId) !== undefined,
		/** @returns False without a device or a profile for it. */
		add: async (keyId: string) => {
			const profile = profileOf(keyId);
			const device = deviceOf(keyId);
			if (!profile || !device?.isConnected) return false;
			await profiles.switchToProfile(device.id, profile);
			return true;
		},
	};
}
