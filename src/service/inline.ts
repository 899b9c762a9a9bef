/** A value within a sentence. */
import { printable } from "../text/escape.js";
import type { Json } from "../toolkit/read/document/data.js";

/** Longer values are replaced by their size. */
const LONGEST = 60;

/** A text as it is, anything else as JSON; cut where it would be too long, and "not set" where there is none. */
export function inlineValue(value: Json | undefined): string {
  if (value === undefined) return "not set";
  const text = printable(typeof value === "string" && value.trim() !== "" ? value : JSON.stringify(value));
  if (text.length <= LONGEST) return text;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return `a mapping of ${Object.keys(value).length}`;
  return `${[...text].slice(0, LONGEST).join("")}…`;
}
