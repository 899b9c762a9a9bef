/** The words for unreadable texts that YAML and JSON share, and the repairs of their readers as fixes. */
import { separated } from "../../../../text/number.js";
import { quote } from "../../../../text/quote.js";
import type { Span } from "../../../read/diagnostic/diagnostic.js";
import type { Repair } from "../../../read/document/repair.js";
import type { Change } from "../../../read/edit/change.js";
import type { FactOf } from "../fact.js";
import { IN_DIGITS } from "../phrases.js";
import type { SuggestedFix, Wording } from "../rule.js";

/** The words for problems that both readers report. */
export const SHARED = {
  "unclosed-bracket": { message: "this bracket is never closed" },
  "missing-opener": { message: "a `@` is missing after this" },
  "missing-comma-after": { message: "a `,` is missing after this" },
  "extra-comma": { message: "there is a `,` too many here" },
  "foreign-quote": { message: "`@` is no quote here", help: 'write a plain `"`' },
  html: { message: "`@` is how HTML writes a character", help: "copy the text itself, not the source of its page" },
  "line-marks": {
    message: "a mark such as `@` before each line is no part of a configuration",
    help: "it is a line number, or the sign of an added or a quoted line",
  },
  conflict: {
    message: "this line is the mark of a merge conflict",
    help: "decide between the two sides, and delete all marks",
  },
} as const;

/**
 * The words for a fact of a reader. In a template, `@` stands for the subject of the fact, and `closer` for a bracket without a partner.
 */
export function worded(
  { message, help }: Wording,
  about: string,
  { closer, repair }: Pick<FactOf<"invalid-yaml" | "invalid-json">, "closer" | "repair">,
): Wording {
  return {
    message: message.replace("@", () => about),
    ...(help !== undefined && { help }),
    ...(closer && {
      related: [{ at: { span: closer.span }, message: `a \`${closer.text}\` is missing before this` }],
    }),
    ...mending(repair),
  };
}

function mending(repair: Repair | undefined): { readonly fixes?: readonly SuggestedFix[] } {
  const [first] = repair?.edits ?? [];
  if (repair === undefined || first === undefined) return {};
  const { span, text } = first;
  const title = text === "" ? "remove it" : span.start === span.end ? `insert ${quote(text)}` : `write ${quote(text)}`;
  const changes = repair.edits.map((edit) => ({ kind: "replace-text", ...edit }) as const);
  return { fixes: [{ title, safe: repair.isSure, changes }] };
}

/** The message for a number that a comma ends. */
export const CUT = "in braces a `,` ends the number";

/** The words for digits with commas in braces, with the number that they spell. `isHidden`: whether the number may be a secret. */
export function cutNumber(span: Span, written: string, isHidden = false): Wording {
  const meant = isHidden ? undefined : separated(written.replace(/, +/g, ","));
  if (meant === undefined) return { message: CUT, ...IN_DIGITS };
  const safe = meant.isSure && !written.includes(" ");
  return { message: CUT, ...writingText(span, meant.value, safe) };
}

/** The help and the fix that write a number in place of an unreadable text. */
export function writingText(span: Span, value: number, safe: boolean): Pick<Wording, "help" | "fixes"> {
  const help = `write ${quote(value)}`;
  return { help, fixes: [{ title: help, safe, changes: [{ kind: "replace-text", span, text: String(value) }] }] };
}

/** Puts quotes around the text, unless it has characters with a special meaning in quotes. */
export function quoting(span: Span, text: string): readonly SuggestedFix[] {
  const written = text.slice(span.start, span.end);
  if (/["\\\p{Cc}]/u.test(written)) return [];
  const quote = (at: number): Change => ({ kind: "replace-text", span: { start: at, end: at }, text: '"' });
  return [{ title: "put it in quotes", safe: true, changes: [quote(span.start), quote(span.end)] }];
}
