/**
 * Names the mistake at the place where the parser stopped. The parser's own messages quote the text, which may hold secrets, so they are
 * dropped.
 */
import type { ErrorCode } from "yaml";
import { lacksSpace } from "../../../../text/colon.js";
import type { Span } from "../../diagnostic/diagnostic.js";
import { tooDeep } from "../encoding.js";
import type { InvalidYaml, ReadingFact, Unsupported, YamlProblem } from "../facts.js";
import type { Repair } from "../repair.js";

/** Ends a reading with one fact. Caught inside the reader. */
export class Stop extends Error {
  readonly fact: ReadingFact;
  readonly offset: number;

  constructor(fact: ReadingFact, offset = fact.at.span.start) {
    super(fact.kind);
    this.fact = fact;
    this.offset = offset;
  }
}

export function unsupported(what: Unsupported, span: Span): ReadingFact {
  return { kind: "unsupported-yaml", at: { span }, what };
}

/** The token that was opened last, for a mistake where it is never closed; the parser points at the end of the text. */
export interface Landmarks {
  readonly quotes: number[];
  /** The first quoted text that runs over a line that looks like an entry; its closing quote may be missing. */
  suspect: Span | undefined;
  readonly brackets: number[];
}

/** Whether a quoted text runs over a line that looks like an entry of its own. */
export function runsOverEntry(quoted: string): boolean {
  return /\n[ \t]*(?:- )?[\w.$/@-]+["']?:(?:[ \t\r\n]|$)/.test(quoted);
}

/**
 * A character that no text may contain: one that YAML does not accept (YAML 1.2, `c-printable`), or a carriage return without a line feed,
 * because programs disagree on whether a comment ends there. The parser accepts all of them.
 */
export function unfitCharacter(text: string): ReadingFact | undefined {
  const start = text.search(UNFIT);
  if (start === -1) return undefined;
  const mark = text[start] ?? "";
  const problem = mark === "\r" ? "lone-return" : "control-character";
  return { kind: "invalid-yaml", at: { span: { start, end: start + 1 } }, problem, mark };
}

const UNFIT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|\r(?!\n)/;

/** A character before a key that looks like a space, or is invisible. */
export function oddSpace(text: string, start: number): InvalidYaml {
  const span = { start, end: start + 1 };
  return { kind: "invalid-yaml", at: { span }, problem: "odd-space", mark: text[start] ?? "" };
}

/** From a `$` before a brace to the end of the intended string. */
export function unquotedSubstitution(text: string, start: number, brace: number): ReadingFact {
  const [rest = "{"] = /^\{[^{}\r\n]*\}[^,[\]{}#\r\n]*/.exec(text.slice(brace, brace + 1024)) ?? [];
  const span = { start, end: brace + rest.trimEnd().length };
  const repair = repairedVariable(text, span);
  return { kind: "invalid-yaml", at: { span }, problem: "unquoted-substitution", ...(repair && { repair }) };
}

/** The quoted form of `${NAME }`, whose brace may be that of the mapping around it: then its own is missing. */
function repairedVariable(text: string, span: Span): Repair | undefined {
  const [, name, blank = ""] = /^\$\{([A-Za-z_]\w*)([ \t]*)\}$/.exec(text.slice(span.start, span.end)) ?? [];
  if (name === undefined) return undefined;
  const isLast = /^[ \t]*(?:\r?\n|$)/.test(text.slice(span.end, span.end + 256));
  const isCut = isLast && countOf(text, "{") === countOf(text, "}") + 1;
  if (!isCut && blank === "") return undefined;
  return { edits: [{ span, text: `"\${${name}}"${isCut ? " }" : ""}` }], isSure: blank !== "" };
}

function countOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

/** Templates of other tools, which agentcfg does not fill in. */
export function unquotedTemplate(text: string, start: number): ReadingFact | undefined {
  const [template] = /^\{\{-?\s*[\w.$-]+\s*\}\}/.exec(text.slice(start, start + 256)) ?? [];
  if (template === undefined) return undefined;
  const span = { start, end: start + template.length };
  const name = template.match(/[A-Za-z_]\w*/g)?.at(-1);
  const repair = { edits: [{ span, text: `"\${${name}}"` }], isSure: false };
  return { kind: "invalid-yaml", at: { span }, problem: "unquoted-template", ...(name && { repair }) };
}

/** An alias without an anchor is most often a pattern: `*.pem`. */
export function unknownAlias(text: string, span: Span): ReadingFact {
  const isPattern = /^\*[*./]|[*./]/.test(text.slice(span.start + 1, span.end));
  return { kind: "invalid-yaml", at: { span }, problem: isPattern ? "unquoted-pattern" : "unknown-alias" };
}

/** Some codes stand for several mistakes; the parser's message tells them apart. */
const BY_MESSAGE: readonly (readonly [RegExp, YamlProblem])[] = [
  [/^Missing closing/, "unclosed-quote"],
  [/must end with a [\]}]|and end with a [\]}]/, "unclosed-bracket"],
  [/need to be followed by map values/, "missing-colon"],
  [/^Comments must be separated/, "comment-without-space"],
  [/^Missing space after :/, "missing-space"],
  [/^Missing ,/, "missing-comma"],
  [/^Unexpected empty item|^Unexpected ,/, "extra-comma"],
  [/^Unexpected flow-\w+-end/, "stray-closer"],
  [/start on same line with directives-end/, "content-after-marker"],
  [/at node end$/, "stray-content"],
  [/sequence item without/i, "missing-dash"],
];

