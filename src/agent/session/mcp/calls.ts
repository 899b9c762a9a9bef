/** One call of a tool: its time limit, its result, and words for its failure (spec 2.10). Knows no state of a server. */
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Fields, ToolImage, ToolResult } from "../tools/tool.js";
import { CallTime } from "./call-time.js";
import type { Connection } from "./connection.js";
import { isFields } from "./listed.js";
import { ServerProblem } from "./problem.js";

interface AskedCall {
  /** The name at the server. */
  readonly tool: string;
  readonly input: Fields;
  /** `default_timeout_seconds`; without one, only the signal ends the call. */
  readonly seconds: number | undefined;
}

/** Never rejects; `expired` when the server has not run the call, because its session is over. */
export async function callTool(
  connection: Connection,
  clock: Clock,
  { tool, input, seconds }: AskedCall,
  signal: AbortSignal,
): Promise<ToolResult | "expired"> {
  const time = new CallTime(clock, seconds, signal);
  try {
    return toolResult(await connection.call(tool, input, time));
  } catch (error) {
    if (signal.aborted) return failed("the call was cancelled");
    if (time.signal.aborted) return failed(`the call took longer than ${seconds} s and was cancelled`);
    if (error instanceof ServerProblem && error.kind === "expired") return "expired";
    return failed(wordsOf(error));
  } finally {
    time.end();
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof ServerProblem && error.kind === "scope")
    return `the tool server refuses the call: ${error.message}; a new login asks for it`;
  if (error instanceof ServerProblem) return `the tool server failed during the call: ${error.message}`;
  return `the tool server answered with an error: ${error instanceof Error ? error.message.toWellFormed() : "unknown"}`;
}

const IMAGE = /^image\/(?:png|jpeg|gif|webp)$/;

/** Looks for the first other character: an expression that repeats over all of an image may need more stack than V8 has. */
function isBase64(text: string): boolean {
  const end = text.search(/[^A-Za-z0-9+/]/);
  return text !== "" && text.length % 4 === 0 && (end === -1 || /^={1,2}$/.test(text.slice(end)));
}

export function failed(text: string): ToolResult {
  return { text, isError: true };
}

/** Never throws, whatever the server sent. */
export function toolResult(sent: unknown): ToolResult {
  if (!isFields(sent)) return failed("the tool server sent a result that is none");
  const { content = [], structuredContent, isError } = sent;
  if (!Array.isArray(content)) return failed("the tool server sent a result whose content is no list");
  const parts = content.map(partOf);
  const images = parts.flatMap((part) => (typeof part === "string" ? [] : [part]));
  const texts = parts.filter((part) => typeof part === "string");
  if (content.length === 0 && structuredContent !== undefined) texts.push(jsonOf(structuredContent));
  const text = texts.join("\n");
  return {
    text: text === "" && images.length === 0 ? "(the result is empty)" : text,
    isError: isError === true,
    ...(images.length === 0 ? {} : { images }),
  };
}

function partOf(part: unknown): string | ToolImage {
  if (!isFields(part)) return "[something that is no content]";
  const { type, text, data, mimeType, resource, uri, name } = part;
  if (type === "text" && typeof text === "string") return text.toWellFormed();
  if (type === "image") return imageOf(data, mimeType) ?? "[an image that cannot be shown]";
  if (type === "audio") return "[a sound, not shown]";
  if (type === "resource_link")
    return `[resource ${[name, uri].filter((one) => typeof one === "string").join(" ")}]`.toWellFormed();
  if (type === "resource" && isFields(resource)) return resourceOf(resource);
  return "[content of a kind that is not known]";
}

function resourceOf({ text, blob, mimeType, uri }: Readonly<Record<string, unknown>>): string | ToolImage {
  if (typeof text === "string") return text.toWellFormed();
  const named = typeof uri === "string" ? ` ${uri.toWellFormed()}` : "";
  return imageOf(blob, mimeType) ?? `[resource${named}, not shown]`;
}

function imageOf(data: unknown, mediaType: unknown): ToolImage | undefined {
  if (typeof data !== "string" || typeof mediaType !== "string" || !IMAGE.test(mediaType)) return undefined;
  return isBase64(data) ? { mediaType, base64: data } : undefined;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "[structured content that is too deep]";
  }
}
