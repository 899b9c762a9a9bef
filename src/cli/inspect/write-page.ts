/** Writes a page into a file: whole or not at all, and over nothing but an earlier page. */
import { BEGINNING } from "../../service/inspect/page/page.js";
import { ENDINGS } from "../../toolkit/read/document/formats.js";
import type { WritingHost } from "../../toolkit/read/host/host.js";
import { realName } from "../../toolkit/read/layers/identity.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";

/** The largest earlier page that is replaced, in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** Returns the reason of a failure, completing "cannot write FILE: …", or undefined. */
export function writePage(host: WritingHost, file: string, page: string, layers: readonly Layer[]): string | undefined {
  const path = host.resolve(file);
  const name = realName(host, path);
  const isLayer = layers.some((layer) => layer.file !== undefined && realName(host, layer.file) === name);
  if (isLayer) return "it is one of the files that the page is about";
  const ending = ENDINGS.find((one) => path.toLowerCase().endsWith(one));
  // A page at the name of a missing layer would be read as that layer.
  if (ending !== undefined) return `\`${ending}\` is the ending of a configuration; \`.html\` is that of a page`;
  const bytes = new TextEncoder().encode(page);
  const kind = host.kindOf(path);
  if (kind === undefined) {
    const isNowhere = host.kindOf(host.join(path, "..")) === undefined;
    return isNowhere ? "there is no such directory" : host.createFile(path, bytes, true);
  }
  if (kind !== "file") return host.refusalOf(path) ?? "it is not a regular file";
  const before = host.readFile(path, LARGEST);
  if (before.kind === "unreadable") return before.reason;
  const isOurs = before.kind === "bytes" && isPage(before.bytes);
  return isOurs ? host.replaceFile(path, before.bytes, bytes) : "it exists and is not a page of `agentcfg inspect`";
}

function isPage(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, BEGINNING.length)) === BEGINNING;
}
