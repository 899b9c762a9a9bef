/** The log of the session as it lies on the disk, read without the code that writes it. */
import type { LogEntry } from "../../src/generated/protocol/types.js";
import type { Disk } from "../ports/disk.js";

/** Characters of a line before its JSON. */
const HEAD = 9;

/** The entries up to the first line that is none. */
export function entriesOn(disk: Disk, directory: string): readonly LogEntry[] {
  const segments = [...disk.image()]
    .filter(([path]) => path.startsWith(`${directory}/`))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const entries: LogEntry[] = [];
  for (const [, latin] of segments)
    for (const line of Buffer.from(latin, "latin1").toString("utf8").split("\n")) {
      if (line === "") continue;
      try {
        entries.push(JSON.parse(line.slice(HEAD)) as LogEntry);
      } catch {
        return entries;
      }
    }
  return entries;
}

/** The attachments of all prompts and inputs. */
export function artifactsIn(entries: readonly LogEntry[]): readonly string[] {
  const attachments = entries.flatMap((entry) => {
    if (entry.t === "input") return entry.input.attachments ?? [];
    return entry.t === "prompt" ? (entry.item?.attachments ?? []) : [];
  });
  return attachments.flatMap((attachment) => ("artifact_id" in attachment ? [attachment.artifact_id] : []));
}
