/** Reads TOML into the tree of all formats: tables with one name become one mapping. */
import type { Span } from "../../diagnostic/diagnostic.js";
import { MappingBuilder, Notebook } from "../builder.js";
import { type Comment, commentAt } from "../comment.js";
import type { ReadingFact } from "../facts.js";
import type { Mapping, Node } from "../node.js";
import { type AST, parseTOML } from "./bundled.js";

export type TomlResult =
  | { readonly root: Mapping; readonly problems: readonly ReadingFact[]; readonly comments: readonly Comment[] }
  /** The offset of the mistake and its kind; undefined if it is unknown. */
  | { readonly root: undefined; readonly offset: number | undefined; readonly mistake: TomlMistake | undefined };

export type TomlMistake =
  | ("repeated-table" | "repeated-key" | "backslash" | "unclosed-quote" | "unclosed-bracket")
  | ("inline-table" | "missing-value" | "missing-equals");

/** Reads a text. Never throws. */
export function readToml(text: string): TomlResult {
  try {
    const program = parseTOML(text, { tomlVersion: "1.0.0" });
    const [top] = program.body;
    const notebook = new Notebook();
    const comments = program.comments.map(({ range: [start, end] }) => commentAt(text.slice(start, end), start, "#"));
    return { root: finished(tableOf(top), notebook), problems: notebook.problems, comments };
  } catch (error) {
    // The package throws this, or the engine does when the nesting overflows the stack.
    const { index, message } = error as { readonly index?: unknown; readonly message?: unknown };
    return { root: undefined, ...(typeof index === "number" ? mistakeAt(text, index, String(message)) : NOWHERE) };
  }
}

type Mistake = Omit<Extract<TomlResult, { readonly root: undefined }>, "root">;

const NOWHERE: Mistake = { offset: undefined, mistake: undefined };

/** The package tells the kind of a mistake in words alone. */
const KINDS: readonly (readonly [message: RegExp, mistake: TomlMistake])[] = [
  [/multiple times/, "repeated-key"],
  [/escape sequence/, "backslash"],
  [/string constant/, "unclosed-quote"],
  [/inline table|curly braces/i, "inline-table"],
  [/Unterminated|same line/, "unclosed-bracket"],
];

/** The package notices a missing value at the next character. */
function mistakeAt(text: string, offset: number, message: string): Mistake {
  const known = KINDS.find(([pattern]) => pattern.test(message))?.[1];
  const before = text.slice(Math.max(offset - 200, 0), offset);
  const gap = /=\s*$/.exec(before)?.[0];
  if (gap !== undefined) return { offset: offset - gap.length, mistake: "missing-value" };
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (known === "repeated-key" && /^\s*\[/.test(line + text[offset])) return { offset, mistake: "repeated-table" };
  if (known !== undefined) return { offset, mistake: known };
  return { offset, mistake: /^\s*[\w."-]+\s*$/.test(line) ? "missing-equals" : undefined };
}

/** A mapping that later lines may extend. */
interface Table {
  readonly span: Span;
  readonly entries: Map<string, { readonly keySpan: Span; readonly value: Node | Table | Table[] }>;
}

function tableOf(top: AST.TOMLTopLevelTable): Table {
  const root = newTable(spanOf(top));
  for (const part of top.body) {
    const table = part.type === "TOMLTable" ? opened(root, part) : root;
    for (const line of part.type === "TOMLTable" ? part.body : [part]) put(table, line);
  }
  return root;
}

/** The table of a header; a new table for the header of an array. */
function opened(root: Table, { key, kind }: AST.TOMLTable): Table {
  const last = key.keys.at(-1);
  const around = inside(root, key.keys.slice(0, -1));
  if (last === undefined) return around;
  if (kind === "standard") return inside(around, [last]);
  const there = around.entries.get(nameOf(last));
  const tables = Array.isArray(there?.value) ? there.value : [];
  const table = newTable(spanOf(key));
  tables.push(table);
  around.entries.set(nameOf(last), { keySpan: there?.keySpan ?? spanOf(last), value: tables });
  return table;
}

function put(table: Table, { key, value }: AST.TOMLKeyValue): void {
  const last = key.keys.at(-1);
  if (last === undefined) return;
  const around = inside(table, key.keys.slice(0, -1));
  around.entries.set(nameOf(last), { keySpan: spanOf(last), value: nodeOf(value) });
}

type Key = AST.TOMLBare | AST.TOMLQuoted;

/** The mapping at a path of names in a table, created if it is missing; in an array, its last table. */
function inside(table: Table, keys: readonly Key[]): Table {
  let at = table;
  for (const key of keys) {
    const there = at.entries.get(nameOf(key))?.value;
    const next = Array.isArray(there) ? there.at(-1) : there;
    if (next !== undefined && "entries" in next && !("kind" in next)) {
      at = next;
      continue;
    }
    const created = newTable(spanOf(key));
    at.entries.set(nameOf(key), { keySpan: spanOf(key), value: created });
    at = created;
  }
  return at;
}

function newTable(span: Span): Table {
  return { span, entries: new Map() };
}

function nameOf(key: Key): string {
  return key.type === "TOMLBare" ? key.name : key.value;
}

function spanOf({ range: [start, end] }: { readonly range: readonly [number, number] }): Span {
  return { start, end };
}

function nodeOf(value: AST.TOMLContentNode): Node | Table {
  const span = spanOf(value);
  switch (value.type) {
    case "TOMLArray":
      return { kind: "sequence", items: value.elements.map((item) => plain(nodeOf(item))), span };
    case "TOMLInlineTable": {
      const table = newTable(span);
      for (const line of value.body) put(table, line);
      return table;
    }
    case "TOMLValue":
      if (value.kind === "string" || value.kind === "boolean") return { kind: "scalar", value: value.value, span };
      if (value.kind === "integer") return { kind: "scalar", value: value.value, digits: value.number, span };
      if (value.kind === "float") return { kind: "scalar", value: value.value, span };
      return { kind: "scalar", value: value.datetime, span };
  }
}

/** An inline table as a mapping. The notebook is dropped, because the parser itself refuses duplicate keys. */
function plain(value: Node | Table): Node {
  return "kind" in value ? value : finished(value, new Notebook());
}

function finished(table: Table, notebook: Notebook): Mapping {
  const builder = new MappingBuilder(notebook);
  for (const [key, { keySpan, value }] of table.entries) {
    if (Array.isArray(value)) {
      const items = value.map((one) => finished(one, notebook));
      builder.add(key, keySpan, { kind: "sequence", items, span: keySpan });
    } else builder.add(key, keySpan, "kind" in value ? value : finished(value, notebook));
  }
  return builder.finish(table.span);
}
