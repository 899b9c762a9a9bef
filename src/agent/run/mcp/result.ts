/** The result of a call, made from what a server sends. Content other than text and images is named, and not shown. */
import type { ToolImage, ToolResult } from "../tools/tool.js";
import { isFields } from "./listed.js";

const IMAGE = /^image\/(?:png|jpeg|gif|webp)$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

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
  return data.length % 4 === 0 && BASE64.test(data) ? { mediaType, base64: data } : undefined;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "[structured content that is too deep]";
  }
}
