/** Long answers: records and pages hold a part, the folder of the session the whole (P-S54). */
import type { HistoryItem } from "../../../generated/protocol/types.js";
import { printable } from "../../../text/escape.js";
import { FileError } from "../../machine/interfaces/files.js";
import { readArtifact } from "../../session/store/artifacts.js";
import { SessionError } from "../../session/store/failure.js";
import type { SessionPaths } from "../../session/store/paths.js";
import { machine } from "../common/machine.js";

/** The whole text of an item; undefined when it cannot be read, or does not fit its digest. */
export async function wholeText(
  { attachments }: SessionPaths,
  { text = "", elided }: HistoryItem,
): Promise<string | undefined> {
  if (elided === undefined) return text;
  if (elided.artifact_id === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      await readArtifact(machine.files, attachments, elided.artifact_id),
    );
  } catch (error) {
    if (error instanceof FileError || error instanceof SessionError) return undefined;
    throw error;
  }
}

/** The message for an answer of which only a part is shown. */
export function sayPart({ attachments }: SessionPaths, { elided }: HistoryItem): string {
  const file = elided?.artifact_id && machine.files.join(attachments, elided.artifact_id);
  const where = file === undefined ? "" : `; the whole should be in ${printable(file)}`;
  return `the answer is longer than the part shown (${elided?.bytes ?? 0} bytes)${where}`;
}
