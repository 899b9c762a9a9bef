/** Writes reports into files: whole or not at all, and never over a checked file. */
import type { WritingHost } from "../../../toolkit/read/host/host.js";
import { realName } from "../../../toolkit/read/layers/identity.js";
import type { Layer } from "../../../toolkit/read/layers/layer.js";

/** The largest existing report that is replaced, in bytes. */
const LARGEST = 1024 ** 3;

/** Writes a report into a new or existing file. Returns the reason of a failure, completing "cannot write FILE: …", or undefined. */
export function writeReport(
  host: WritingHost,
  file: string,
  text: string,
  checked: readonly Layer[],
): string | undefined {
  const path = host.resolve(file);
  const name = realName(host, path);
  const isChecked = checked.some((layer) => layer.file !== undefined && realName(host, layer.file) === name);
  if (isChecked) return "it is one of the files that are checked";
  const bytes = new TextEncoder().encode(text);
  if (host.kindOf(path) === undefined) return host.createFile(path, bytes, true);
  const before = host.readFile(path, LARGEST);
  if (before.kind === "bytes") return host.replaceFile(path, before.bytes, bytes);
  return before.kind === "too-large" ? "it is too large for a report" : before.reason;
}

const STEP_SUMMARY = "GITHUB_STEP_SUMMARY";

/** The largest summary of a step that GitHub shows, in bytes. */
const LONGEST_SUMMARY = 1024 * 1024;

/** Appends to the summary that GitHub shows below the log, if there is one. Returns the reason of a failure, or undefined. */
export function appendSummary(host: WritingHost, text: string): string | undefined {
  const file = host.env[STEP_SUMMARY];
  if (file === undefined || file === "") return undefined;
  const refusal = append(host, host.resolve(file), new TextEncoder().encode(text));
  return refusal === undefined ? undefined : `cannot write the file that ${STEP_SUMMARY} names: ${refusal}`;
}

function append(host: WritingHost, path: string, added: Uint8Array): string | undefined {
  if (host.kindOf(path) === undefined) return host.createFile(path, added, true);
  const before = host.readFile(path, LONGEST_SUMMARY - added.length);
  if (before.kind === "too-large") return "there is no room in it";
  if (before.kind === "unreadable") return before.reason;
  return host.replaceFile(path, before.bytes, Buffer.concat([before.bytes, added]));
}
