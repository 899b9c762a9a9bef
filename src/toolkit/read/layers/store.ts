/**
 * Writes the file of a layer: whole or not at all, and only to the place that its name gives (S37), except for its user's own links (S47).
 */
import type { WritingHost } from "../host/host.js";
import { isWrittenElsewhere, ownPlace } from "./identity.js";
import type { Layer } from "./layer.js";

/** Writes a file that still holds the text that was read; with `isNew`, one that still does not exist. On failure, returns the reason. */
export function store(
  host: WritingHost,
  { document, file, scope }: Layer,
  text: string,
  isNew: boolean,
): string | undefined {
  if (file === undefined) return "it is not a file";
  if (scope === "project" && isWrittenElsewhere(host, file)) return "it is reached through a symbolic link";
  const place = scope === "global" ? ownPlace(host, file) : file;
  const encode = (content: string): Uint8Array => new TextEncoder().encode(content);
  return isNew
    ? host.createFile(place, encode(text))
    : host.replaceFile(place, encode(document.source.text), encode(text));
}

/** Whether a text is a SHA-256 in hexadecimal. */
export function isDigest(text: string): boolean {
  return /^[\da-f]{64}$/i.test(text);
}

/** Whether the file of a layer had the bytes with this digest when it was read. A layer without a file has none. */
export function isVersion({ sha256 }: Layer, digest: string): boolean {
  return sha256?.() === digest.toLowerCase();
}
