/** The reader of `package.ts` for the command line: half a key in a long text, as an editor sends it, is found in its entry alone. */
import type { ParseResult } from "../builder.js";
import { stopAround } from "./around.js";
import { yamlComments as comments } from "./comments.js";
import { readGeneral as read, unreadable } from "./general.js";
import { Stop } from "./problems.js";

/** @public The bundle asks for it by its name. */
export const yamlComments = comments;

/** `around`: the section and the entry in which the quick reader stopped. */
export function readGeneral(text: string, around?: readonly [section: number, entry: number]): ParseResult {
  try {
    if (around !== undefined) stopAround(text, ...around);
  } catch (error) {
    if (error instanceof Stop) return unreadable(text, error);
    throw error;
  }
  return read(text);
}
