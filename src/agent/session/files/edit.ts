/** The tool `edit`: a text of a file replaced by another one (P-S107). */
import { printable } from "../../../text/escape.js";
import type { Tool, ToolCall, ToolResult } from "../tools/tool.js";
import { changeQuestion, commit } from "./change.js";
import { failed, fileTool } from "./file-tool.js";
import { expectPath, expectText, flagIn } from "./input.js";
import { numbered } from "./lines.js";
import { near } from "./near-lines.js";
import { bytesOf, isThere } from "./read.js";
import { replaced } from "./replacement.js";
import { allowedPlace, Refusal, shownPath, type Workplace } from "./workplace.js";

export function editTool(workplace: Workplace): Tool {
  return fileTool(workplace, {
    name: "edit",
    description: `Replaces a text of a file by another one. \`old\` must be in the file exactly, white space included and without the numbers that \
\`read\` shows, and only once: add lines around it, or set \`all\`. Lines of a file with CRLF are written with plain line ends here and keep theirs. \
With an empty \`old\` it makes a new file, and the directories around it. A file that changed since you read it has to be read again.`,
    properties: {
      path: { type: "string", description: "The file, from the working directory or absolute." },
      old: { type: "string", description: "The text to replace; empty for a new file." },
      new: { type: "string", description: "The text in its place." },
      all: { type: "boolean", description: "Whether to replace it everywhere in the file." },
    },
    required: ["path", "old", "new"],
    isChanging: true,
    asked: (input) => ({
      path: expectPath(input),
      old: expectText(input, "old"),
      wanted: expectText(input, "new"),
      all: flagIn(input, "all"),
    }),
    question: ({ path, old, wanted, all }) =>
      changeQuestion(`edit ${printable(path)}${all ? ", in all places" : ""}`, old, wanted),
    run: (asked, call) => workplace.seen.inTurn(() => edit(workplace, asked, call)),
  });
}

interface AskedEdit {
  readonly path: string;
  readonly old: string;
  readonly wanted: string;
  readonly all: boolean;
}

async function edit(workplace: Workplace, asked: AskedEdit, call: ToolCall): Promise<ToolResult> {
  const { path, old, wanted, all } = asked;
  const place = await allowedPlace(workplace, path, call);
  const shown = shownPath(workplace, place);
  if (old === wanted && old !== "") return failed("`old` and `new` are the same text: nothing was changed");
  if (old === "" && !(await isThere(workplace, place))) {
    const after = Buffer.from(wanted.toWellFormed(), "utf8");
    return commit(workplace, { place, before: undefined, after, said: `made \`${shown}\`` });
  }
  const before = await bytesOf(workplace, place);
  if (before.includes(0)) return failed("it is no text: nothing was changed");
  if (workplace.seen.compare(place, before) === "changed") throw new Refusal(CHANGED);
  if (old === "") {
    if (before.length > 0) return failed(`\`${shown}\` exists and is not empty: give the text to replace in \`old\``);
    const after = Buffer.from(wanted.toWellFormed(), "utf8");
    return commit(workplace, { place, before, after, said: `wrote \`${shown}\`` });
  }
  const done = replaced(before, { old, new: wanted, all });
  if (done.kind === "absent") return absent(before, old);
  if (done.kind === "repeated") return repeated(before, done.lines);
  if (done.kind === "crowded") return failed("`old` is there too often: nothing was changed");
  const { bytes: after, lines } = done;
  return commit(workplace, { place, before, after, said: `changed \`${shown}\`: ${linesSaid(lines)}` });
}

export const CHANGED = "the file changed since you read it: read it again";

const SHOWN_LINES = 10;

/** `line 4`, `3 places, in lines 4, 9 and 12`. */
function linesSaid(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  const shown = [...new Set(lines)].slice(0, SHOWN_LINES).join(", ");
  return `${lines.length} places, in lines ${shown}${lines.length > SHOWN_LINES ? " …" : ""}`;
}

function absent(before: Uint8Array, old: string): ToolResult {
  const found = near(new TextDecoder().decode(before), old);
  const said = "`old` is not in the file: nothing was changed";
  if (found === undefined) return failed(`${said}; no line comes near it`);
  return { text: `[${said}; ${found.why}:]\n${found.text}`, isError: true };
}

function repeated(before: Uint8Array, lines: readonly number[]): ToolResult {
  const all = new TextDecoder().decode(before).split(/\r?\n/);
  const shown = [...new Set(lines)].slice(0, SHOWN_LINES);
  const rows = shown.map((line) => numbered(line, all[line - 1] ?? ""));
  const said = `\`old\` is there ${lines.length} times: nothing was changed; add lines around it, or set \`all\`; it begins here:`;
  return { text: [`[${said}]`, ...rows].join("\n"), isError: true };
}
