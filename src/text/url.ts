/** Parses URLs by the URL standard. */
import { remembered } from "./once.js";

/** Remembered: several rules parse the same text, and parsing is the slowest part of their checks. */
const parsed = remembered((text) => ({ url: URL.canParse(text) ? new URL(text) : undefined }));

/** The URL of a text; undefined for any other text. */
export function urlOf(text: string): URL | undefined {
  return parsed(text).url;
}