const BY_CODE: Partial<Record<ErrorCode, YamlProblem>> = {
  ALIAS_PROPS: "alias-with-properties",
  BAD_ALIAS: "nameless-anchor",
  BAD_DQ_ESCAPE: "unknown-escape",
  BAD_INDENT: "bad-indentation",
  BAD_PROP_ORDER: "misplaced-anchor",
  BAD_SCALAR_START: "bad-start",
  BLOCK_AS_IMPLICIT_KEY: "nested-on-line",
  BLOCK_IN_FLOW: "block-in-flow",
  KEY_OVER_1024_CHARS: "long-key",
  MULTILINE_IMPLICIT_KEY: "multiline-key",
  MULTIPLE_ANCHORS: "several-anchors",
  TAB_AS_INDENT: "tab-indentation",
};

/** The kind of mistake that the line shows, for codes with more than one cause. */
function byLine(code: ErrorCode, line: string): YamlProblem | undefined {
  if (code === "MULTILINE_IMPLICIT_KEY" && lacksSpace(line)) return "missing-space";
  return code === "BLOCK_AS_IMPLICIT_KEY" && !/:(\s|$)/.test(line) ? "nested-in-value" : undefined;
}

interface ParserError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly pos: readonly [number, number];
}

export function invalidYaml({ code, message, pos }: ParserError, text: string, landmarks: Landmarks): ReadingFact {
  if (code === "RESOURCE_EXHAUSTION") return tooDeep(pos[0]);
  const { suspect } = landmarks;
  if (suspect !== undefined && suspect.start < pos[0]) {
    const quote = { start: suspect.start, end: suspect.start + 1 };
    return { kind: "invalid-yaml", at: { span: quote }, problem: "unclosed-quote" };
  }
  const ahead = text.slice(pos[0], pos[0] + 1024);
  const entry = code === "BLOCK_IN_FLOW" ? /^[^\r\n]*\r?\n[ \t]*(?=([\w.$/@-]+)["']?:)/.exec(ahead) : null;
  if (entry !== null) {
    const start = pos[0] + entry[0].length;
    const span = { start, end: start + (entry[1] ?? "").length };
    return { kind: "invalid-yaml", at: { span }, problem: "missing-comma" };
  }
  const [line = ""] = ahead.split(/[\r\n]/, 1);
  const [, mark] = /[:-][ \t]+([|>])[-+\d]{0,2}[ \t]+$/.exec(text.slice(Math.max(pos[0] - 64, 0), pos[0])) ?? [];
  if (mark !== undefined && BY_CODE[code] === undefined)
    return { kind: "invalid-yaml", at: { span: spanIn(line, code, pos) }, problem: "text-after-mark", mark };
  const problemKind = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? byLine(code, line) ?? BY_CODE[code];
  const bracket = problemKind === "unclosed-bracket" ? landmarks.brackets.at(-1) : undefined;
  const quote = landmarks.quotes.findLast((start) => start <= pos[0]);
  const opened = problemKind === "unclosed-quote" ? quote : bracket;
  const span = opened === undefined ? spanIn(line, code, pos) : { start: opened, end: opened + 1 };
  // Every bracket is closed, so the lines inside lack indentation.
  const problem =
    problemKind === "unclosed-bracket" && bracket === undefined ? "unindented-bracket" : (problemKind ?? "other");
  return { kind: "invalid-yaml", at: { span }, problem };
}

/** The part of the line that the parser means: its own span may begin with indentation and end on a later line. */
function spanIn(line: string, code: ErrorCode, [start, end]: ParserError["pos"]): Span {
  const indent = code === "BAD_INDENT" ? line.search(/[^ ]|$/) : 0;
  const last = line === "" ? end : Math.min(end, start + line.length);
  return { start: start + indent, end: Math.max(last, start + indent) };
}

/** The most uses of aliases, with nested ones counted each time (S7). */
export const MAX_EXPANSIONS = 100;

export function aliasLimit(what: "cycle" | "too-many" | "too-large", span: Span): ReadingFact {
  return { kind: "alias-limit", at: { span }, what };
}
