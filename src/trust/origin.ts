/** Where a URL leads, in the eyes of whoever opens it. */
import type { Json } from "../document/data.js";
import { literalOf } from "../text/scan.js";
import { urlOf } from "../text/url.js";

/** Scheme, host and port as the URL standard reads them; undefined where that is no URL, or not known before it is loaded. */
export function originOf(value: Json | undefined): string | undefined {
  const text = typeof value === "string" ? literalOf(value) : undefined;
  const { protocol, host = "" } = (text !== undefined && urlOf(text)) || {};
  return host === "" ? undefined : `${protocol}//${host}`;
}
