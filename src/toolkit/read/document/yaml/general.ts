/** Makes the tree of a YAML 1.2 text from the composer's result; the value of each alias replaces it. */
import type { Alias, Node as YamlNode } from "yaml";
import type { Span } from "../../diagnostic/diagnostic.js";
import { MappingBuilder, Notebook, type ParseResult } from "../builder.js";
import { conflictMark } from "../conflict.js";
import { html } from "../copied.js";
import { MAX_DEPTH, tooDeep, unpairedSurrogate } from "../encoding.js";
import type { ReadingFact, Unsupported } from "../facts.js";
import type { Node } from "../node.js";
import { markLength } from "../source.js";
import { isAlias, isMap, isScalar, isSeq } from "./bundled.js";
import { compose } from "./compose.js";
import { cutNumber, gluedEntry, spanOf } from "./flow-slips.js";
import { aliasLimit, MAX_EXPANSIONS, oddSpace, Stop, unfitCharacter, unknownAlias, unsupported } from "./problems.js";
import { readQuick } from "./quick/reader.js";
import { slip } from "./slip.js";

/** The most values that all aliases together may expand to. */
const MAX_EXPANDED = 100_000;

/** Reads any YAML, with the `yaml` package. An empty text, or one with only comments, is an empty mapping. */
export function readGeneral(text: string): ParseResult {
  const notebook = new Notebook();
  const unfit = unfitCharacter(text);
  if (unfit !== undefined) return { root: undefined, problems: [unfit], leftOut: [] };
  try {
    const contents = compose(text);
    const start = markLength(text);
    const root =
      contents !== null && !isNothing(contents)
        ? new TreeReader(text, notebook).read(contents, 1)
        : new MappingBuilder(notebook).finish({ start, end: start });
    return { root, ...notebook };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return unreadable(text, error);
  }
}

/** The result for a text with a mistake. */
export function unreadable(text: string, stop: Stop): ParseResult {
  return { root: undefined, problems: [mistakeAt(text, stop)], leftOut: [] };
}

/** The mistake in an unreadable text. Its place often differs from the place where the parser stopped. */
function mistakeAt(text: string, { fact, offset }: Stop): ReadingFact {
  if (fact.kind !== "invalid-yaml") return fact;
  const span = conflictMark(text);
  const copied = html(text, fact.at.span.start);
  if (copied !== undefined) return { kind: "invalid-yaml", ...copied };
  return span
    ? { kind: "invalid-yaml", at: { span }, problem: "conflict" }
    : (slip(text, offset, fact, isSound) ?? fact);
}

function isSound(text: string): boolean {
  if (readQuick(text) !== undefined) return true;
  try {
    compose(text);
    return true;
  } catch {
    return false;
  }
}

/** A document without content, such as a lone `---`. */
function isNothing(node: YamlNode): boolean {
  return isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1];
}

interface Anchored {
  /** Undefined during the reading of the anchored value. */
  node: Node | undefined;
  /** The number of aliases and of values that one use of this anchor expands to. */
  expansions: number;
  values: number;
}

class TreeReader {
  readonly #text: string;
  readonly #notebook: Notebook;
  readonly #anchors = new Map<string, Anchored>();
  #expansions = 0;
  /** The number of values so far, including those of aliases. */
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
    // No anchor has a `;` in its name, but `&quot;` looks like one.
    const copied = name.includes(";") ? html(this.#text, this.#text.lastIndexOf(`&${name}`, span.start)) : undefined;
    if (copied !== undefined) throw new Stop({ kind: "invalid-yaml", ...copied });

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
    return { ...anchored.node, span, origin: anchored.node.origin ?? anchored.node.span };
  }

