/** Which mistake it is that the parser stopped at. */
import { type ParseErrorCode, printParseErrorCode } from "jsonc-parser";
import type { Span } from "../../diagnostic/diagnostic.js";
import type { JsonProblem, ReadingFact } from "../facts.js";

/** By the name of the parser's code. */
const BY_CODE: Readonly<Record<string, JsonProblem>> = {
  InvalidCommentToken: "comment",
  InvalidSymbol: "invalid-symbol",
  InvalidNumberFormat: "invalid-number",
  PropertyNameExpected: "missing-key",
  ValueExpected: "missing-value",
  ColonExpected: "missing-colon",
  CommaExpected: "missing-comma",
  EndOfFileExpected: "content-after-end",
  UnexpectedEndOfComment: "unclosed-comment",
  UnexpectedEndOfString: "unclosed-string",
  UnexpectedEndOfNumber: "unfinished-number",
  InvalidUnicode: "bad-unicode-escape",
  InvalidEscapeCharacter: "unknown-escape",
  InvalidCharacter: "control-character",
};

/** A container that is open. */
interface Container {
  readonly kind: "object" | "array";
  readonly start: number;
}

/** Where the parser stopped. */
export interface StopPoint {
  readonly span: Span;
  readonly before: string;
  readonly here: string;
  /** The innermost container that is open. */
  readonly within: Container | undefined;
}

export function invalidJson(
  code: ParseErrorCode,
  { span, before, here, within }: StopPoint,
  format: "json" | "jsonc",
): ReadingFact {
  const found = BY_CODE[printParseErrorCode(code)] ?? "other";
  const previous = before.trimEnd().at(-1) ?? "";
  if (found === "missing-comma" && within !== undefined && /^[\]}]/.test(here)) {
    return { ...unclosedBracket(within), closer: { text: within.kind === "array" ? "]" : "}", span } };
  }
  if (found === "missing-comma" && /^\d/.test(here) && before.endsWith("0")) {
    return problem("leading-zero", { ...span, start: span.start - 1 });
  }
  if (within?.kind === "object" && /^[{,]$/.test(previous) && /^[\w$'-]/.test(here)) {
    return problem("unquoted-key", span);
  }
  const isAfterComma = format === "json" && previous === "," && /^[\]}]/.test(here);
  return { ...problem(found, span), ...(isAfterComma ? { isAfterComma } : {}) };
}

/** A text without a value, comments aside. */
export function emptyJson(start: number): ReadingFact {
  return problem("empty", { start, end: start });
}

export function unclosedBracket({ start }: Container): ReadingFact & { readonly kind: "invalid-json" } {
  return problem("unclosed-bracket", { start, end: start + 1 });
}

function problem(kind: JsonProblem, span: Span): ReadingFact & { readonly kind: "invalid-json" } {
  return { kind: "invalid-json", at: { span }, problem: kind };
}
