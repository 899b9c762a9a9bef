/** The formats of configurations for completion. A new format is an entry here. */
import { isObject, type Json } from "../../toolkit/read/document/data.js";
import type { Format } from "../../toolkit/read/document/formats.js";
import type { Node } from "../../toolkit/read/document/node.js";
import { readPart } from "../../toolkit/read/document/part.js";
import { SPELLINGS } from "../../toolkit/read/edit/spelling.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";
import type { Beginning } from "./completion.js";
import { spotInJson } from "./json.js";
import type { Line } from "./lines.js";
import type { Spot } from "./placeholder.js";
import { escaped, inlineSnippet } from "./snippet-text.js";
import { spotInYaml } from "./yaml/spot.js";

interface FormatEntry {
  /** The text and the offset that completion uses. The line of the offset differs at most in its indentation. */
  readonly meant: (text: string, offset: number) => { readonly text: string; readonly offset: number };
  /** The spot of a cursor; undefined if nothing can be inserted. */
  readonly spotAt: (text: string, offset: number) => Spot | undefined;
  /** A key with its colon and the beginning of its value. */
  readonly key: (name: string, shape: Shape, spot: Spot) => Beginning;
  /** A whole new entry, in the syntax of snippets. */
  readonly entry: (name: string, body: Json, spot: Spot) => string;
  /** Whether a line may begin a section. */
  readonly isOuter: (line: Line) => boolean;
  /** Reads the lines of a section. */
  readonly section: (part: string) => Node | undefined;
}

const YAML: FormatEntry = {
  meant: withoutTabs,
  spotAt: spotInYaml,
  key: keyInYaml,
  entry: entryInYaml,
  isOuter: ({ indent, isMute }) => indent === 0 && !isMute,
  section: (part) => readPart(part, "yaml", "quick"),
};

const JSON_TEXT: FormatEntry = {
  meant: (text, offset) => ({ text, offset }),
  spotAt: spotInJson,
  key: keyInJson,
  entry: entryInJson,
  isOuter: ({ isMute }) => !isMute,
  section: (part) => readPart(`{${part}}`, "jsonc", "tolerant"),
};

export const FORMATS: Readonly<Record<Format, FormatEntry>> = { yaml: YAML, json: JSON_TEXT, jsonc: JSON_TEXT };

interface Place {
  readonly text: string;
  readonly offset: number;
}

const TABBED = /^ *\t[ \t]*/gm;
const INDENTED = /^( +)[^\s#]/m;

const USUAL_STEP = 2;
const LARGEST_STEP = 8;

/**
 * The same place in a text without tabs: YAML forbids them, but they show the intended depth of the line. Each becomes as wide as the
 * indentation of the first line indented with spaces.
 */
function withoutTabs(text: string, offset: number): Place {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  if (!/^ *\t/.test(text.slice(start, offset))) return { text, offset };
  const step = Math.min(INDENTED.exec(text)?.[1]?.length ?? USUAL_STEP, LARGEST_STEP);
  const spaced = (part: string): string => part.replace(TABBED, (indent) => indent.replaceAll("\t", " ".repeat(step)));
  return { text: spaced(text), offset: spaced(text.slice(0, offset)).length };
}

function keyInYaml(name: string, shape: Shape, { hasColon, isInFlow, after }: Spot): Beginning {
  const key = SPELLINGS.yaml.key(name);
  if (hasColon) return { insert: key, isSnippet: false };
  if (after !== "") return { insert: `${escaped(key)}: $1${after}`, isSnippet: true };
  return { insert: `${key}:${isInFlow ? " " : behindColon(shape)}`, isSnippet: false };
}

function behindColon({ types }: Shape): string {
  if (types?.has("object")) return "\n  ";
  return types?.has("array") ? "\n  - " : " ";
}

function entryInYaml(name: string, body: Json, { isInFlow, after }: Spot): string {
  return isInFlow ? `${name}: ${inlineSnippet(body)}${after}` : linesOfEntry({ [name]: body }, "").join("\n");
}

function linesOfEntry(entries: Json, indent: string): readonly string[] {
  if (!isObject(entries)) return [];
  return Object.entries(entries).flatMap(([key, value]) =>
    isObject(value)
      ? [`${indent}${key}:`, ...linesOfEntry(value, `${indent}  `)]
      : [`${indent}${key}: ${isPlain(value) ? value : inlineSnippet(value)}`],
  );
}

/** A text that needs no quotes and contains no placeholders. */
function isPlain(value: Json): value is string {
  return typeof value === "string" && /^[a-z_]+$/.test(value);
}

/** A key needs a value in JSON, so it becomes a snippet. */
function keyInJson(name: string, shape: Shape, { hasColon, before, after }: Spot): Beginning {
  const key = SPELLINGS.json.key(name);
  if (hasColon) return { insert: key, isSnippet: false };
  return { insert: `${before}${escaped(key)}: ${beginningOf(shape)}${after}`, isSnippet: true };
}

function beginningOf({ types }: Shape): string {
  if (types?.has("object")) return "{$1}";
  if (types?.has("array")) return "[$1]";
  if (types?.has("string")) return '"$1"';
  return types?.has("boolean") ? CHOICE : NOTHING;
}

const CHOICE = "${1|true,false|}";
const NOTHING = "${1:null}";

function entryInJson(name: string, body: Json, { before, after }: Spot): string {
  return `${before}"${name}": ${inlineSnippet(body)}${after}`;
}
