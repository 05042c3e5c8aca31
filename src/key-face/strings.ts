import type { en } from "./strings/en";

/** The texts of all faces in one language. */
export type FaceStrings = typeof en;
