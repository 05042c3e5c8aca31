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
