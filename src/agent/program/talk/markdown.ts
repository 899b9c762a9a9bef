/**
 * A history as Markdown (P-S112). Every text stands in a fence that is longer than any in it, and every name in a code span: no content can end its
 * block, add a heading or become HTML.
 */
import { escapedInQuotes, printable, unheeded } from "../../../text/escape.js";
import type { HistoryItem } from "../../wire/client/index.js";

interface Heading {
  readonly sessionId: string;
  readonly title: string | null;
  readonly totalItems: number;
}

export function markdownHead({ sessionId, title, totalItems }: Heading): string {
  const items = totalItems === 1 ? "1 item" : `${totalItems} items`;
  return `# ${title === null ? "Session" : codeSpan(title)}\n\nSession ${codeSpan(sessionId)}, ${items}.\n`;
}

export function markdownItem(item: HistoryItem): string {
  const { index, at, text, tool, elided, attachments = [], partial } = item;
  const input = item.kind === "tool_call" && tool?.input !== undefined ? fenced(jsonOf(tool.input), "json") : undefined;
  const blocks = [
    `## ${index + 1}. ${headingOf(item)}`,
    codeSpan(at),
    ...(input === undefined ? [] : [input]),
    ...(text === undefined || (text === "" && input !== undefined) ? [] : [fenced(text, languageOf(item))]),
    ...(partial === true ? ["The text ends early."] : []),
    ...(elided === undefined ? [] : [partOf(elided)]),
    ...(attachments.length === 0 ? [] : [attachments.map(attachmentLine).join("\n")]),
  ];
  return `\n${blocks.join("\n\n")}\n`;
}

function headingOf({ kind, tool, attribution }: HistoryItem): string {
  const name = tool === undefined ? "a tool" : codeSpan(tool.name);
  const model =
    attribution.kind === "captured" && attribution.model !== null ? ` of ${codeSpan(attribution.model)}` : "";
  switch (kind) {
    case "user_message":
      return "Prompt";
    case "assistant_message":
      return `Answer${model}`;
    case "reasoning":
      return `Reasoning${model}`;
    case "tool_call":
      return `Call of ${name}`;
    case "tool_result":
      return `Result of ${name}${tool?.is_denied === true ? ": not allowed" : tool?.is_error === true ? ": error" : ""}`;
    case "notice":
      return "Notice";
    default:
      // A later version may have other kinds.
      return codeSpan(kind satisfies never);
  }
}

function languageOf({ kind }: HistoryItem): string {
  return kind === "assistant_message" ? "markdown" : "text";
}

function partOf({ bytes, artifact_id: id }: NonNullable<HistoryItem["elided"]>): string {
  const where = id === undefined ? "" : `; the whole is the attachment ${codeSpan(id)}`;
  return `This is a part of ${bytes} bytes${where}.`;
}

function attachmentLine(attachment: NonNullable<HistoryItem["attachments"]>[number]): string {
  if ("unavailable" in attachment) return `- An attachment is unavailable: ${codeSpan(attachment.reason)}`;
  const { artifact_id: id, media_type: type, name, total_length: bytes } = attachment;
  return `- Attachment ${name === undefined ? "" : `${codeSpan(name)}, `}${codeSpan(type)}, ${bytes} bytes: ${codeSpan(id)}`;
}

/** Most characters of a JSON that is indented: a deep one grows with the square of its depth. */
const INDENTED = 2000;

function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  return escapedInQuotes(json.length > INDENTED ? json : JSON.stringify(value, null, 2));
}

/** Of control characters only line breaks stay; commands of CI systems are broken up. */
function fenced(text: string, language: string): string {
  const shown = unheeded(text.replaceAll("\r\n", "\n"));
  const fence = "`".repeat(Math.max(3, longestTicks(shown) + 1));
  return `${fence}${language}\n${shown}${shown === "" || shown.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** One line. */
function codeSpan(text: string): string {
  const shown = printable(text);
  if (shown.trim() === "") return "(empty)";
  const ticks = "`".repeat(longestTicks(shown) + 1);
  const room = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${ticks}${room}${shown}${room}${ticks}`;
}

function longestTicks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
