/** A change of a file: written whole or not at all, and told as a diff (P-S107). */
import { limits } from "../../../generated/protocol/tables.js";
import type { FileDiff } from "../../../generated/protocol/types.js";
import { aroundChanges, lineDiff } from "../../../text/line-diff.js";
import { FileError } from "../../machine/interfaces/files.js";
import { type Tree, WriteRefusal } from "../../machine/interfaces/tree.js";
import { previewOf } from "../../wire/core/preview.js";
import { jsonBytes, utf8Bytes } from "../../wire/core/text-size.js";
import type { ToolResult } from "../tools/tool.js";
import { holding, Refusal, type Workplace } from "./workplace.js";

interface FileChange {
  readonly place: string;
  /** Undefined for a new file. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
  /** The result in words. */
  readonly said: string;
}

/** Rejects with a `Refusal` or a `FileError`. */
export async function commit(workplace: Workplace, { place, before, after, said }: FileChange): Promise<ToolResult> {
  const { tree, seen, catalog } = workplace;
  if (after.length > limits.fileBytes) throw new Refusal(`the file would have more than ${limits.fileBytes} bytes`);
  if (before === undefined) await makeAround(tree, place);
  try {
    await holding(tree, place, (directory, name) => directory.put(name, after, before));
  } catch (error) {
    if (error instanceof WriteRefusal) throw new Refusal(`not written: ${error.message}`);
    throw error;
  }
  seen.note(place, after);
  catalog.forget();
  const diff = diffOf(place, before, after);
  return { text: said, isError: false, diff, locations: [{ path: place, line: diff.line ?? 1 }] };
}

/** Makes the directories around a new file, each in one that is held. */
async function makeAround(tree: Tree, place: string): Promise<void> {
  const [around] = tree.split(place);
  try {
    await (await tree.hold(around)).release();
  } catch (error) {
    if (!(error instanceof FileError) || error.failure !== "missing" || around === place) throw error;
    await makeAround(tree, around);
    await holding(tree, around, (directory, name) => directory.makeDirectory(name));
  }
}

const CONTEXT = 3;

/** The changed lines with some around them. */
function diffOf(path: string, before: Uint8Array | undefined, after: Uint8Array): FileDiff {
  const now = linesIn(after);
  if (before === undefined) return bounded({ path, old: null, new: now.join(""), line: 1 });
  const old = linesIn(before);
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const from = Math.max(0, start - CONTEXT);
  const rest = Math.max(0, end - CONTEXT);
  return bounded({
    ...{ path, line: from + 1 },
    old: old.slice(from, old.length - rest).join(""),
    new: now.slice(from, now.length - rest).join(""),
  });
}

/** Lines with their ends. */
function linesIn(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function bounded(diff: FileDiff): FileDiff {
  const fits = (text: string | null): boolean => text === null || utf8Bytes(text) <= limits.diffBytes;
  if (fits(diff.old) && fits(diff.new)) return diff;
  const part = (text: string): string => previewOf(text, { shows: "ends", most: limits.diffBytes });
  return { ...diff, old: diff.old === null ? null : part(diff.old), new: part(diff.new), elided: true };
}

/** What a person is asked about a change: its lines, of many the first and the last ones. */
export function changeQuestion(head: string, old: string, wanted: string): string {
  const rows = aroundChanges(lineDiff(old.replaceAll("\r\n", "\n"), wanted.replaceAll("\r\n", "\n")), CONTEXT);
  const text = rows.map((row) => (row === undefined ? "…" : `${row.sign}${row.text}`)).join("\n");
  const whole = [head, text].join("\n");
  for (let most = limits.questionBytes / 2; ; most /= 2) {
    const shown = previewOf(whole, { shows: "ends", most });
    if (most <= SHORT || jsonBytes(shown, limits.questionBytes) <= ROOM) return shown;
  }
}

const SHORT = 256;

/** The rest is for the lines before it and for what takes the place of credentials. */
const ROOM = (limits.questionBytes * 3) / 4;
