/** Help that begins with examples, because most people read no further. */
import { columnsOf } from "../text/width.js";
import { wrapped } from "../text/wrap.js";
import type { Example } from "./command.js";

/** What is said first of the program as a whole. */
export const PROGRAM_EXAMPLES: readonly Example[] = [
  { line: "agentcfg lint", describe: "check what is in effect here" },
  { line: "agentcfg lint --fix .agent/config.yaml", describe: "mend what is safe to mend in one file" },
  { line: "agentcfg explain models", describe: "what may stand at a place" },
  { line: "agentcfg set --project tui.theme dark", describe: "change a value; all else stays" },
];

/** The examples one below the other, each with what it is for beside it. */
export function examplesText(examples: readonly Example[], room: number | undefined): string {
  const width = Math.max(...examples.map(({ line }) => line.length));
  const rows = examples.map(({ line, describe }) => {
    const below = room === undefined ? undefined : itemText(line, width, describe, room);
    return `${below ?? `  ${line.padEnd(width)}  ${describe}`}\n`;
  });
  return `Examples:\n${rows.join("")}`;
}

/** With less room than this beside the names, a text stands below its name. */
export const LEAST_ROOM = 20;

const BELOW = " ".repeat(6);

/** A name with a text below it; undefined where there is room beside it. `widest`: of the names. */
export function itemText(name: string, widest: number, text: string, room: number): string | undefined {
  if (text === "" || room - widest - GAPS >= Math.min(LEAST_ROOM, columnsOf(text))) return undefined;
  const lines = wrapped(text, Math.max(room - BELOW.length, LEAST_ROOM));
  return [`  ${name}`, ...lines.map((line) => `${BELOW}${line}`)].join("\n");
}

/** Before a name, and between it and its text. */
const GAPS = 4;
