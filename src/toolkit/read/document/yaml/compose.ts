/** Runs the lexer and the composer of the `yaml` package, up to the first mistake or unsupported part (S7). */
import type { YAMLParseError, Node as YamlNode } from "yaml";
import type { Span } from "../../diagnostic/diagnostic.js";
import { MAX_DEPTH, tooDeep } from "../encoding.js";
import { Composer, CST, Lexer, Parser } from "./bundled.js";
import {
  aliasLimit,
  invalidYaml,
  type Landmarks,
  MAX_EXPANSIONS,
  runsOverEntry,
  Stop,
  unquotedSubstitution,
  unquotedTemplate,
  unsupported,
} from "./problems.js";

/** The content of the only document; null for a text without content. */
export function compose(text: string): YamlNode | null {
  const composer = new Composer(COMPOSER_OPTIONS);
  const landmarks: Landmarks = { quotes: [], suspect: undefined, brackets: [] };
  const documents = withoutTraces(() => {
    const composed = [];
    for (const token of tokens(text, landmarks)) composed.push(...composer.next(token));
    composed.push(...composer.end());
    return composed;
  });
  const [first, second] = documents;
  // Ranks two errors at one place: the more specific one wins.
  const rank = ({ code }: { readonly code: string }): number => (code === "BLOCK_IN_FLOW" ? 0 : 1);
  const errors = first?.errors.filter((one) => !isOwnLine(one, text)) ?? [];
  const [error] = errors.toSorted((a, b) => a.pos[0] - b.pos[0] || rank(a) - rank(b));
  if (error !== undefined) throw new Stop(invalidYaml(error, text, landmarks), error.pos[0]);
  if (second !== undefined)
    throw new Stop(unsupported("several-documents", { start: second.range[0], end: second.range[0] + 1 }));
  return first?.contents ?? null;
}

/** Between brackets, the composer requires a space before every comment, even at the beginning of a line. */
function isOwnLine({ message, pos }: YAMLParseError, text: string): boolean {
  return message.startsWith("Comments must be separated") && text[pos[0] - 1] === "\n";
}

/** Runs the composer without stack traces: it makes an error for every mistake, and this takes half the time. */
function withoutTraces<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  // Fails if the built-in objects are frozen; errors then have stack traces.
  Reflect.set(Error, "stackTraceLimit", 0);
  try {
    return work();
  } finally {
    Reflect.set(Error, "stackTraceLimit", stackTraceLimit);
  }
}

const COMPOSER_OPTIONS = {
  version: "1.2",
  schema: "core",
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/**
 * Checks the parser's tokens as they come, and stops at a part that a configuration may not use. The depth is checked before the composer
 * runs: it recurses, and a regular expression that is compiled near the end of the stack aborts Node.js.
 */
function* tokens(text: string, landmarks: Landmarks): Generator<CST.Token> {
  const parser = new Parser();
  let inScalar = false;
  let content = false;
  let aliases = 0;
  let scalar: Span | undefined;
  const isHopeless = hopelessness();
  const isNameless = namelessness();
  for (const lexeme of new Lexer().lex(text)) {
    const type: CST.TokenType | null = inScalar ? null : CST.tokenType(lexeme);
    const span = { start: parser.offset, end: parser.offset + lexeme.length };
    if (type === "directive-line") throw new Stop(unsupported("directive", span));
    if (type === "tag") throw new Stop(unsupported(/^!(secret|env)/i.test(lexeme) ? "secret-tag" : "tag", span));
    if (type === "doc-start" && content) throw new Stop(unsupported("several-documents", span));
    if (type === "alias") aliases += 1;
    if (isNameless(type)) throw new Stop(unsupported("empty-key", span));
    if (aliases > MAX_EXPANSIONS) throw new Stop(aliasLimit("too-many", span));
    if (parser.stack.length > DEEPEST_STACK) throw new Stop(tooDeep(span.start));
    if (type === "flow-map-start" || type === "flow-seq-start") landmarks.brackets.push(span.start);
    if (type === "flow-map-end" || type === "flow-seq-end") landmarks.brackets.pop();
    if (type === "double-quoted-scalar" || type === "single-quoted-scalar") {
      landmarks.quotes.push(span.start);
      if (landmarks.suspect === undefined && runsOverEntry(lexeme)) landmarks.suspect = span;
    }
    if (inScalar) scalar = span;
    if (type === "flow-map-start" && scalar?.end === span.start && text[span.start - 1] === "$")
      throw new Stop(unquotedSubstitution(text, scalar.start, span.start));
    const template = type === "flow-map-start" ? unquotedTemplate(text, span.start) : undefined;
    if (template !== undefined) throw new Stop(template);
    content ||= type === null || !CONTENTLESS.has(type);
    inScalar = type === "scalar";
    yield* checked(parser.next(lexeme), text, landmarks);
    if (isHopeless(type, landmarks.brackets.length > 0)) break;
  }
  yield* checked(parser.end(), text, landmarks);
}

/** Besides the collections, the parser's stack holds the document and the current scalar. */
const DEEPEST_STACK = MAX_DEPTH + 2;

/** Lexemes that may stand before a document begins. */
const CONTENTLESS: ReadonlySet<string> = new Set(["byte-order-mark", "doc-mode", "comment", "newline", "space"]);

function* checked(parsed: Iterable<CST.Token>, text: string, landmarks: Landmarks): Generator<CST.Token> {
  for (const token of parsed) {
    if (token.type === "error") {
      const pos = [token.offset, token.offset + Math.max(token.source.length, 1)] as const;
      throw new Stop(invalidYaml({ code: "UNEXPECTED_TOKEN", message: token.message, pos }, text, landmarks), pos[0]);
    }
    yield token;
  }
}

/** The most anchors or tags in a row: one for a mapping and one for its first key. */
const MOST_ANCHORS = 2;

const QUOTED: ReadonlySet<string> = new Set(["double-quoted-scalar", "single-quoted-scalar"]);

/**
 * Finds a mistake that no later text can undo: the composer would make up to a million errors, and only the first one counts. Called for
 * each lexeme in order. `isInBrackets`: whether line breaks have no meaning at the lexeme.
 */
function hopelessness(): (type: CST.TokenType | null, isInBrackets: boolean) => boolean {
  let last: CST.TokenType | null = null;
  let anchors = 0;
  return (type, isInBrackets) => {
    if (type === "space" || type === "comment" || (type === "newline" && (isInBrackets || last === "anchor")))
      return false;
    const isRepeated =
      (type === "comma" && last === "comma") ||
      (type !== null && last !== null && QUOTED.has(last) && (QUOTED.has(type) || type === "anchor"));
    anchors = type === "anchor" ? anchors + 1 : 0;
    last = type;
    return isRepeated || anchors > MOST_ANCHORS;
  };
}

/** The most lines without a key that are read. */
const MOST_NAMELESS = 1000;

/** Called for each lexeme in order; returns whether too many lines began with a colon. After a `?`, a colon may begin a line. */
function namelessness(): (type: CST.TokenType | null) => boolean {
  let isFirst = true;
  let isExplicit = false;
  let count = 0;
  return (type) => {
    isExplicit ||= type === "explicit-key-ind";
    if (type === "map-value-ind" && isFirst && !isExplicit) count += 1;
    isFirst = type === "newline" || (isFirst && type === "space");
    return count > MOST_NAMELESS;
  };
}
