/** The place that a URL leads to, as clients read it. */
import { literalOf } from "../../../text/scan.js";
import { urlOf } from "../../../text/url.js";
import type { Json } from "../../read/document/data.js";

/** Scheme, host and port as the URL standard reads them; undefined for a text that is not a URL, or is known only after loading. */
export function originOf(value: Json | undefined): string | undefined {
  const { protocol, host = "" } = urlIn(value) ?? {};
  return host === "" ? undefined : `${protocol}//${host}`;
}

/** Whether two texts are the same URL in any spelling. */
export function isSameUrl(one: Json | undefined, other: Json | undefined): boolean {
  const [first, second] = [urlIn(one), urlIn(other)];
  return first !== undefined && second !== undefined && withoutEnd(first) === withoutEnd(second);
}

function withoutEnd({ href, hash }: URL): string {
  return href.slice(0, href.length - hash.length).replace(/\/$/, "");
}

function urlIn(value: Json | undefined): URL | undefined {
  const text = typeof value === "string" ? literalOf(value) : undefined;
  return text === undefined ? undefined : urlOf(text);
}
