/** Texts as people write them, in every style and with comments everywhere; of a text with slips, also what was meant by it. */
import type { Path } from "../../src/text/path.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { printable } from "./printable.js";

type Plain = string | number | boolean | null;

interface Leaf {
  readonly kind: "leaf";
  readonly value: Plain;
  /** What was meant; the same unless it says something else. */
  readonly meant: Plain;
  /** A number's digits, where they are not the usual ones. */
  readonly digits?: string;
  /** The slip is inside the text: its quotes stay, whatever it holds. */
  readonly inside?: boolean;
}

export interface Twig {
  readonly name: string;
  readonly meant: string;
  readonly tree: Tree;
  /** It is to go, or to come, as a whole. */
  readonly fate?: "goes" | "comes";
}

interface Branch {
  readonly kind: "map";
  readonly twigs: readonly Twig[];
}

interface Row {
  readonly kind: "list";
  readonly items: readonly Tree[];
}

/** Plain data in which some names and values are not what was meant. */
export type Tree = Leaf | Branch | Row;

export function treeOf(value: Json): Tree {
  if (Array.isArray(value)) return { kind: "list", items: value.map(treeOf) };
  if (typeof value === "object" && value !== null) {
    const twigs = Object.entries(value).map(([name, child]) => ({ name, meant: name, tree: treeOf(child as Json) }));
    return { kind: "map", twigs };
  }
  return { kind: "leaf", value: value as Plain, meant: value as Plain };
}

/** The tree with another twig at a path of meant names; undefined takes it out. The tree itself where there is no such path. */
export function graft(tree: Tree, [step, ...rest]: Path, change: (twig: Twig) => Twig | undefined): Tree {
  if (tree.kind !== "map") return tree;
  const twigs = tree.twigs.flatMap((twig): readonly Twig[] => {
    if (twig.meant !== step) return [twig];
    return rest.length > 0
      ? [{ ...twig, tree: graft(twig.tree, rest, change) }]
      : [change(twig)].filter((t) => t !== undefined);
  });
  return { ...tree, twigs };
}

/** The plain data that was meant. */
export function meantBy(tree: Tree): Json {
  if (tree.kind === "leaf") return tree.meant;
  if (tree.kind === "list") return tree.items.map(meantBy);
  const kept = tree.twigs.filter(({ fate }) => fate !== "goes");
  return Object.fromEntries(kept.map(({ meant, tree: child }) => [meant, meantBy(child)]));
}

/** How a text looks. The tape decides everything else; zeros make the plainest text. */
export interface Look {
  readonly format: Format;
  /** For YAML: top level in braces. */
  readonly flow: boolean;
  /** For braces: what one level of lines is indented by; undefined for everything on one line. */
  readonly indent: string | undefined;
  readonly lineEnd: "\n" | "\r\n";
  readonly mark: boolean;
  readonly finalBreak: boolean;
  readonly comments: boolean;
  /** Comments that suppress what is not there. */
  readonly ignores: boolean;
  readonly tape: readonly number[];
}

export interface Written {
  readonly text: string;
  /** The text without slips, every other byte the same. Undefined where that is not the only good text. */
  readonly meant: string | undefined;
  /** Every comment that has to survive, marks included; no two are alike. */
  readonly comments: readonly string[];
}

/** Writes a tree. */
export function write(tree: Tree, look: Look): Written {
  const pen = new Pen(look);
  if (look.format === "yaml" && !look.flow && tree.kind === "map" && tree.twigs.length > 0) pen.block(tree, "", true);
  else pen.braces(tree, look.indent === undefined ? undefined : "", true);
  return pen.done();
}

/** YAML reads these as themselves, even in braces. */
const PLAIN = /^(?!(?:true|false|null)$)[A-Za-z][\w./@()+-]*(?::[\w./@()+-]+)*$/i;
/** And these outside of braces. */
const PLAIN_IN_BLOCK = /^(?!(?:true|false|null)$)[A-Za-z$][\w./@()+${}\\-]*(?: ?:?[\w./@()+${}\\-]+)*$/i;
const LITERAL = /^[!-~][ -~]*(?:\n[!-~][ -~]*)+$/;

class Pen {
  readonly #look: Look;
  readonly #pieces: [text: string, meant: string][] = [];
  readonly #comments: string[] = [];
  #at = 0;
  #count = 0;
  /** Deep in something that goes, or comes. */
  #fate: Twig["fate"];
  /** How many braces and brackets are open. */
  #braces = 0;
  #isCertain = true;

  constructor(look: Look) {
    this.#look = look;
  }

