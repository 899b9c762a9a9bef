/** What a tool does, for people: a line for each call, and the beginning and end of its result. Texts of tools are those of strangers. */
import { print, type Terminal } from "../../../terminal/terminal.js";
import { harmless, printable, unheeded } from "../../../text/escape.js";
import { aroundChanges, lineDiff } from "../../../text/line-diff.js";
import { cutTo } from "../../../text/width.js";
import type { Change, HistoryItem } from "../../wire/client/index.js";
import { endsIn, leftOutLine } from "../../wire/core/preview.js";
import { utf8Bytes } from "../../wire/core/text-size.js";

type FileDiff = NonNullable<NonNullable<HistoryItem["tool"]>["diff"]>;

export interface Width {
  /** Columns of the terminal; without one a long line is cut all the same. */
  readonly columns?: number;
  readonly isTTY?: boolean;
}

const INDENT = "    ";
const COLUMNS = 200;

/** Lines of a result that are shown at its beginning and at its end. */
const FIRST = 4;
const LAST = 4;

/** Characters at both ends of a text in which those lines are looked for. */
const NEAR = 16_384;

/** `shell: npm test`. */
export function callLine({ tool, text = "" }: HistoryItem, { columns = COLUMNS }: Width): string {
  const input = inputOf(tool?.input) ?? text;
  const lines = input.trim().split("\n", 1000);
  const [first = ""] = lines;
  const more = lines.length === 1 ? "" : ` … (${lines.length - 1} more ${lines.length === 2 ? "line" : "lines"})`;
  const name = printable((tool?.name ?? "a tool").slice(0, 200));
  return `${cutTo(`${name}: ${printable(first.slice(0, 4 * columns))}`, Math.max(20, columns - more.length))}${more}`;
}

/** Rows of a change that are shown, and unchanged lines around each of its places. */
const MOST_ROWS = 12;
const CONTEXT = 2;

/** `src/a.ts:7`, and below it the lines that go and come. */
function diffLines({ path, old, new: now, line = 1, elided }: FileDiff, { columns = COLUMNS, isTTY }: Width): string {
  const safe = isTTY === true ? harmless : unheeded;
  const room = Math.max(20, columns - INDENT.length);
  const rows = aroundChanges(lineDiff(old ?? "", now), CONTEXT).filter((row) => row !== undefined);
  const shown = rows
    .slice(0, MOST_ROWS)
    .map(({ sign, text }) => `${sign} ${text.slice(0, 8 * room).replace(/\r$/, "")}`);
  const left = rows.length - shown.length;
  const more = left > 0 ? [`… ${left} more ${left === 1 ? "line" : "lines"}`] : elided === true ? ["…"] : [];
  const head = `${printable(path)}${old === null ? " (new)" : `:${line}`}`;
  return [head, ...shown.map(safe), ...more].map((row) => `${INDENT}${cutTo(row, room)}\n`).join("");
}

/** The lines of a result, indented, each with a line feed. */
export function resultLines({ tool, text = "", elided, attachments = [] }: HistoryItem, width: Width): string {
  if (tool?.diff !== undefined) return diffLines(tool.diff, width);
  const { columns = COLUMNS, isTTY } = width;
  const safe = isTTY === true ? harmless : unheeded;
  const room = Math.max(20, columns - INDENT.length);
  // Colours are all that is taken away; anything else that acts is spelled out.
  const shown = (line: string): string => cutTo(safe(uncoloured(line.slice(0, 8 * room))), room);
  const { first, left, last } = linesIn(text, elided?.bytes);
  const isError = tool?.is_error === true;
  const lines = [
    ...first.map(shown),
    ...(left === undefined ? [] : [left]),
    ...last.map(shown),
    ...(attachments.length === 0 ? [] : [`(attachments: ${attachments.length})`]),
  ];
  if (lines.length === 0) lines.push("(no output)");
  if (isError) lines[0] = `error: ${lines[0]}`;
  return lines.map((line) => `${INDENT}${line}\n`).join("");
}

export const DENIED = "not allowed";

