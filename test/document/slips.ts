/** Good configurations with one slip of the hand in them each, and the lines on which a reader would look for it. */
import { readFileSync } from "node:fs";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { type Mapping, toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { prettyJson } from "./pretty-json.js";

export interface Good {
  readonly name: string;
  readonly format: Format;
  readonly text: string;
}

const YAML = [
  "fixtures/examples/workstation/global.yaml",
  "fixtures/examples/workstation/project.yaml",
  "fixtures/reference/sample.yaml",
  "fixtures/import/opencode/expected.yaml",
  "fixtures/import/zed/expected.yaml",
  "fixtures/import/claude-code/expected.yaml",
  "fixtures/slips/flow.yaml",
  "fixtures/slips/deep.yaml",
];

const JSONS = ["fixtures/examples/team/global.jsonc", "fixtures/examples/team/project.json"];

/** The same configurations as JSON: with as much on a line as fits, and with every entry on its own line. */
export function goods(): readonly Good[] {
  const yaml = YAML.map((name): Good => ({ name, format: "yaml", text: readFileSync(name, "utf8") }));
  const json = yaml.flatMap(({ name, text }) => {
    const { root } = parse({ file: name, text }, "yaml");
    const data = toData(root as Mapping);
    return [
      { name: `${name} as json`, format: "json", text: `${prettyJson(data)}\n` } as const,
      { name: `${name} as long json`, format: "json", text: `${JSON.stringify(data, null, 4)}\n` } as const,
    ];
  });
  const written = JSONS.map(
    (name): Good => ({ name, format: name.endsWith("c") ? "jsonc" : "json", text: readFileSync(name, "utf8") }),
  );
  return [...yaml, ...json, ...written];
}

export interface Slip {
  readonly what: string;
  readonly text: string;
  /** Lines from 1; the first is where the hand slipped. */
  readonly lines: readonly number[];
}

const MARKS = [",", ":", '"', "'", "[", "]", "{", "}"];

/** Every slip of one character: one left out, written twice, or put in where it does not belong. */
export function* characterSlips(text: string): Generator<Slip> {
  const partners = partnersOf(text);
  let line = 1;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? "";
    if (mark === "\n") line += 1;
    const partner = partners.get(at);
    const lines = partner === undefined ? [line] : [line, lineAt(text, partner)];
    if (MARKS.includes(mark)) {
      const without = text.slice(0, at) + text.slice(at + 1);
      yield { what: `without ${mark}`, text: without, lines: [...lines, ...lines.map((one) => filled(without, one))] };
      yield { what: `doubled ${mark}`, text: text.slice(0, at) + mark + text.slice(at), lines };
    }
  }
}

/** A line, or the next one that is not empty and no comment: nothing can be reported where nothing is left. */
function filled(text: string, line: number): number {
  const below = text.split("\n").slice(line - 1);
  return (
    line +
    Math.max(
      below.findIndex((one) => /^\s*(?!\/\/)[^\s#]/.test(one)),
      0,
    )
  );
}

/** One mark more, somewhere. */
export function insertion(text: string, at: number, mark: number): Slip {
  const added = MARKS[mark % MARKS.length] ?? ",";
  return {
    what: `added ${added}`,
    text: text.slice(0, at) + added + text.slice(at),
    lines: [lineAt(text, at)],
  };
}

const DEEPER = [" ", "  ", "\t", "\u00a0"];

/** Every line that is indented by one or two more or less, by a tab or by a no-break space. */
export function* indentSlips(text: string): Generator<Slip> {
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || /^\s*#/.test(line)) continue;
    const indent = line.search(/\S/);
    const slip = (what: string, changed: string): Slip => ({
      what,
      text: lines.with(index, changed).join("\n"),
      lines: [index + 1],
    });
    for (const more of DEEPER) yield slip(`indented by ${JSON.stringify(more)}`, more + line);
    for (const less of [1, 2]) if (indent >= less) yield slip(`indented by ${less} less`, line.slice(less));
    if (indent >= 2) yield slip("a tab for spaces", `\t${line.slice(2)}`);
    if (indent >= 2) yield slip("no-break spaces for spaces", `\u00a0\u00a0${line.slice(2)}`);
    if (indent >= 2) yield slip("a no-break space within", `${line.slice(0, indent - 1)}\u00a0${line.slice(indent)}`);
  }
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** Brackets that belong together, in a text in which all do; those in quotes and comments have none. */
function partnersOf(text: string): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (const { index, 0: token } of text.matchAll(
    /"(?:[^"\\\n]|\\.)*"|(?<![\w])'[^'\n]*'|(?:\s|^)(?:#|\/\/)[^\n]*|\$[({][^\n)}]*[)}]|[[\]{}]/g,
  )) {
    if (token === "{" || token === "[") open.push(index);
    if (token !== "}" && token !== "]") continue;
    const partner = open.pop();
    if (partner === undefined) continue;
    partners.set(index, partner);
    partners.set(partner, index);
  }
  return partners;
}
