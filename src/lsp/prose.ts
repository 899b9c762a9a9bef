/** Text for people as Markdown, or plain for clients without it. Text from a file stays text: Markdown, HTML and links in it do not act. */
import { printable } from "../text/escape.js";
import { ruleInfos } from "../toolkit/judge/rules/info.js";
import type { ClientCapabilities, MarkupContent } from "./protocol.js";

export type Piece = string | { readonly code: string } | { readonly strong: string };

/** A line of pieces, or a block of unformatted lines. */
export type Line = readonly Piece[] | { readonly block: string };

/** A piece for a sentence that marks names with backticks. */
export function sentence(text: string): readonly Piece[] {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : { code: part }));
}

/** The mistake that a rule reports. */
export function reasonOf(rule: string): readonly Piece[] {
  const { summary = "" } = ruleInfos.find(({ id }) => id === rule) ?? {};
  return [{ code: rule }, " reports ", ...sentence(summary)];
}

export function markup(lines: readonly Line[], isMarkdown: boolean): MarkupContent {
  const write = isMarkdown ? markdown : plain;
  return { kind: isMarkdown ? "markdown" : "plaintext", value: lines.map(write).join(isMarkdown ? "\n\n" : "\n") };
}

export function takesMarkdown(formats: readonly string[] | undefined): boolean {
  return Array.isArray(formats) && formats.includes("markdown");
}

export function hoverTakesMarkdown({ textDocument }: ClientCapabilities): boolean {
  return takesMarkdown(textDocument?.hover?.contentFormat);
}

function markdown(line: Line): string {
  if ("block" in line) return fenced(line.block);
  return line
    .map((piece) => {
      if (typeof piece === "string") return escaped(piece);
      return "code" in piece ? codeSpan(piece.code) : `**${escaped(piece.strong)}**`;
    })
    .join("");
}

function plain(line: Line): string {
  if ("block" in line) return line.block.split("\n").map(printable).join("\n");
  return line
    .map((piece) => printable(typeof piece === "string" ? piece : "code" in piece ? piece.code : piece.strong))
    .join("");
}

/** Every punctuation mark of ASCII may be escaped. Editors make links of addresses, also of those without brackets. */
function escaped(text: string): string {
  return printable(text)
    .replace(/[!-/:-@[-`{-~]/g, (mark) => (/[,.:;'"()%/]/.test(mark) ? mark : `\\${mark}`))
    .replace(/(^|\s)(\d+)([.)])/g, "$1$2\\$3")
    .replace(/:(?=\/\/)|(?<=www)\./gi, "\\$&");
}

function codeSpan(code: string): string {
  const text = printable(code) || " ";
  const fence = "`".repeat(longestRun(text) + 1);
  const room = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${fence}${room}${text}${room}${fence}`;
}

function fenced(block: string): string {
  const text = block.split("\n").map(printable).join("\n");
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}yaml\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
