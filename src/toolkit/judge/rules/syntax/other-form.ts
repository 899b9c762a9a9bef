/** Texts of another form in the place of a configuration: TOML, a command of a shell, and the fence of a block of code in Markdown. */
import type { Span } from "../../../read/diagnostic/diagnostic.js";
import type { Change } from "../../../read/edit/change.js";
import type { Wording } from "../rule.js";

/** The words for a text that its reader refuses at a place; undefined for any other mistake. */
export function otherForm(text: string, { start }: Span): Wording | undefined {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from).split("\n", 1)[0] ?? "";
  if (FENCE.test(line)) return { message: "this is a fence of Markdown", ...withoutFences(text) };
  if (PROMPT.test(line))
    return { message: "this is a line of a terminal", help: "remove it: a configuration contains no commands" };
  const [first, second] = headOf(text);
  if (first === undefined) return undefined;
  const [here, next] = headOf(text.slice(from, from + LONGEST));
  if (here !== undefined && TABLE.test(here.text) && ASSIGNMENT.test(next?.text ?? "")) return TOML;
  const at = { span: { start: first.start, end: first.start + first.text.length } };
  if (HEREDOC.test(first.text))
    return { at, message: "this is a command of a shell", help: "write the lines alone that the command would write" };
  return isToml(first.text, second?.text ?? "") ? { at, ...TOML } : undefined;
}

const TOML = {
  message: "this is TOML",
  help: "write YAML or JSON: `key: value`, and a mapping for each `[table]`",
} as const;

/** The end of a command that reads the lines below it. */
const HEREDOC = /<<-?\s*["']?\w+["']?$/;

/** A command behind the prompt of a shell. */
const PROMPT = /^\s*(?:[\w.-]+@[\w.-]+[:~ ]\S*)?\$ +[\w./-]/;

/** The beginning of a text of several lines, as shells and Terraform write it. */
const HERE = /:[ \t]+(<<[-~]?["']?([A-Za-z]\w*)["']?)[ \t]*$/;

/** The words for the end of such a text, which YAML cannot read. */
export function hereText(text: string, { start: at }: Span): Wording | undefined {
  const before = text.slice(Math.max(at - LONGEST, 0), at);
  const offset = at - before.length;
  const lines = Array.from(before.matchAll(/^.*$/gm), ({ 0: line, index }) => ({ line, index }));
  const opener = lines.findLast(({ line }) => HERE.test(line));
  const [, written = "", word = ""] = HERE.exec(opener?.line ?? "") ?? [];
  const end = /^[ \t]*(\w+)/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))?.[1];
  if (opener === undefined || end !== word) return undefined;
  const start = offset + opener.index + opener.line.lastIndexOf(written);
  return {
    at: { span: { start, end: start + written.length } },
    message: `\`${written}\` begins no text in YAML`,
    help: `write \`|\` for a text of several lines, and remove the line \`${word}\` below it`,
  };
}

const FENCE = /^\s*(?:`{3,}|~{3,})[\w-]*\s*$/;

/** Both fences around a whole text, removed. */
function withoutFences(text: string): Pick<Wording, "help" | "fixes"> {
  const help = "remove the lines with ``` around the configuration";
  const changes: Change[] = [];
  let start = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (FENCE.test(line)) changes.push({ kind: "replace-text", span: { start, end: start + line.length }, text: "" });
    start += line.length;
  }
  const isAround = changes.length === 2 && FENCE.test(text.trim().split("\n", 1)[0] ?? "");
  return { help, fixes: isAround ? [{ title: "remove the fences", safe: true, changes }] : [] };
}

const TABLE = /^\[{1,2}[\w."'-]+\]{1,2}\s*(?:#.*)?$/;
const ASSIGNMENT = /^[\w."'-]+\s*=\s*(?:["'[{]|[-+\d]|true\b|false\b)/;

/** Whether the first lines are tables and assignments of TOML, or sections of settings like it. */
function isToml(first: string, second: string): boolean {
  return ASSIGNMENT.test(first) || (TABLE.test(first) && /^[\w."'-]+\s*=|^\[/.test(second));
}

interface Line {
  readonly text: string;
  readonly start: number;
}

/** The first two lines that are neither blank nor comments. */
function headOf(text: string): readonly Line[] {
  const head = text.slice(0, LONGEST).matchAll(/^[ \t]*([^\s#].*)$/gm);
  return Array.from(head, ({ 0: line, 1: written = "", index }) => ({
    text: written.trimEnd(),
    start: index + line.length - written.length,
  })).slice(0, 2);
}

/** Longer beginnings are no head of a configuration. */
const LONGEST = 4096;

/** A comment of settings or of a program, on a line of its own. */
const OTHER_COMMENT = /^\s*(;+|\/\/+|\/\*)\s/;

/** The words for such a comment at a place in YAML. */
export function otherComment(text: string, { start: at }: Span): Wording | undefined {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const line = text.slice(from, from + LONGEST).split("\n", 1)[0] ?? "";
  const [, mark] = OTHER_COMMENT.exec(line) ?? [];
  if (mark === undefined) return undefined;
  const start = from + line.indexOf(mark);
  const changes: readonly Change[] = [{ kind: "replace-text", span: { start, end: start + mark.length }, text: "#" }];
  const message = "a comment begins with `#`";
  if (mark === "/*") return { message, help: "write a `#` before each line of it" };
  return { message, fixes: [{ title: "write `#`", safe: true, changes }] };
}
