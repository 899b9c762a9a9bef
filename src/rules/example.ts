/** Examples of rules, made ready for reading: without the indentation of the file that holds them, and without marks. */
import type { Scope, Span } from "../diagnostic.js";
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
