/**
 * Comments that suppress findings:
 *
 * # agentcfg-ignore rule, rule -- reason this line, or the next one if the comment stands alone
 * # agentcfg-ignore-file rule -- reason the whole file
 */
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Comment } from "../../read/document/comment.js";
import { FORMATS } from "../../read/document/formats.js";
import type { Document } from "../../read/document/parse.js";
import { breakAt, lineAround, lineSpan, positionOf } from "../../read/document/source.js";

export interface Suppression {
  readonly span: Span;
  /** The line whose findings it suppresses; undefined for the whole file. */
  readonly line: number | undefined;
  readonly rules: readonly string[];
  readonly reason: string | undefined;
  /** The text between the rules and a reason without `--`, which makes the reason invalid. */
  readonly gap: Span | undefined;
}

const MARK = "agentcfg-ignore";
const FORM = /^agentcfg-ignore(-file)?(?![\w-])(.*)$/s;

/** Whether a document may have suppressions. Few have, and finding comments takes another scan. */
export function maySuppressIn({ source, root }: Document): boolean {
  return root !== undefined && source.text.includes(MARK);
}

/** The suppressions of a document, in the order of its text. */
export function suppressionsIn(document: Document): readonly Suppression[] {
  const { text } = document.source;
  if (!maySuppressIn(document)) return [];
  const comments = FORMATS[document.format].comments(text);
  const below = linesBelow(document, comments);
  return comments.flatMap(({ span, text: content }): readonly Suppression[] => {
    const [match, file, rest = ""] = FORM.exec(content) ?? [];
    if (match === undefined) return [];
    // Other tools write a colon after the keyword.
    const [names = "", ...reasons] = rest.replace(/^\s*:/, " ").split(/\s--(?=\s|$)/);
    const reason = reasons.join(" --").trim();
    const own = lineAt(document, span);
    const line = below.get(own) ?? own;
    const unmarked = reasons.length === 0 ? unmarkedReason(names) : undefined;
    const rules = unmarked?.rules ?? names.split(/[\s,]+/).filter((name) => name !== "");
    const namesStart = span.start + text.slice(span.start, span.end).indexOf(content) + content.length - names.length;
    const gap = unmarked && { start: namesStart + unmarked.gap.start, end: namesStart + unmarked.gap.end };
    return [
      { span, line: file === undefined ? line : undefined, rules, reason: reason === "" ? undefined : reason, gap },
    ];
  });
}

/** For the line of each comment that stands alone, the first line below it without such a comment. */
function linesBelow(document: Document, comments: readonly Comment[]): ReadonlyMap<number, number> {
  const alone = comments.filter(({ span }) => standsAlone(document, span)).map(({ span }) => lineAt(document, span));
  const below = new Map<number, number>();
  for (const line of alone.toReversed()) below.set(line, below.get(line + 1) ?? line + 1);
  return below;
}

/** The line that a comment ends on. */
function lineAt({ source }: Document, { end }: Span): number {
  return positionOf(source, end).line;
}

function standsAlone({ source }: Document, span: Span): boolean {
  const first = lineAround(source, span.start).start;
  const last = lineAround(source, span.end).end;
  let { start, end } = span;
  while (start > first && isWhite(source.text[start - 1])) start -= 1;
  while (end < last && isWhite(source.text[end])) end += 1;
  return start === first && end === last;
}

function isWhite(character: string | undefined): boolean {
  return character?.trim() === "";
}

/** The text to remove with a comment: its lines if it stands alone on them, or else also the space before it. */
export function wholeComment(document: Document, span: Span): Span {
  const { source } = document;
  const { text } = source;
  const first = lineAround(source, span.start);
  const last = lineSpan(source, lineAt(document, span));
  const before = text.slice(first.start, span.start);
  const lineBreak = breakAt(text, last.end);
  return standsAlone(document, span)
    ? { start: first.start, end: last.end + lineBreak.length }
    : { start: first.start + before.trimEnd().length, end: span.end };
}

/** A reason without `--` before it, such as `effect/zero because …`, `effect/zero: …` or `effect/zero - …`. */
interface Unmarked {
  readonly rules: readonly string[];
  /** The text between the rules and the reason. */
  readonly gap: { readonly start: number; readonly end: number };
}

/** A name of the form `family/name`, and a mark after it. */
const NAME = /^(?<name>[\w-]+\/[\w-]*\w)(?<mark>[:;–—-].*)?$/;

/** Does not match `CI/CD`, `n/a` and `and/or`, which occur in reasons. */
const LIKE_NAME = /^[a-z*]{3,}\/(?:\*|[a-z*-]{3,})$/;
const BETWEEN = /[\s,:;–—-]/;

/** Splits a text without `--` into names of rules and a reason; undefined if it ends with a name or the rest may be one. */
function unmarkedReason(text: string): Unmarked | undefined {
  const rules: string[] = [];
  let start = 0;
  for (const { 0: word, index } of text.matchAll(/[^\s,]+/g)) {
    const { name, mark } = NAME.exec(word)?.groups ?? {};
    if (name === undefined) break;
    rules.push(name);
    start = index + name.length;
    if (mark !== undefined) break;
  }
  let end = start;
  while (BETWEEN.test(text.charAt(end))) end += 1;
  const reason = text.slice(end);
  const words = reason.split(/[\s,]+/);
  if (rules.length === 0 || !/\p{L}/u.test(reason) || words.some((word) => LIKE_NAME.test(word))) return undefined;
  return isName(reason, text.slice(start, end)) ? undefined : { rules, gap: { start, end } };
}

/** Whether a single word is rather the name of a rule without its family. */
function isName(reason: string, gap: string): boolean {
  return /^[\w-]+$/.test(reason) && (gap.includes(",") || reason.includes("-"));
}
