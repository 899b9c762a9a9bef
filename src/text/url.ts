/** Parses URLs as the URL standard does. */
import { remembered } from "./once.js";

/** Remembered: several rules ask about the same text, and parsing is the slowest part of their checks. */
const parsed = remembered((text) => ({ url: URL.canParse(text) ? new URL(text) : undefined }));

/** The URL of a text; undefined for a text that is not a URL. */
export function urlOf(text: string): URL | undefined {
  return parsed(text).url;
}
