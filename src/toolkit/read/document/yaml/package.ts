/** The only file that imports the `yaml` package. The command line loads `whole.ts` instead, for the few texts that need it. */
import type { ParseResult } from "../builder.js";
import { readGeneral as read } from "./general.js";

export { yamlComments } from "./comments.js";

/** `around`: the offsets of the section and the entry in which the quick reader stopped. */
export const readGeneral: (text: string, around?: readonly [section: number, entry: number]) => ParseResult = read;
