import type { Dialect } from "./dialect";
import type { Device } from "../devices";
import type { Frame, Settings } from "../frame";
import type { AnyKey, Dial, Key } from "../keys";
import type { Manifest } from "../plugin/manifest";

/** Languages of the app. */
export type Language = "en" | "de" | "es" | "fr" | "ja" | "ko" | "zh_CN" | "zh_TW";

/** The `payload` of every message about a key (P1, P2 and PE of the protocol). */
export function payloadOf(key: AnyKey, dialect: Dialect): Frame {
	const isStep = key.kind === "step";
	const hasState = key.action.States.length > 1 || !dialect.hasResources;
	return {
		settings: key.settings,
		...(isStep && !dialect.placesSteps ? {} : { coordinates: key.coordinates }),
		controller: key.controller,
		...(key.kind === "dial" ? {} : { isInMultiAction: isStep }),
		...(hasState && key.kind !== "dial" ? { state: key.state } : {}),
		...(dialect.hasResources ? { resources: key.resources } : {}),
	};
}

/** Creates a message about one key, with additional payload fields for some events. */
export function keyMessage(event: string, key: AnyKey, dialect: Dialect, extra: Frame = {}): Frame {
	return {
		event,
		action: key.action.UUID,
		context: key.context,
		device: key.device.id,
		payload: { ...payloadOf(key, dialect), ...extra },
	};
}

/** Key down and up. A step also has the state that the user chose. */
export function pressMessage(event: "keyDown" | "keyUp", key: AnyKey, dialect: Dialect): Frame {
	const desired =
		key.kind === "step" && dialect.hasDesiredState ? { userDesiredState: key.desiredState } : {};
	return keyMessage(event, key, dialect, desired);
}

/** Events of a dial. OpenDeck sends fewer fields, and positions dials as on a grid of three columns. */
export function dialMessage(event: string, dial: Dial, dialect: Dialect, extra: Frame = {}): Frame {
	if (dialect.name === "elgato") return keyMessage(event, dial, dialect, extra);
	return {
		event,
		action: dial.action.UUID,
		context: dial.context,
		device: dial.device.id,
		payload: {
			...(event === "dialRotate" ? {} : { controller: "Encoder" }),
			settings: dial.settings,
			coordinates: onThreeColumns(dial.coordinates.column),
			...extra,
		},
	};
}

export function titleMessage(key: Key | Dial, dialect: Dialect): Frame {
	const titleStyle = key.action.States[key.kind === "key" ? key.state : 0] ?? key.action.States[0];
	const { isInMultiAction: _, ...payload } = payloadOf(key, dialect);
	const position = key.coordinates.row * key.device.columns + key.coordinates.column;
	return {
		event: "titleParametersDidChange",
		action: key.action.UUID,
		context: key.context,
		device: key.device.id,
		payload: {
			...payload,
			...(dialect.name === "opendeck" ? { coordinates: onThreeColumns(position) } : {}),
			title: key.userTitle ?? "",
			titleParameters: {
				fontFamily: titleStyle?.FontFamily,
				fontSize: titleStyle?.FontSize,
				fontStyle: titleStyle?.FontStyle,
				fontUnderline: titleStyle?.FontUnderline,
				showTitle: titleStyle?.ShowTitle,
				titleAlignment: titleStyle?.TitleAlignment,
				titleColor: titleStyle?.TitleColor,
			},
		},
	};
}

/** Reply to `getSettings` if it has an id, otherwise the notification of a change. */
export function settingsMessage(key: AnyKey, dialect: Dialect, id?: string): Frame {
	return { ...keyMessage("didReceiveSettings", key, dialect), ...echoed(dialect, id) };
}

export function globalSettingsMessage(settings: Settings, dialect: Dialect, id?: string): Frame {
	return { event: "didReceiveGlobalSettings", payload: { settings }, ...echoed(dialect, id) };
}

export function resourcesMessage(key: AnyKey, dialect: Dialect, id?: string): Frame {
	return { ...keyMessage("didReceiveResources", key, dialect), ...echoed(dialect, id) };
}

/** The `-info` argument of plugin and inspector. */
export function registrationInfo(
	dialect: Dialect,
	{
		manifest,
		devices,
		language,
	}: { readonly manifest: Manifest; readonly devices: readonly Device[]; readonly language: Language },
): Frame {
	return {
		application: { ...dialect.application, language },
		colors: {
			buttonMouseOverBackgroundColor: "#464646FF",
			buttonPressedBackgroundColor: "#303030FF",
			buttonPressedBorderColor: "#646464FF",
			buttonPressedTextColor: "#969696FF",
			highlightColor: "#0078FFFF",
		},
		devicePixelRatio: dialect.devicePixelRatio,
		devices: devices.map((device) => ({ id: device.id, ...device.info })),
		plugin: { uuid: manifest.UUID, version: manifest.Version },
	};
}

function echoed(dialect: Dialect, id: string | undefined): Frame {
	return id !== undefined && dialect.echoesIds ? { id } : {};
}

function onThreeColumns(position: number): Frame {
	return { row: Math.floor(position / 3), column: position % 3 };
}
