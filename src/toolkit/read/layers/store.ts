/** Writes the file of a layer: whole or not at all, and nowhere else than its name says (S37), but for its user's own links (S47). */
import type { Host } from "../host/host.js";
import { isWrittenElsewhere, ownPlace } from "./identity.js";
import type { Layer } from "./layer.js";

/** Writes a file that still holds what was read, or with `isNew` one that is still not there; why not, if it cannot. */
export function store(host: Host, { document, file, scope }: Layer, text: string, isNew: boolean): string | undefined {
  if (file === undefined) return "it is not a file";
  if (scope === "project" && isWrittenElsewhere(host, file)) return "it is reached through a symbolic link";
  const place = scope === "global" ? ownPlace(host, file) : file;
  const encode = (content: string): Uint8Array => new TextEncoder().encode(content);
  return isNew
    ? host.createFile(place, encode(text))
    : host.replaceFile(place, encode(document.source.text), encode(text));
}
