/** What can be wrong with YAML, in words. The parser's own messages quote the text, which may hold secrets, so none is passed on. */
import type { ErrorCode } from "yaml";
import type { Finding } from "../diagnostic/finding.js";
import type { Span } from "./source.js";
import { depthFinding } from "./text.js";

/** Ends a reading with one finding. Never leaves `readYaml`. */
export class Stop extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.message);
    this.finding = finding;
  }
}

const UNSUPPORTED = {
  directive: {
    message: "YAML directives (`%…`) cannot be used here",
    help: "delete the line; a configuration is always YAML 1.2",
  },
  tag: {
    message: "YAML tags (`!…`) cannot be used here",
    help: "delete the tag; to force a text, put the value in quotes",
  },
  "secret-tag": {
    message: "YAML tags (`!…`) cannot be used here",
    help: "refer to secrets as `${NAME}`, an environment variable",
  },
  "several-documents": {
    message: "the file holds more than one YAML document",
    help: "remove the `---` and everything that belongs to another document",
  },
} as const;

export function unsupported(what: keyof typeof UNSUPPORTED, span: Span): Finding {
  return { rule: "syntax/unsupported-yaml", at: { span }, ...UNSUPPORTED[what] };
}

const KEYS = {
  alias: { message: "an alias cannot be a key", help: "write the name out" },
  empty: { message: "this key is empty", help: "write a name before the `:`" },
  other: { message: "this key is not a text", help: "put it in quotes: names in a configuration are texts" },
} as const;

export function keyFinding(what: keyof typeof KEYS, span: Span): Finding {
  return { rule: "syntax/unsupported-yaml", at: { span }, ...KEYS[what] };
}

export function mergeKeyFinding(span: Span): Finding {
  return {
    rule: "syntax/merge-key",
    at: { span },
    message: "`<<` does not merge in YAML 1.2, so this entry has no effect",
    help: "write the keys out, or use an alias for the whole value",
  };
}

const ALIASES = {
  unknown: {
    rule: "syntax/yaml",
    message: "this alias names an anchor that was not defined before it",
    help: "define the anchor (`&name`) earlier in the file",
  },
  cycle: { rule: "syntax/alias-limit", message: "this alias contains itself", help: "write the value out" },
  "too-many": {
    rule: "syntax/alias-limit",
    message: "aliases in this file expand more than 100 times",
    help: "write some of the values out",
  },
  "too-large": {
    rule: "syntax/alias-limit",
    message: "aliases in this file stand for more than 100,000 values",
    help: "share smaller values",
  },
} as const;

export function aliasFinding(what: keyof typeof ALIASES, span: Span): Finding {
  const { rule, message, help } = ALIASES[what];
  return { rule, at: { span }, message, help };
}

const NEEDS_SPACE = "a `:` needs a space after it";

/** What to do about a text such as `key:value`, which YAML reads as one text; undefined for any other. */
export function missingSpace(text: string): string | undefined {
  return /^[^\s:]+:(?!\/\/)[^\s:]/.test(text) ? NEEDS_SPACE : undefined;
}

/** What was opened last, to point at it when it is never closed; the parser itself points at the end of the text. */
export interface Landmarks {
  quote: number | undefined;
  readonly brackets: number[];
}

interface Wording {
  readonly message: string;
  readonly help?: string;
  /** Points at the thing that was opened. */
  readonly opened?: "quote" | "bracket";
}

/** Where one code stands for several mistakes, the parser's message tells them apart. */
const BY_MESSAGE: readonly (readonly [RegExp, Wording])[] = [
  [/^Missing closing/, { message: "this quoted text is never closed", opened: "quote" }],
  [/must end with a [\]}]|and end with a [\]}]/, { message: "this bracket is never closed", opened: "bracket" }],
  [/need to be followed by map values/, { message: "a key needs a `:` after it", help: "write `key: value`" }],
  [/^Comments must be separated/, { message: "a comment needs a space before its `#`" }],
  [/^Missing space after :/, { message: NEEDS_SPACE }],
  [/^Missing ,/, { message: "a `,` is missing between two entries" }],
  [/^Unexpected empty item|^Unexpected ,/, { message: "there is a `,` too many here" }],
  [
    /^Unexpected flow-\w+-end/,
    { message: "this bracket closes nothing", help: "one too many, or not indented like the lines inside it?" },
  ],
  [/start on same line with directives-end/, { message: "content cannot follow `---` on the same line" }],
  [
    /at node end$/,
    {
      message: "this does not belong to the value before it",
      help: "does a text need quotes, or a `,` or line break?",
    },
  ],
  [/sequence item without/i, { message: "a list item needs a `-` in front" }],
];

