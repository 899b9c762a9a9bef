/**
 * Secrets in lines that do not follow their format: behind the name of a secret without a `:`, behind a value that ends too early, and behind
 * a user in an address that is cut. What follows the name on its line is secret.
 */
import { namesSection } from "../../../text/credential-names.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import { opensNothing } from "./credentials.js";
import { withoutReferences } from "./references.js";

/** A name at the beginning of a phrase, and the separator after it. */
const NAMED = /(^|[{[,])[ \t]*(?:-[ \t]+)?["']?([A-Za-z_][\w.-]*)["']?([ \t]*[:=;]|[ \t])/gm;

export function secretsInBroken(text: string, isWanted: (name: string) => boolean): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: before, 1: mark = "", 2: name = "", 3: separator = "", index } of text.matchAll(NAMED)) {
    if (!isWanted(name) || namesSection(name)) continue;
    const start = index + before.length;
    const line = lineAt(text, start, mark !== "");
    const span = separator.includes(":") ? behindQuotes(text, line) : line;
    spans.push(...withoutReferences(text, span));
  }
  return spans.filter(({ start, end }) => start < end && !opensNothing(text.slice(start, end)));
}

const TO_THE_END = /[^\r\n]*/y;
const TO_THE_BRACKET = /[^,}\]\r\n]*/y;

/** The rest of a line without white space around it; in brackets, up to the end of the entry. */
function lineAt(text: string, start: number, isInBrackets: boolean): Span {
  const rest = isInBrackets ? TO_THE_BRACKET : TO_THE_END;
  rest.lastIndex = start;
  const line = rest.exec(text)?.[0] ?? "";
  return { start: start + line.length - line.trimStart().length, end: start + line.trimEnd().length };
}

/** The part of a line behind a closing quote; empty if another name follows, or a comment. */
function behindQuotes(text: string, { start, end }: Span): Span {
  const line = text.slice(start, end);
  const closing = /["']/.test(line.charAt(0)) ? line.indexOf(line.charAt(0), 1) : -1;
  const behind = closing === -1 ? "" : line.slice(closing + 1);
  return /^[ \t]*(?:$|[,}\]#:]|["']?[\w.-]+["']?[ \t]*:)/.test(behind)
    ? { start: end, end }
    : { start: start + closing + 1, end };
}

/** A user and the beginning of a password. Digits are a port. */
const CUT_ADDRESS = /(?<=:\/\/)[^\s/?#@:"'`[\]{}$<>]{1,100}:(?!\d{0,5}(?:[/?#\s"'`,}\]]|$)|[/$%{<])[^\r\n@/"'`]+/g;

/** The users of addresses without an `@`. */
export function cutUsersIn(text: string): readonly Span[] {
  if (!text.includes("://")) return [];
  return Array.from(text.matchAll(CUT_ADDRESS), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  })).flatMap((span) => withoutReferences(text, span));
}
