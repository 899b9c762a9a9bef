/** Adds a rule or a reason to a comment that suppresses findings of the same place. */
import type { Document } from "../../read/document/parse.js";
import type { Suppression } from "./comments.js";
import type { Placed } from "./place.js";

/**
 * The change of a comment that makes it suppress another rule, or the same one with a reason. Undefined where that would change what the
 * comment says about its other rules.
 */
export function joined(
  { source }: Document,
  { span, rules, reason: given, gap }: Suppression,
  rule: string,
  reason: string | undefined,
): Placed | undefined {
  const isNamed = rules.includes(rule);
  if (isNamed && (given !== undefined || reason === undefined)) return { edit: undefined };
  if (gap !== undefined) return undefined;
  const spelling = source.text.slice(span.start, span.end);
  const { namesEnd, end } = partsOf(spelling);
  if (isNamed) {
    const isBlock = spelling.startsWith("/*");
    if (rules.length > 1 || (isBlock && reason?.includes("*/"))) return undefined;
    return { edit: { start: span.start + namesEnd, end: span.start + end, text: ` -- ${reason}` } };
  }
  if (rules.length === 0 || given !== reason) return undefined;
  return { edit: { start: span.start + namesEnd, end: span.start + namesEnd, text: `, ${rule}` } };
}

/** Where the names of a comment end, and where its text does. */
function partsOf(spelling: string): { readonly namesEnd: number; readonly end: number } {
  const body = (spelling.startsWith("/*") ? spelling.replace(/\*\/$/, "") : spelling).trimEnd();
  const dashes = body.search(/\s--(?=\s|$)/);
  const names = dashes === -1 ? body : body.slice(0, dashes);
  let namesEnd = names.length;
  while (/[\s,]/.test(names.charAt(namesEnd - 1))) namesEnd -= 1;
  return { namesEnd, end: body.length };
}
