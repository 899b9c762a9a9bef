/** The only file that imports the `yaml` package. The command line loads `whole.ts` in its place, when a text needs it, which few texts do. */
import type { ParseResult } from "../builder.js";
import { readGeneral as read } from "./general.js";

export { yamlComments } from "./comments.js";

/** `around`: the section and the entry in which the quick reader stopped. */
export const readGeneral: (text: string, around?: readonly [section: number, entry: number]) => ParseResult = read;
