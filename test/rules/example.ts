/**
 * The dialect of the tests for small configurations.
 *
 *   «…»      stands around every place that a rule reports
 *   -> x     as the content of a file: a link to x
 *   name/    as the name of a file: a directory
 *
 * A text alone is a global file; one that starts with a brace is JSONC, any other is YAML.
 */
import type { Scope, Span } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { type Catalog, catalogOf } from "../../src/toolkit/read/layers/catalog.js";

export type Example = string | LayeredExample;

interface LayeredExample {
  readonly global?: string;
  readonly project?: string;
  /** What the host knows by itself, as a `--catalog` file would say it. */
  readonly catalog?: string;
  /** The files of a machine instead of texts, by name (../machine/names.ts). */
  readonly files?: Readonly<Record<string, string>>;
  /** Set where the mistake shows only when the configuration is loaded: the environment it is loaded with. */
  readonly env?: Readonly<Record<string, string>>;
}

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

/** What the host knows by itself in an example; undefined where the example does not say. */
export function exampleCatalog(example: Example): Catalog | undefined {
  const { catalog } = layered(example);
  if (catalog === undefined) return undefined;
  const { root } = parse({ file: "catalog.yaml", text: outdented(catalog) }, "yaml");
  const result = catalogOf(root === undefined ? {} : toData(root));
  if (!("catalog" in result)) throw new Error(JSON.stringify(result));
  return result.catalog;
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