  done(): Written {
    const { lineEnd, mark, finalBreak } = this.#look;
    const last = this.#pieces.findLastIndex(([text]) => text !== "");
    const pieces = this.#pieces.map((piece, index) =>
      !finalBreak && index === last && piece[0] === "\n" ? ["", ""] : piece,
    );
    const join = (which: 0 | 1): string => pieces.map((piece) => piece[which]).join("");
    const spelt = (text: string): string => `${mark ? "\ufeff" : ""}${text.replaceAll("\n", lineEnd)}`;
    // Where the last line goes, a text without a break at its end still has none.
    const [text, left] = [join(0), join(1)];
    const meant = text.endsWith("\n") ? left : left.replace(/\n$/, "");
    return { text: spelt(text), meant: this.#isCertain ? spelt(meant) : undefined, comments: this.#comments };
  }

  /** The next of `count` choices. */
  #pick(count: number): number {
    const { tape } = this.#look;
    this.#at += 1;
    return (tape[(this.#at - 1) % Math.max(tape.length, 1)] ?? 0) % count;
  }

  #put(text: string, meant = text): void {
    this.#pieces.push([this.#fate === "comes" ? "" : text, this.#fate === "goes" ? "" : meant]);
  }

  /** A comment of its own number, or one that suppresses what is not there. */
  #remark(kind: "line" | "inline"): readonly [text: string, stays: boolean] | undefined {
    const { comments, ignores, format } = this.#look;
    if (!comments || format === "json" || this.#fate === "comes" || (kind === "inline" && format === "yaml"))
      return undefined;
    const choice = this.#pick(ignores ? 6 : 5);
    if (choice < 3) return undefined;
    this.#count += 1;
    const isIgnore = choice === 5 && kind === "line";
    const words = isIgnore
      ? `agentcfg-ignore model/output-exceeds-window -- ${this.#count}`
      : `c${this.#count}, it's {odd}: "${"x".repeat(this.#count % 3)} #`;
    const inStars = kind === "inline" || (format === "jsonc" && choice === 4);
    const text = format === "yaml" ? `# ${words}` : inStars ? `/* ${words} */` : `// ${words}`;
    if (!isIgnore && this.#fate === undefined) this.#comments.push(text);
    return [text, !isIgnore];
  }

  #commentLines(indent: string): void {
    const remark = this.#remark("line");
    if (remark === undefined) return;
    const [text, stays] = remark;
    const line = `${indent}${text}\n`;
    this.#put(line, stays ? line : "");
  }

  #commentBehind(): void {
    const remark = this.#remark("line");
    if (remark === undefined) return;
    const [text, stays] = remark;
    const gap = " ".repeat(1 + this.#pick(3));
    this.#put(`${gap}${text}`, stays ? `${gap}${text}` : "");
  }

  #commentInside(): void {
    const [text] = this.#remark("inline") ?? [];
    if (text !== undefined) this.#put(` ${text}`);
  }

