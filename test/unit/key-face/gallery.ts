import { actionTable } from "../../../scripts/plugin-folder/action-table";
import { stringsFor } from "../../../src/key-face/language";
import type { FaceStrings } from "../../../src/key-face/strings";
import type { Exhibit } from "./gallery/shared";

type ActionGallery = { readonly exhibits: (words: FaceStrings) => readonly Exhibit[] };

const galleries = await Promise.all(
	Object.keys(actionTable).map((slug) => import(`./gallery/${slug}.ts`) as Promise<ActionGallery>),
);

/**
 * Returns every face of every action in every state, in one language: for the contact sheet of `scripts/pictures/faces.ts`, and
 * for tests of what holds for all.
 */
export function galleryOf(language: string): readonly Exhibit[] {
	return galleries.flatMap(({ exhibits }) => exhibits(stringsFor(language)));
}
