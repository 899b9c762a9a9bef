/** YAML 1.2 core through the `yaml` package. Stops at the first thing that is wrong or not supported (S7). */
import { type Alias, Composer, CST, isAlias, isMap, isScalar, isSeq, Lexer, Parser, type Node as YamlNode } from "yaml";
import type { Span } from "../../diagnostic/diagnostic.js";
import { MappingBuilder, type Notebook, type ParseResult } from "../builder.js";
import { MAX_DEPTH, tooDeep, unpairedSurrogate } from "../encoding.js";
import type { ReadingFact, Unsupported } from "../facts.js";
import type { Node } from "../node.js";
import { markLength } from "../source.js";
import { hopelessness } from "./hopeless.js";
import {
  invalidYaml,
  type Landmarks,
  loneReturn,
  runsOverEntry,
  Stop,
  unknownAlias,
  unquotedSubstitution,
  unsupported,
} from "./problems.js";

/** How often aliases may stand for their anchors, nested ones counted each time (S7). */
const MAX_EXPANSIONS = 100;

/** How many values all aliases together may stand for. */
const MAX_EXPANDED = 100_000;

/** Reads YAML. An empty text, or one of comments alone, is an empty mapping. */
export function readYaml(text: string): ParseResult {
  const notebook: Notebook = { problems: [], leftOut: [] };
  const disputed = loneReturn(text);
  if (disputed !== undefined) return { root: undefined, problems: [disputed], leftOut: [] };
  try {
    const contents = compose(text);
    const start = markLength(text);
    const root =
      contents !== null && !isNothing(contents)
        ? new TreeReader(text, notebook).read(contents, 1)
        : new MappingBuilder(notebook).finish({ start, end: start });
    return { root, ...notebook };
  } catch (error) {
    if (error instanceof Stop) return { root: undefined, problems: [error.fact], leftOut: [] };
    throw error;
  }
}

/** A document without content, such as a lone `---`. */
function isNothing(node: YamlNode): boolean {
  return isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1];
}

/** The content of the only document, or null when there is none. */
function compose(text: string): YamlNode | null {
  const composer = new Composer(COMPOSER_OPTIONS);
  const landmarks: Landmarks = { quote: undefined, suspect: undefined, brackets: [] };
  const documents = withoutTraces(() => {
    const found = [];
    for (const token of tokens(text, landmarks)) found.push(...composer.next(token));
    found.push(...composer.end());
    return found;
  });
  const [first, second] = documents;
  // Of two at one place, the one that says more.
  const rank = ({ code }: { readonly code: string }): number => (code === "BLOCK_IN_FLOW" ? 0 : 1);
  const [error] = first?.errors.toSorted((a, b) => a.pos[0] - b.pos[0] || rank(a) - rank(b)) ?? [];
  if (error !== undefined) throw new Stop(invalidYaml(error, text, landmarks));
  if (second !== undefined)
    throw new Stop(unsupported("several-documents", { start: second.range[0], end: second.range[0] + 1 }));
  return first?.contents ?? null;
}

/** The composer makes an error for every mistake in a text, and each would carry a stack trace that nobody reads. */
function withoutTraces<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  // Fails where the built-in objects are frozen; then it only takes longer.
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
 * The parser's tokens, checked as they come: what a configuration may not use ends the reading before it costs anything.
 * Depth has to be known before the composer sees it: it recurses, and a regular expression compiled near the end of the
 * stack takes the whole process down.
 */
function* tokens(text: string, landmarks: Landmarks): Generator<CST.Token> {
  const parser = new Parser();
  let inScalar = false;
  let content = false;
  let aliases = 0;
  let scalar: Span | undefined;
  const isHopeless = hopelessness();
  for (const lexeme of new Lexer().lex(text)) {
    const type: CST.TokenType | null = inScalar ? null : CST.tokenType(lexeme);
    const span = { start: parser.offset, end: parser.offset + lexeme.length };
    if (type === "directive-line") throw new Stop(unsupported("directive", span));
    if (type === "tag") throw new Stop(unsupported(/^!(secret|env)/i.test(lexeme) ? "secret-tag" : "tag", span));
    if (type === "doc-start" && content) throw new Stop(unsupported("several-documents", span));
    if (type === "alias") aliases += 1;
    if (aliases > MAX_EXPANSIONS) throw new Stop(aliasLimit("too-many", span));
    if (parser.stack.length > DEEPEST_STACK) throw new Stop(tooDeep(span.start));
    if (type === "flow-map-start" || type === "flow-seq-start") landmarks.brackets.push(span.start);
    if (type === "flow-map-end" || type === "flow-seq-end") landmarks.brackets.pop();
    if (type === "double-quoted-scalar" || type === "single-quoted-scalar") {
      landmarks.quote = span.start;
      if (landmarks.suspect === undefined && runsOverEntry(lexeme)) landmarks.suspect = span;
    }
    if (inScalar) scalar = span;
    if (type === "flow-map-start" && scalar?.end === span.start && text[span.start - 1] === "$")
      throw new Stop(unquotedSubstitution(text, scalar.start, span.start));
    content ||= type === null || !CONTENTLESS.has(type);
    inScalar = type === "scalar";
    yield* checked(parser.next(lexeme), text, landmarks);
    if (isHopeless(type, landmarks.brackets.length > 0)) break;
  }
  yield* checked(parser.end(), text, landmarks);
}

/** Around the values themselves, the parser's stack holds the document and the scalar it is at. */
const DEEPEST_STACK = MAX_DEPTH + 2;

/** Lexemes that may stand before a document begins. */
const CONTENTLESS: ReadonlySet<string> = new Set(["byte-order-mark", "doc-mode", "comment", "newline", "space"]);

