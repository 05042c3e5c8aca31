import type { Face } from "./face";

/** Label and color that the user chose instead of the action's own. */
export type OwnAppearance = { readonly label?: string | undefined; readonly color?: string | undefined };

/** Returns the face with the user's label and color, which distinguish keys of one action. */
export function withOwnAppearance(face: Face, { label, color }: OwnAppearance): Face {
	const own = label === undefined ? face : withLabel(face, label);
	return color !== undefined && "color" in own ? { ...own, color } : own;
}

function withLabel(face: Face, label: string): Face {
	switch (face.kind) {
		case "number":
		case "chart":
			return { ...face, label, header: [label] };
		case "person":
			return { ...face, label, header: face.isThanking === true ? face.header : [label], dialTitles: [] };
		case "command":
			return { ...face, label, name: label };
		case "notice":
			return { ...face, label, header: face.header && [label], dialTitles: [] };
		case "connection":
			return { ...face, label };
	}
}
