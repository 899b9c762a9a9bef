/** Wordings that YAML and JSON share, and the reader's repair as a fix. */
import { quote } from "../../../../text/quote.js";
import type { Span } from "../../../read/diagnostic/diagnostic.js";
import type { Repair } from "../../../read/document/repair.js";
import type { Change } from "../../../read/edit/change.js";
import type { SuggestedFix } from "../rule.js";

export const CONFLICT = {
  message: "this line is the mark of a merge conflict",
  help: "decide between the two sides, and delete all marks",
} as const;

export const EXTRA_COMMA = { message: "there is a `,` too many here" } as const;

export const FOREIGN_QUOTE = { message: "`@` is no quote here", help: 'write a plain `"`' } as const;

export function mending(repair: Repair | undefined): { readonly fixes?: readonly SuggestedFix[] } {
  const [first] = repair?.edits ?? [];
  if (repair === undefined || first === undefined) return {};
  const { span, text } = first;
  const title = text === "" ? "remove it" : span.start === span.end ? `insert ${quote(text)}` : `write ${quote(text)}`;
  const changes = repair.edits.map((edit) => ({ kind: "replace-text", ...edit }) as const);
  return { fixes: [{ title, safe: repair.isSure, changes }] };
}

/** Puts quotes around the text, unless it has characters with a special meaning in quotes. */
export function quoting(span: Span, text: string): readonly SuggestedFix[] {
  const written = text.slice(span.start, span.end);
  if (/["\\\p{Cc}]/u.test(written)) return [];
  const quote = (at: number): Change => ({ kind: "replace-text", span: { start: at, end: at }, text: '"' });
  return [{ title: "put it in quotes", safe: true, changes: [quote(span.start), quote(span.end)] }];
}
