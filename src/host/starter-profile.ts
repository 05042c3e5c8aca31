import type { AppHost } from "./app-host";

/** By the app's number for the kind of device; as the manifest names them. */
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
 * The bundled profile to start from.
 * @param deviceType Undefined for a key that is not known.
 * @returns Undefined for a device that there is none for, and in an app that drops the wish for one.
 */
export function starterProfileFor(host: AppHost, deviceType: number | undefined): string | undefined {
	return host === "OpenDeck" || deviceType === undefined ? undefined : profileByDeviceType.get(deviceType);
}
