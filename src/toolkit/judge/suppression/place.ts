/**
 * The place for a comment on a line: in a comment that suppresses findings of the same place, above the line, or after it if the line above
 * belongs to a multi-line text.
 */
import { once } from "../../../text/once.js";
import type { Span, TextEdit } from "../../read/diagnostic/diagnostic.js";
import { FORMATS } from "../../read/document/formats.js";
import type { Node } from "../../read/document/node.js";
import type { Document } from "../../read/document/parse.js";
import { lineSpan } from "../../read/document/source.js";
import { lineBreakAt } from "../../read/edit/scalar.js";
import type { Suppression } from "./comments.js";

/** A comment at its place; without `edit` the text already has it. */
export interface Placed {
  readonly edit: TextEdit | undefined;
}

/** The comments at the top that configure tools for the whole file. */
const ABOUT_FILE = /^\s*(?:#|\/\/)\s*(?:yaml-language-server|agentcfg-ignore-file)/;

/** Places a comment for a line, or for the file without one; undefined if the text has no place for it. */
export function placeIn(document: Document): (line: number | undefined, comment: string) => Placed | undefined {
  const { source, format } = document;
  const { text } = source;
  const { mark } = FORMATS[format];
  const texts = once(() => longTexts(document));
  const comments = once(() => FORMATS[format].comments(text));
  const isInside = (at: number): boolean =>
    texts().some(({ start, end }) => start < at && at < end) ||
    // Comments of YAML end with their line.
    (mark !== "#" && comments().some(({ span }) => span.start < at && at < span.end));

  return (line, comment) => {
    if (mark === undefined) return undefined;
    const at = lineSpan(source, line ?? firstLine(document));
    const [indentation = ""] = /^[ \t]*/.exec(text.slice(at.start, at.end)) ?? [];
    if (!isInside(at.start)) {
      const added = `${indentation}${mark} ${comment}${lineBreakAt(source, at.start)}`;
      return { edit: { start: at.start, end: at.start, text: added } };
    }
    const end = at.start + text.slice(at.start, at.end).trimEnd().length;
    const isTaken = comments().some(({ span }) => span.start < end && end <= span.end);
    const isText = texts().some(
      ({ start, end: last }) => start < end && (end < last || isBlock(text, start)) && end <= last,
    );
    return isTaken || isText ? undefined : { edit: { start: end, end, text: ` ${mark} ${comment}` } };
  };
}

/** The first line below the comments for tools at the top. */
function firstLine({ source }: Document): number {
  let line = 1;
  for (;;) {
    const { start, end } = lineSpan(source, line);
    if (!ABOUT_FILE.test(source.text.slice(start, end)) || end === source.text.length) return line;
    line += 1;
  }
}

/** A block scalar includes everything on its last line. */
function isBlock(text: string, start: number): boolean {
  return text[start] === "|" || text[start] === ">";
}

/** The names and values that span several lines, including those outside the tree. */
function longTexts({ root, leftOut, source }: Document): readonly Span[] {
  const spans: Span[] = [...leftOut];
  const nodes: Node[] = root === undefined ? [] : [root];
  const seen = new Set<Node>();
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === "scalar") spans.push(node.span);
    else if (node.kind === "sequence") nodes.push(...node.items);
    else {
      for (const { keySpan, value } of node.entries.values()) {
        spans.push(keySpan);
        nodes.push(value);
      }
    }
  }
  return spans.filter(({ start, end }) => /[\r\n]/.test(source.text.slice(start, end)));
}

/**
 * The change of a comment that makes it suppress another rule, or the same one with a reason. Undefined if that would change its meaning
 * for other rules.
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

/** The end of the names in a comment, and the end of its text. */
function partsOf(spelling: string): { readonly namesEnd: number; readonly end: number } {
  const body = (spelling.startsWith("/*") ? spelling.replace(/\*\/$/, "") : spelling).trimEnd();
  const dashes = body.search(/\s--(?=\s|$)/);
  const names = dashes === -1 ? body : body.slice(0, dashes);
  let namesEnd = names.length;
  while (/[\s,]/.test(names.charAt(namesEnd - 1))) namesEnd -= 1;
  return { namesEnd, end: body.length };
}
