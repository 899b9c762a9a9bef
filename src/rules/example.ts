/** Examples of rules, made ready for reading: without the indentation of the file that holds them, and without marks. */
import type { Scope, Span } from "../diagnostic/diagnostic.js";
import { parse } from "../document/document.js";
import { toValue } from "../document/node.js";
import { type Catalog, catalogOf } from "../layers/catalog.js";
import type { Example, LayeredExample } from "./rule.js";

export interface ExampleText {
  readonly scope: Scope;
  /** Its ending tells the format. */
  readonly file: string;
  readonly text: string;
  /** Where the example says that something is reported, in the order of the text. */
  readonly marks: readonly Span[];
}

/** The layers that an example consists of, the global one first. */
export function exampleTexts(example: Example): readonly ExampleText[] {
  const { global, project } = layered(example);
  return [
    ...(global === undefined ? [] : [read("global", global)]),
    ...(project === undefined ? [] : [read("project", project)]),
  ];
}

/** The layers after all fixes; undefined where the example has none. */
export function fixedTexts(example: Example): readonly ExampleText[] | undefined {
  const { fixed, global, project } = layered(example);
  if (fixed === undefined) return undefined;
  const after = typeof fixed === "string" ? { global: fixed } : fixed;
  return exampleTexts({ global, project, ...after } as LayeredExample);
}

/** What the host knows by itself in an example; undefined where the example does not say. */
export function exampleCatalog(example: Example): Catalog | undefined {
  const { catalog } = layered(example);
  if (catalog === undefined) return undefined;
  const { root } = parse({ file: "catalog.yaml", text: outdented(catalog) }, "yaml");
  const read = catalogOf(root === undefined ? {} : toValue(root));
  if (typeof read === "string") throw new Error(read);
  return read;
}

/** The files that show an example, with their names, in the order of reading. */
export function exampleFiles(example: Example): readonly { readonly name: string; readonly text: string }[] {
  const { files, catalog } = layered(example);
  const known = catalog === undefined ? [] : [{ name: "catalog.yaml", text: outdented(catalog) }];
  const named = Object.entries(files ?? {}).map(([name, text]) => ({ name: `~/${name}`, text: outdented(text) }));
  return [...known, ...named, ...exampleTexts(example).map(({ file, text }) => ({ name: file, text }))];
}

export function layered(example: Example): LayeredExample {
  return typeof example === "string" ? { global: example } : example;
}

function read(scope: Scope, written: string): ExampleText {
  const { text, marks } = unmarked(outdented(written));
  const format = text.trimStart().startsWith("{") ? "jsonc" : "yaml";
  return { scope, file: scope === "global" ? `config.${format}` : `.agent/config.${format}`, text, marks };
}

/** The text without the indentation that all its lines share, and without the line breaks around it. */
export function outdented(written: string): string {
  const lines = written
    .replace(/^\n/, "")
    .replace(/\n[ ]*$/, "\n")
    .split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const shared = Math.min(...indents);
  return lines.map((line) => line.slice(Math.min(shared, line.length))).join("\n");
}

function unmarked(text: string): { readonly text: string; readonly marks: readonly Span[] } {
  const marks: Span[] = [];
  let plain = "";
  let start = 0;
  for (const part of text.split(/([«»])/)) {
    if (part === "«") start = plain.length;
    else if (part === "»") marks.push({ start, end: plain.length });
    else plain += part;
  }
  return { text: plain, marks };
}