  #content(node: YamlNode, span: Span, depth: number): Node {
    this.#values += 1;
    if (isMap(node)) {
      const builder = new MappingBuilder(this.#notebook);
      let end = span.end;
      let pieces = 0;
      for (const [index, { key, value }] of node.items.entries()) {
        if (pieces > 0) {
          pieces -= 1;
          continue;
        }
        const whole = node.flow ? cutNumber(this.#text, node.items.slice(index)) : undefined;
        pieces = whole?.pieces ?? 0;
        const read = this.#entry(builder, key, value, span, depth, whole?.span);
        end = this.#endOfLine(value, read);
      }
      return builder.finish(node.flow ? span : { start: span.start, end });
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => this.read(item as YamlNode, depth + 1));
      const end = items.length === 0 ? span.end : this.#endOfLine(node.items.at(-1), items.at(-1) as Node);
      return { kind: "sequence", items, span: node.flow ? span : { start: span.start, end } };
    }
    return this.#scalar(isScalar(node) ? node.value : null, span);
  }

  /** The end of a block collection after its last value: the end of that line, or the place of an empty value. */
  #endOfLine(value: unknown, { span }: Node): number {
    const isBlock =
      ((isMap(value) || isSeq(value)) && !value.flow) || (isScalar(value) && String(value.type).startsWith("BLOCK"));
    return isBlock || span.start === span.end ? span.end : endOfLine(this.#text, span.end);
  }

  /** `cut`: the span of a number that commas cut; its text stands in for the value. */
  #entry(builder: MappingBuilder, key: unknown, value: unknown, mapping: Span, depth: number, cut?: Span): Node {
    const keySpan = isYamlNode(key) ? spanOf(key) : { start: mapping.start, end: mapping.start + 1 };
    const name = isScalar(key) ? key.value : undefined;
    const isMerge = isScalar(key) && name === "<<" && key.type === "PLAIN";
    const glued = gluedEntry(this.#text, key, value);
    if (glued !== undefined) {
      this.#notebook.note(glued.fact);
      builder.add(glued.key, glued.keySpan, glued.value);
      return glued.value;
    }
    if (cut !== undefined) this.#notebook.note(unsupported("cut-number", cut));
    const node =
      cut !== undefined
        ? this.#scalar(this.#text.slice(cut.start, cut.end), cut)
        : isYamlNode(value)
          ? this.read(value, depth + 1)
          : this.#scalar(null, { start: keySpan.end, end: keySpan.end });
    if (isScalar(key) && key.type === "PLAIN" && /^[^\S ]|^\ufeff/.test(String(name)))
      throw new Stop(oddSpace(this.#text, keySpan.start));
    if (isScalar(key) && key.anchor !== undefined) this.read(key, depth);
    const reject = (what: Unsupported, span: Span, ...left: readonly Span[]): void =>
      builder.leaveOut(unsupported(what, span), node.span, ...left);
    if (isMerge) builder.leaveOut({ kind: "merge-key", at: { span: keySpan } }, node.span);
    else if (typeof name === "string") builder.add(name, keySpan, node);
    else if (keySpan.start === keySpan.end) reject("empty-key", this.#colonAfter(keySpan));
    else if (isScalar(key)) reject("non-string-key", keySpan);
    else reject(isAlias(key) ? "alias-key" : "non-string-key", keySpan, keySpan);
    return node;
  }

  /** The end of a missing key. */
  #colonAfter({ start }: Span): Span {
    const colon = Math.max(this.#text.indexOf(":", start), start);
    return { start: colon, end: colon + 1 };
  }

  #scalar(value: unknown, span: Span): Node {
    if (typeof value === "string") {
      if (!value.isWellFormed()) this.#notebook.note(unpairedSurrogate(span.start, span.end));
      return { kind: "scalar", value, span };
    }
    if (typeof value === "number") {
      return { kind: "scalar", value: value + 0, span, digits: this.#text.slice(span.start, span.end) };
    }
    return { kind: "scalar", value: typeof value === "boolean" ? value : null, span };
  }
}

/** The offset after the line break of the line at an offset. */
function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline === -1 ? text.length : newline + 1;
}

function isYamlNode(value: unknown): value is YamlNode {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}

/** Levels of nesting: 0 for a scalar. */
function heightOf(node: Node): number {
  if (node.kind === "scalar") return 0;
  const children = node.kind === "sequence" ? node.items : Array.from(node.entries.values(), (entry) => entry.value);
  return 1 + children.reduce((most, child) => Math.max(most, heightOf(child)), 0);
}