function* checked(parsed: Iterable<CST.Token>, text: string, landmarks: Landmarks): Generator<CST.Token> {
  for (const token of parsed) {
    if (token.type === "error") {
      const pos = [token.offset, token.offset + Math.max(token.source.length, 1)] as const;
      throw new Stop(invalidYaml({ code: "UNEXPECTED_TOKEN", message: token.message, pos }, text, landmarks));
    }
    yield token;
  }
}

interface Anchored {
  /** Undefined while the anchor's own content is being read. */
  node: Node | undefined;
  /** How many aliases one use of this anchor expands to, and how many values it stands for. */
  expansions: number;
  values: number;
}

class TreeReader {
  readonly #text: string;
  readonly #notebook: Notebook;
  readonly #anchors = new Map<string, Anchored>();
  #expansions = 0;
  /** Values so far, those that aliases stand for included. */
  #values = 0;
  #expanded = 0;

  constructor(text: string, notebook: Notebook) {
    this.#text = text;
    this.#notebook = notebook;
  }

  read(node: YamlNode, depth: number): Node {
    const span = spanOf(node);
    if (depth > MAX_DEPTH && (isMap(node) || isSeq(node))) throw new Stop(tooDeep(span.start));
    if (isAlias(node)) return this.#alias(node, span, depth);
    const name = "anchor" in node ? node.anchor : undefined;
    if (name === undefined) return this.#content(node, span, depth);

    const anchored: Anchored = { node: undefined, expansions: 0, values: 0 };
    this.#anchors.set(name, anchored);
    const before = this.#expansions;
    const valuesBefore = this.#values;
    anchored.node = this.#content(node, span, depth);
    anchored.expansions = this.#expansions - before;
    anchored.values = this.#values - valuesBefore;
    return anchored.node;
  }

  #alias(alias: Alias, span: Span, depth: number): Node {
    const anchored = this.#anchors.get(alias.source);
    if (anchored === undefined) throw new Stop(unknownAlias(this.#text, span));
    if (anchored.node === undefined) throw new Stop(aliasLimit("cycle", span));
    this.#expansions += 1 + anchored.expansions;
    this.#values += anchored.values;
    this.#expanded += anchored.values;
    if (this.#expansions > MAX_EXPANSIONS) throw new Stop(aliasLimit("too-many", span));
    if (this.#expanded > MAX_EXPANDED) throw new Stop(aliasLimit("too-large", span));
    if (depth - 1 + heightOf(anchored.node) > MAX_DEPTH) throw new Stop(tooDeep(span.start));
    return { ...anchored.node, span };
  }

  #content(node: YamlNode, span: Span, depth: number): Node {
    this.#values += 1;
    if (isMap(node)) {
      const builder = new MappingBuilder(this.#notebook);
      for (const { key, value } of node.items) this.#entry(builder, key, value, span, depth);
      return builder.finish(span);
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => this.read(item as YamlNode, depth + 1));
      return { kind: "sequence", items, span };
    }
    return this.#scalar(isScalar(node) ? node.value : null, span);
  }

  #entry(builder: MappingBuilder, key: unknown, value: unknown, mapping: Span, depth: number): void {
    const keySpan = isYamlNode(key) ? spanOf(key) : { start: mapping.start, end: mapping.start + 1 };
    const name = isScalar(key) ? key.value : undefined;
    const isMerge = isScalar(key) && name === "<<" && key.type === "PLAIN";
    const node = isYamlNode(value)
      ? this.read(value, depth + 1)
      : this.#scalar(null, { start: keySpan.end, end: keySpan.end });
    if (isScalar(key) && key.anchor !== undefined) this.read(key, depth);
    const reject = (what: Unsupported, span: Span, ...left: readonly Span[]): void =>
      builder.leaveOut(unsupported(what, span), node.span, ...left);
    if (isMerge) builder.leaveOut({ kind: "merge-key", at: { span: keySpan } }, node.span);
    else if (typeof name === "string") builder.add(name, keySpan, node);
    else if (keySpan.start === keySpan.end) reject("empty-key", this.#colonAfter(keySpan));
    else if (isScalar(key)) reject("non-string-key", keySpan);
    else reject(isAlias(key) ? "alias-key" : "non-string-key", keySpan, keySpan);
  }

  /** Where a key that is not there would end. */
  #colonAfter({ start }: Span): Span {
    const colon = Math.max(this.#text.indexOf(":", start), start);
    return { start: colon, end: colon + 1 };
  }

  #scalar(value: unknown, span: Span): Node {
    if (typeof value === "string") {
      if (!value.isWellFormed()) this.#notebook.problems.push(unpairedSurrogate(span.start, span.end));
      return { kind: "scalar", value, span };
    }
    if (typeof value === "number") {
      return { kind: "scalar", value: value + 0, span, digits: this.#text.slice(span.start, span.end) };
    }
    return { kind: "scalar", value: typeof value === "boolean" ? value : null, span };
  }
}

function aliasLimit(what: "cycle" | "too-many" | "too-large", span: Span): ReadingFact {
  return { kind: "alias-limit", at: { span }, what };
}

function isYamlNode(value: unknown): value is YamlNode {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}

function spanOf(node: YamlNode): Span {
  const [start, end] = node.range ?? [0, 0];
  return { start, end };
}

/** Levels of nesting: 0 for a scalar. */
function heightOf(node: Node): number {
  if (node.kind === "scalar") return 0;
  const children = node.kind === "sequence" ? node.items : Array.from(node.entries.values(), (entry) => entry.value);
  return 1 + children.reduce((most, child) => Math.max(most, heightOf(child)), 0);
}
