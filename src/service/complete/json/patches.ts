/** Ways to make a part of a JSON text readable with a placeholder in the place of the token at the cursor. */
import { PLACEHOLDER } from "../placed.js";
import { contentBehind, lastBefore } from "./content.js";

/** The text before and behind the token. */
export interface Part {
  readonly before: string;
  readonly behind: string;
}

export interface Patch {
  readonly lead: string;
  readonly body: string;
  readonly tail: string;
  readonly hasColon: boolean;
}

const BEGINS = /^["{[\w-]/;
const KEY = /^"(?:[^"\\\r\n]|\\.)*"\s*:/;

/** Ways to make a text with the placeholder readable, the likeliest first. */
export function* patchesOf(part: Part): Generator<Patch> {
  const body = `"${PLACEHOLDER}"`;
  const before = lastBefore(part.before);
  const behind = contentBehind(part.behind);
  const isBeforeValue = BEGINS.test(behind) && !KEY.test(behind);
  if (before === ":" && isBeforeValue) return;
  const comma = BEGINS.test(behind) ? "," : "";
  const lead = /[{[,:]/.test(before) || before === "" ? "" : ",";
  if (behind.startsWith(":")) {
    yield { lead, body, tail: "", hasColon: true };
    return;
  }
  const key: Patch = { lead, body, tail: `: null${comma}`, hasColon: false };
  const value: Patch = { lead, body, tail: comma, hasColon: false };
  if (before === "{") yield key;
  else if (before === ":" || before === "[") yield value;
  else yield* [key, value];
  // Only a tolerant reader takes these.
  if (before !== ":") yield { ...key, lead: "" };
}