/** How a call ended, in a few words: `not allowed`, `exit code 3`, `error`, `done`. */
export function outcomeOf({ tool, text = "" }: HistoryItem): string {
  if (tool?.is_denied === true) return DENIED;
  if (tool?.is_error !== true) return "done";
  const [, said = ""] =
    /\[(exit code \S{1,20}|killed by \S{1,20}|it took longer than \d+ s)[^\]\n]*\]\s*$/.exec(text.slice(-1000)) ?? [];
  return said === "" ? "error" : said;
}

/** The input in a line: the command of a shell, the file of a tool of files, the only text of an input with one field, or JSON. */
function inputOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const { command, path, pattern, content, old, from, to } = input as Readonly<Record<string, unknown>>;
  if (typeof command === "string") return command;
  if (typeof path === "string" && (old !== undefined || content !== undefined)) return path;
  if (typeof path === "string" && typeof from === "number")
    return `${path}:${from}${typeof to === "number" ? `-${to}` : ""}`;
  if (typeof pattern === "string") return typeof path === "string" ? `${pattern} in ${path}` : pattern;
  const values = Object.values(input);
  if (values.length === 1 && typeof values[0] === "string") return values[0];
  try {
    return JSON.stringify(input);
  } catch {
    // It is nested too deeply.
    return "{…}";
  }
}

interface Lines {
  readonly first: readonly string[];
  /** The line that stands for those between them. */
  readonly left?: string;
  readonly last: readonly string[];
}

/** `bytes`: those of the whole text, where this is a part of it. */
function linesIn(text: string, bytes: number | undefined): Lines {
  const ends = bytes === undefined ? undefined : endsIn(text, bytes);
  if (ends !== undefined) {
    const [first, last] = [firstOf(ends.head.trimEnd()), lastOf(ends.tail.trimEnd())];
    const shown = utf8Bytes(first.join("\n")) + utf8Bytes(last.join("\n"));
    return { first, left: leftOutLine(ends.whole - shown).trim(), last };
  }
  const body = text.trimEnd();
  // An item of an earlier version shows no end.
  if (bytes !== undefined && bytes > utf8Bytes(text))
    return { first: firstOf(body), left: `… the beginning of ${bytes} bytes`, last: [] };
  const count = body === "" ? 0 : countOf(body);
  if (count <= FIRST + LAST + 1) return { first: count === 0 ? [] : linesOf(body), last: [] };
  return { first: firstOf(body), left: `… ${count - FIRST - LAST} more lines`, last: lastOf(body) };
}

function firstOf(text: string): readonly string[] {
  return linesOf(text.slice(0, NEAR)).slice(0, FIRST);
}

function lastOf(text: string): readonly string[] {
  return linesOf(text.slice(-NEAR)).slice(-LAST);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

function countOf(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The bytes by which programs colour a text. */
function uncoloured(line: string): string {
  return line.includes("\x1b[") ? line.replaceAll(COLOUR, "") : line;
}

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");

/** Its call is a question that is shown as such. */
const ASKS = "ask_user";

/** The calls of tools as they come, on standard error: standard output is for answers. */
export class ToolTalk {
  readonly #terminal: Pick<Terminal, "stderr">;
  /** The lines of calls without a result. */
  readonly #calls = new Map<string, string>();
  /** The call whose line stands above; the result of another one names its own. */
  #above: string | undefined;

  constructor(terminal: Pick<Terminal, "stderr">) {
    this.#terminal = terminal;
  }

  async take(change: Change): Promise<void> {
    const isOver = change.kind === "record" && change.record.kind === "turn_finished";
    if (isOver || change.kind === "snapshot") this.#calls.clear();
    const text = change.kind === "item" ? this.#textOf(change.item) : "";
    await print(this.#terminal.stderr, text);
  }

  #textOf(item: HistoryItem): string {
    const { kind, tool } = item;
    if (tool === undefined || tool.name === ASKS) return "";
    const { call_id: id } = tool;
    if (kind === "tool_call") {
      const line = callLine(item, this.#terminal.stderr);
      this.#calls.set(id, line);
      this.#above = id;
      return `${line}\n`;
    }
    if (kind !== "tool_result") return "";
    const line = this.#calls.get(id);
    const heading = this.#above === id || line === undefined ? "" : `${line}\n`;
    this.#calls.delete(id);
    this.#above = undefined;
    return `${heading}${resultLines(item, this.#terminal.stderr)}`;
  }
}
