/** Reads the text of another tool's file as a tree, or gives the reason why it cannot. */
import { enumerate, quote } from "../../text/quote.js";
import { repairBackslashes } from "../read/document/backslashes.js";
import type { Comment } from "../read/document/comment.js";
import { decode } from "../read/document/encoding.js";
import type { ReadingFact } from "../read/document/facts.js";
import { FORMATS, type Format, formatOf, formatOfText } from "../read/document/formats.js";
import { type Mapping, pathAt } from "../read/document/node.js";
import { type Document, parse } from "../read/document/parse.js";
import { positionOf, type Source } from "../read/document/source.js";
import { readToml, type TomlMistake } from "../read/document/toml/package.js";
import { isOurs } from "../read/other-tools/ours.js";
import { hasMark, lenient, ownKeys, toolOf } from "../read/other-tools/recognise.js";
import { TOOLS, type ToolId } from "../read/other-tools/table.js";
import type { Tool } from "../read/other-tools/tool.js";
import { type Remark, shownName } from "./log.js";

export type Reading =
  | ({
      readonly kind: "foreign";
      readonly tool: Tool<ToolId>;
      readonly root: Mapping;
      /** Mistakes that this reader forgives, and for which the tool itself refuses the file. */
      readonly refused: readonly ReadingFact[];
      readonly comments: readonly Comment[];
    } & Pick<Document, "source" | "problems">)
  /** The file cannot be imported; `reason` completes "cannot import FILE: …". */
  | { readonly kind: "other"; readonly reason: string }
  /** The text is not readable in this format. */
  | { readonly kind: "broken"; readonly format: Format };

/** A name without an ending does not give the format; JSON may have comments. */
export function readForeign(bytes: Uint8Array, file: string): Reading {
  const named = /\.\w+$/.test(file) ? formatOf(file) : formatOfText(bytes);
  const format = named === "json" ? "jsonc" : named;
  const { text, problem } = decode(bytes);
  if (problem !== undefined) return { kind: "broken", format };
  const source = { file, text };
  if (isToml(text, file)) return readTomlFile(source);
  const { root: written, problems } = lenient(parse(source, format));
  if (written === undefined) return { kind: "broken", format };
  const root = repairBackslashes(written, text);
  const tool = toolOf(root, file);
  const isJson = named === "json" && tool?.json !== undefined;
  const refused = isJson ? parse(source, "json").problems.filter((fact) => !isForgiven(fact, tool.json)) : [];
  return tool === undefined
    ? { kind: "other", reason: whyUnknown(root, file) }
    : { kind: "foreign", tool, root, source, comments: FORMATS[format].comments(source.text), problems, refused };
}

/** Whether a reader of JSON accepts a comment. */
function isForgiven(fact: ReadingFact, json: Tool["json"]): boolean {
  return json === "comments" && fact.kind === "invalid-json" && fact.problem === "comment";
}

/** No configuration of this agent is TOML, so the keys belong to the tool. */
function readTomlFile(source: Source): Reading {
  const read = readToml(source.text);
  if (read.root === undefined) {
    const where = read.offset === undefined ? "" : ` in line ${positionOf(source, read.offset).line}`;
    const why = read.mistake === undefined ? "" : `: ${TOML_MISTAKES[read.mistake]}`;
    return { kind: "other", reason: `it is no valid TOML${where}${why}` };
  }
  const tool = TOOLS.find(({ format }) => format === "toml");
  const isKnown = tool?.marks.some((mark) => hasMark(read.root, mark)) === true;
  return tool === undefined || !isKnown
    ? { kind: "other", reason: `${UNKNOWN}; ${FILES}` }
    : {
        kind: "foreign",
        tool,
        root: read.root,
        source,
        refused: [],
        comments: read.comments,
        problems: read.problems,
      };
}

const TOML_MISTAKES: Readonly<Record<TomlMistake, string>> = {
  "repeated-table": "a table stands twice; its keys belong in one",
  "repeated-key": "a key stands twice",
  backslash: "in double quotes `\\` begins an escape; a path stands in single quotes, as `'C:\\tools'`",
  "unclosed-quote": "a quote is not closed",
  "unclosed-bracket": "a `]` is missing",
  "inline-table": "an inline table stands on one line, without a comma after its last entry",
  "missing-value": "a value is missing, or lacks its quotes",
  "missing-equals": "a key needs a `=` after it",
};

/** TOML by its file name, or by its first line that is not a comment: a table's name in brackets, or a key with `=`. */
function isToml(text: string, file: string): boolean {
  const first = text.split(/\r?\n/, 500).find((line) => !/^\s*(?:#|$)/.test(line)) ?? "";
  return /\.toml$/i.test(file) || /^\s*(?:\[\[?[A-Za-z_][^\]]*\]\]?\s*(?:#.*)?$|[A-Za-z_][\w."-]*\s*=)/.test(first);
}

function whyUnknown(root: Mapping, file: string): string {
  if (root.entries.size === 0) return "it is empty";
  const lint = quote(file === "" || file.startsWith("<") ? "agentcfg lint -" : `agentcfg lint ${file}`);
  if (isOurs(root, file)) return `it is a configuration of this agent already; ${lint} checks it`;
  const [own] = ownKeys(root, undefined);
  if (own === undefined) return `${UNKNOWN}; ${FILES}`;
  return `${UNKNOWN}, although ${quote(own)} is a key of this agent, whose files ${lint} checks; ${FILES}`;
}

const UNKNOWN = "nothing in it tells which tool wrote it";
const KNOWN = TOOLS.filter(({ files }) => files.length > 0).map(({ name }) => name);
const FILES = `files are known of ${enumerate(KNOWN, "and")}`;

/** The parts that reading dropped although the text is readable. */
export function readingRemarks({ problems, root }: Pick<Foreign, "problems" | "root">): readonly Remark[] {
  return problems.flatMap((fact) => remarkOf(fact, root));
}

type Foreign = Extract<Reading, { readonly kind: "foreign" }>;

function remarkOf({ at: { span }, ...fact }: ReadingFact, root: Mapping): readonly Remark[] {
  switch (fact.kind) {
    case "duplicate-key":
      return [
        {
          kind: "note",
          span,
          path: [shownName(fact.key)],
          message: "is there twice; the first one is taken, while most tools take the last",
        },
      ];
    case "reserved-name":
      return [{ kind: "type", span, path: ["__proto__"], message: "cannot be a name, and is left out" }];
    case "lost-backslash":
      return [
        {
          kind: "backslash",
          span,
          path: pathAt(root, span.start).path.map(shownName),
          message: "is a path whose `\\` begins an escape; it is read as if each `\\` stood there twice",
        },
      ];
    default:
      return [];
  }
}
