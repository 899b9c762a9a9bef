/** Help that begins with examples, because most people read no further. */
import { columnsOf } from "../text/width.js";
import { wrapped } from "../text/wrap.js";
import type { Example } from "./command.js";

/** Examples at the top of the program's help. */
export const PROGRAM_EXAMPLES: readonly Example[] = [
  { line: "agentcfg lint", describe: "check what is in effect here" },
  { line: "agentcfg lint --fix .agent/config.yaml", describe: "apply the safe fixes to one file" },
  { line: "agentcfg explain models", describe: "explain a key and its value" },
  { line: "agentcfg set --project tui.theme dark", describe: "change a value and nothing else" },
];

/** The examples, one per line, each with its purpose. */
export function examplesText(examples: readonly Example[], room: number | undefined): string {
  const width = Math.max(...examples.map(({ line }) => line.length));
  const rows = examples.map(({ line, describe }) => {
    const below = room === undefined ? undefined : itemText(line, width, describe, room);
    return `${below ?? `  ${line.padEnd(width)}  ${describe}`}\n`;
  });
  return `Examples:\n${rows.join("")}`;
}

/** With fewer columns than this after the names, a text goes below its name. */
export const LEAST_ROOM = 20;

const BELOW = " ".repeat(6);

/** A name with its text below it; undefined if the text fits next to it. `widest`: the width of the longest name. */
export function itemText(name: string, widest: number, text: string, room: number): string | undefined {
  if (text === "" || room - widest - GAPS >= Math.min(LEAST_ROOM, columnsOf(text))) return undefined;
  const lines = wrapped(text, Math.max(room - BELOW.length, LEAST_ROOM));
  return [`  ${name}`, ...lines.map((line) => `${BELOW}${line}`)].join("\n");
}

/** The blanks before a name, and between it and its text. */
const GAPS = 4;
