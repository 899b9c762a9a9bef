/** The tool `write`: the whole text of a file, for models whose `edit_format` is `whole` (P-S107). */
import { printable } from "../../../text/escape.js";
import type { Tool, ToolCall, ToolResult } from "../tools/tool.js";
import { changeQuestion, commit } from "./change.js";
import { CHANGED } from "./edit.js";
import { failed, fileTool } from "./file-tool.js";
import { expectPath, expectText } from "./input.js";
import { bytesOf, isThere } from "./read.js";
import { allowedPlace, Refusal, shownPath, type Workplace } from "./workplace.js";

export function writeTool(workplace: Workplace): Tool {
  return fileTool(workplace, {
    name: "write",
    description: `Writes the whole text of a file: a new one, with the directories around it, or one that you have read. Lines of a file with CRLF \
keep their ends. A file that changed since you read it has to be read again.`,
    properties: {
      path: { type: "string", description: "The file, from the working directory or absolute." },
      content: { type: "string", description: "The whole text." },
    },
    required: ["path", "content"],
    isChanging: true,
    asked: (input) => ({ path: expectPath(input), content: expectText(input, "content").toWellFormed() }),
    question: ({ path, content }) => changeQuestion(`write ${printable(path)}`, "", content),
    run: (asked, call) => workplace.seen.inTurn(() => write(workplace, asked, call)),
  });
}

interface AskedText {
  readonly path: string;
  readonly content: string;
}

async function write(workplace: Workplace, { path, content }: AskedText, call: ToolCall): Promise<ToolResult> {
  const place = await allowedPlace(workplace, path, call);
  const shown = shownPath(workplace, place);
  if (!(await isThere(workplace, place)))
    return commit(workplace, { place, before: undefined, after: Buffer.from(content), said: `made \`${shown}\`` });
  const before = await bytesOf(workplace, place);
  const seen = workplace.seen.compare(place, before);
  if (seen === "changed") throw new Refusal(CHANGED);
  if (seen === "unseen" && before.length > 0)
    throw new Refusal(`\`${shown}\` exists: read it before you write it anew`);
  const after = likeBefore(content, before);
  if (Buffer.from(before).equals(after)) return failed("the file has this text already: nothing was changed");
  return commit(workplace, { place, before, after, said: `wrote \`${shown}\`` });
}

const MARK = "\uFEFF";

/** With the mark at the beginning, and the ends of lines, of the file before, where all its lines end alike. */
function likeBefore(content: string, before: Uint8Array): Uint8Array {
  const old = new TextDecoder("utf-8", { ignoreBOM: true }).decode(before);
  const isMarked = old.startsWith(MARK) && !content.startsWith(MARK);
  const isReturned = old.includes("\r\n") && !/(?<!\r)\n/.test(old) && !content.includes("\r");
  return Buffer.from(`${isMarked ? MARK : ""}${isReturned ? content.replaceAll("\n", "\r\n") : content}`);
}
