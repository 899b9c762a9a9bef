/** A text as the URL standard reads it. */
import { remembered } from "./once.js";

/** Several rules ask about the same text, and parsing is the dearest part of their answers. */
const parsed = remembered((text) => ({ url: URL.canParse(text) ? new URL(text) : undefined }));

/** Undefined for what is no URL. */
export function urlOf(text: string): URL | undefined {
  return parsed(text).url;
}