  /** A mapping in lines. What an entry that goes or comes consists of is its lines, not what stands above them. */
  block({ twigs }: Branch, indent: string, isRoot = false): void {
    const step = " ".repeat(2 + this.#pick(2) * 2);
    if (isRoot) this.#head();
    for (const [index, { name, meant, tree, fate }] of twigs.entries()) {
      // A new first line comes before the comments of the line that was the first.
      if (fate !== "comes" && !(isRoot && index === 0)) this.#commentLines(indent);
      this.#doomed(fate, () => {
        this.#put(indent);
        this.#name(name, meant, ":");
        this.#blockValue(tree, indent, step);
      });
    }
  }

  /** Lines that speak to tools stay the first ones; a blank line parts them from what follows. */
  #head(): void {
    if (this.#look.comments && this.#pick(4) === 3) this.#put("# yaml-language-server: $schema=x.json\n\n");
  }

  #doomed(fate: Twig["fate"], body: () => void): void {
    const before = this.#fate;
    this.#fate = before ?? fate;
    body();
    this.#fate = before;
  }

  #blockValue(tree: Tree, indent: string, step: string): void {
    const isEmpty =
      (tree.kind === "map" && tree.twigs.length === 0) || (tree.kind === "list" && tree.items.length === 0);
    if (tree.kind === "leaf" || isEmpty || this.#pick(4) === 3) {
      if (tree.kind === "leaf" && this.#literal(tree, `${indent}${step}`)) return;
      this.#put(" ");
      this.braces(tree, undefined, false);
      this.#commentBehind();
      this.#put("\n");
      return;
    }
    this.#commentBehind();
    this.#put("\n");
    if (tree.kind === "map") this.block(tree, `${indent}${step}`);
    else {
      for (const item of tree.items) {
        this.#commentLines(`${indent}  `);
        this.#put(`${indent}- `);
        this.braces(item, undefined, false);
        this.#commentBehind();
        this.#put("\n");
      }
    }
  }

  #literal({ value, meant }: Leaf, indent: string): boolean {
    if (typeof value !== "string" || value !== meant || !LITERAL.test(value) || this.#pick(2) === 1) return false;
    this.#put(
      ` |-\n${value
        .split("\n")
        .map((line) => `${indent}${line}\n`)
        .join("")}`,
    );
    return true;
  }

  /** Any value on one line, or with an `indent` in lines of its own; ends behind the value. */
  braces(tree: Tree, indent: string | undefined, isRoot: boolean): void {
    if (tree.kind === "leaf") this.#leaf(tree);
    else {
      this.#braces += 1;
      if (tree.kind === "list") this.#brackets(tree, indent);
      else this.#bracesOf(tree, indent);
      this.#braces -= 1;
    }
    if (isRoot) this.#put("\n");
  }

  #name(name: string, meant: string, colon: string): void {
    const style = this.#fate === "comes" ? 0 : this.#pick(4);
    const quotes = quotesFor(name, style, this.#look.format, PLAIN);
    this.#put(`${spell(name, quotes)}${colon}`, `${respell(meant, quotes)}${colon}`);
  }

  #leaf({ value, meant, digits, inside }: Leaf): void {
    const plain = this.#braces === 0 ? PLAIN_IN_BLOCK : PLAIN;
    const quotes = quotesFor(value, this.#pick(4), this.#look.format, plain);
    const isKept = inside === true || meant === value;
    this.#put(digits ?? spell(value, quotes), digits ?? (isKept ? spell(meant, quotes) : respell(meant, quotes)));
  }

  #brackets({ items }: Row, indent: string | undefined): void {
    const inner = this.#innerIndent(items.length, indent);
    this.#put("[");
    for (const [index, item] of items.entries()) {
      if (inner !== undefined) this.#put("\n");
      if (inner !== undefined) this.#commentLines(inner);
      this.#put(inner ?? (index > 0 ? " " : ""));
      this.braces(item, inner, false);
      this.#commentInside();
      if (index < items.length - 1) this.#put(",");
      else this.#trailingComma();
      if (inner !== undefined) this.#commentBehind();
    }
    this.#put(inner === undefined ? "]" : `\n${indent}]`);
  }

  #bracesOf({ twigs }: Branch, indent: string | undefined): void {
    const { format } = this.#look;
    const inner = this.#innerIndent(twigs.length, indent);
    const air = inner === undefined && this.#pick(3) > 0 ? " " : "";
    if (twigs.some(({ fate }) => fate !== undefined) && this.#fate === undefined) this.#isCertain = false;
    this.#put(twigs.length === 0 ? "{" : `{${air}`);
    if (twigs.length === 0) this.#commentInside();
    const kept = twigs.filter(({ fate }) => fate !== "comes");
    for (const [index, { name, meant, tree, fate }] of kept.entries()) {
      if (inner !== undefined) this.#put("\n");
      if (inner !== undefined) this.#commentLines(inner);
      this.#put(inner ?? (index > 0 ? " " : ""));
      const isLast = index === kept.length - 1;
      this.#doomed(fate, () => {
        this.#name(name, meant, format === "yaml" || this.#pick(3) < 2 ? ": " : " :");
        this.#commentInside();
        this.braces(tree, inner, false);
        if (!isLast) this.#put(",");
      });
      if (isLast) this.#trailingComma();
      // Behind an entry that goes, a comment speaks of it.
      this.#doomed(fate, () => {
        if (inner !== undefined) this.#commentBehind();
      });
    }
    this.#put(inner === undefined ? (twigs.length === 0 ? "}" : `${air}}`) : `\n${indent}}`);
  }

  #trailingComma(): void {
    if (this.#look.format !== "json" && this.#pick(3) === 2) this.#put(",");
  }

  /** The indentation of the lines inside braces; undefined where they stay on the line. */
  #innerIndent(count: number, indent: string | undefined): string | undefined {
    if (count === 0 || indent === undefined || this.#look.indent === undefined) return undefined;
    return indent !== "" && this.#pick(4) === 3 ? undefined : `${indent}${this.#look.indent}`;
  }
}

/** The quotes that a text is written in: none where YAML reads it as itself. */
function quotesFor(text: Plain, style: number, format: Format, plain: RegExp): Quotes {
  if (format !== "yaml" || typeof text !== "string") return '"';
  if (style < 2 && plain.test(text)) return "";
  return style === 2 && /^[ -~]*$/.test(text) ? "'" : '"';
}

type Quotes = "" | "'" | '"';

/** In quotes of its own. */
function spell(value: Plain, quotes: Quotes): string {
  if (typeof value !== "string") return String(value);
  if (quotes === '"') return printable(JSON.stringify(value));
  return quotes === "" ? value : `'${value.replaceAll("'", "''")}'`;
}

/** In place of another text: in its quotes, unless only double ones will do. */
function respell(value: Plain, quotes: Quotes): string {
  return spell(value, PLAIN.test(String(value)) ? quotes : '"');
}
