/**
 * A Markdown file as front matter and body (P-S36). Of the YAML only the values of keys that somebody asks for are looked at: no tag, no alias
 * and no other key becomes a value. Messages name lines, never what is written there.
 */
import type { Document, Node, ParsedNode } from "yaml";
import { limits } from "../../../generated/protocol/tables.js";
import type { Budget } from "./budget.js";

/** The value at a key; `unfit` for one that is no text, switch or list of texts. */
export type Field =
  /** `isEmpty`: the key is there without a value. */
  | { readonly kind: "absent"; readonly isEmpty?: true }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "switch"; readonly on: boolean }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | { readonly kind: "unfit" };

/** The fields of a front matter, `color.light` by its path. */
export type Fields = (...path: readonly string[]) => Field;

export type Markdown =
  | { readonly kind: "read"; readonly fields: Fields; readonly body: string }
  /** `why` is a clause about the file. */
  | { readonly kind: "broken"; readonly why: string };

const ABSENT: Field = { kind: "absent" };
const EMPTY: Field = { kind: "absent", isEmpty: true };
const UNFIT: Field = { kind: "unfit" };

/** Reads a text. Never rejects. */
export async function readMarkdown(text: string, budget: Budget): Promise<Markdown> {
  const lines = text.replaceAll("\r\n", "\n");
  const start = /^---[ \t]*\n/.exec(lines);
  if (start === null) return { kind: "read", fields: () => ABSENT, body: lines.trim() };
  const rest = lines.slice(start[0].length);
  const end = /^(?:---|\.\.\.)[ \t]*$/m.exec(rest);
  if (end === null) return broken("its front matter has no end: a line `---` is missing");
  const yaml = rest.slice(0, end.index);
  if (yaml.length > limits.frontMatterCharacters)
    return broken(`its front matter is longer than ${limits.frontMatterCharacters} characters`);
  if (!budget.parses(yaml.length))
    return broken("it is not read: the front matter of all prompts together is too long");
  const parsed = await parsedOf(yaml);
  if (typeof parsed === "string") return broken(parsed);
  return { kind: "read", fields: parsed, body: rest.slice(end.index + end[0].length).trim() };
}

function broken(why: string): Markdown {
  return { kind: "broken", why };
}

/** Keys are compared here: the package would compare each key with all others. */
const OPTIONS = {
  schema: "core",
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** The fields, or the reason that there are none. The package is loaded for the first front matter: most projects have none. */
async function parsedOf(yaml: string): Promise<Fields | string> {
  const { isMap, isScalar, isSeq, parseDocument } = await import("yaml");
  let document: Document.Parsed<ParsedNode>;
  try {
    document = parseDocument(yaml, OPTIONS);
  } catch {
    // Brackets in brackets, deeper than the stack of calls.
    return "its front matter is not YAML";
  }
  const [problem] = [...document.errors, ...document.warnings];
  // The line in the file, whose first line is above the front matter.
  if (problem !== undefined)
    return `its front matter is not YAML that is read here (line ${yaml.slice(0, problem.pos[0]).split("\n").length + 1})`;
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return () => ABSENT;
  if (!isMap(contents)) return "its front matter is no mapping of keys to values";

  function fieldOf(node: unknown): Field {
    if (isScalar(node)) {
      const { value } = node;
      if (value === null) return EMPTY;
      if (typeof value === "string") return { kind: "text", text: value };
      return typeof value === "boolean" ? { kind: "switch", on: value } : UNFIT;
    }
    if (!isSeq(node) || node.items.length > limits.frontMatterTexts) return UNFIT;
    const texts = node.items.flatMap((item) => (isScalar(item) && typeof item.value === "string" ? [item.value] : []));
    return texts.length === node.items.length ? { kind: "list", texts } : UNFIT;
  }

  function at(node: Node | null, path: readonly string[]): Field {
    const [key, ...deeper] = path;
    if (key === undefined) return fieldOf(node);
    if (isScalar(node) && node.value === null) return ABSENT;
    if (!isMap(node)) return UNFIT;
    const [pair, another] = node.items.filter((item) => isScalar(item.key) && item.key.value === key);
    if (another !== undefined) return UNFIT;
    if (pair === undefined || pair.value === null) return ABSENT;
    return at(pair.value as Node, deeper);
  }

  return (...path) => at(contents, path);
}
