/** Help that begins with examples, because most people read no further. */
import type { Example } from "./command.js";

/** What is said first of the program as a whole. */
export const PROGRAM_EXAMPLES: readonly Example[] = [
  { line: "agentcfg lint", describe: "check what is in effect here" },
  { line: "agentcfg lint --fix .agent/config.yaml", describe: "mend what is safe to mend in one file" },
  { line: "agentcfg explain models", describe: "what may stand at a place" },
  { line: "agentcfg set --project tui.theme dark", describe: "change a value; all else stays" },
];

/** The examples one below the other, each with what it is for beside it. */
export function examplesText(examples: readonly Example[]): string {
  const width = Math.max(...examples.map(({ line }) => line.length));
  const rows = examples.map(({ line, describe }) => `  ${line.padEnd(width)}  ${describe}\n`);
  return `Examples:\n${rows.join("")}`;
}
