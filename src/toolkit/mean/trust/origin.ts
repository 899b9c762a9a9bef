/** Where a URL leads, in the eyes of whoever opens it. */
import { literalOf } from "../../../text/scan.js";
import { urlOf } from "../../../text/url.js";
import type { Json } from "../../read/document/data.js";

/** Scheme, host and port as the URL standard reads them; undefined where that is no URL, or not known before it is loaded. */
export function originOf(value: Json | undefined): string | undefined {
  const { protocol, host = "" } = urlIn(value) ?? {};
  return host === "" ? undefined : `${protocol}//${host}`;
}

/** Whether two texts are the same URL, however it is spelled. */
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