const BY_CODE: Partial<Record<ErrorCode, Wording>> = {
  ALIAS_PROPS: { message: "an alias cannot have an anchor or tag of its own" },
  BAD_ALIAS: { message: "this anchor or alias has no name" },
  BAD_DQ_ESCAPE: {
    message: "this escape does not exist in double quotes",
    help: "write `\\\\` for a backslash, or use single quotes",
  },
  BAD_INDENT: {
    message: "the indentation does not fit what stands above",
    help: "entries of one mapping or list start in the same column",
  },
  BAD_PROP_ORDER: { message: "an anchor must stand after the `-`, `?` or `:`" },
  BAD_SCALAR_START: { message: "a text cannot start with this character", help: "put the text in quotes" },
  BLOCK_AS_IMPLICIT_KEY: {
    message: "a `key: value` cannot stand inside another value on the same line",
    help: "put a text that holds `: ` in quotes",
  },
  BLOCK_IN_FLOW: { message: "an indented block cannot stand inside `[ ]` or `{ }`" },
  KEY_OVER_1024_CHARS: { message: "this key is longer than 1024 characters" },
  MULTILINE_IMPLICIT_KEY: {
    message: "a key must stand on one line, with a `:` after it",
    help: "is a `:` missing on the line above?",
  },
  MULTIPLE_ANCHORS: { message: "a value can have only one anchor" },
  TAB_AS_INDENT: { message: "YAML cannot be indented with tabs", help: "use spaces" },
};

/** What the line at the mistake tells of it, for the codes that have more than one cause. */
function byLine(code: ErrorCode, line: string): Wording | undefined {
  if (code === "MULTILINE_IMPLICIT_KEY" && missingSpace(line)) return { message: NEEDS_SPACE };
  if (code === "BLOCK_AS_IMPLICIT_KEY" && !/:(\s|$)/.test(line))
    return { message: "a value cannot have a `key: value` below it", help: "is the next line indented too far?" };
  return undefined;
}

interface ParserError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly pos: readonly [number, number];
}

export function syntaxFinding({ code, message, pos }: ParserError, text: string, landmarks: Landmarks): Finding {
  if (code === "RESOURCE_EXHAUSTION") return depthFinding(pos[0]);
  const [line = ""] = text.slice(pos[0], pos[0] + 1024).split(/[\r\n]/, 1);
  const wording = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? byLine(code, line) ?? BY_CODE[code];
  const opened =
    wording?.opened === "quote"
      ? landmarks.quote
      : wording?.opened === "bracket"
        ? landmarks.brackets.at(-1)
        : undefined;
  const closed = wording?.opened === "bracket" && opened === undefined;
  return {
    rule: "syntax/yaml",
    at: { span: opened === undefined ? spanIn(line, code, pos) : { start: opened, end: opened + 1 } },
    message: closed ? "the lines inside this bracket must be indented" : (wording?.message ?? "this is not valid YAML"),
    ...(wording?.help === undefined ? {} : { help: wording.help }),
  };
}

/** What the parser means of the line it stopped at: its own span may begin with indentation, and end lines below. */
function spanIn(line: string, code: ErrorCode, [start, end]: ParserError["pos"]): Span {
  const indent = code === "BAD_INDENT" ? line.search(/[^ ]|$/) : 0;
  const last = line === "" ? end : Math.min(end, start + line.length);
  return { start: start + indent, end: Math.max(last, start + indent) };
}
